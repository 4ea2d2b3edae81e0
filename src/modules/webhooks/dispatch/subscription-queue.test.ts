import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clock } from '../../../platform/clock.ts';
import { SubscriptionQueue, share } from './subscription-queue.ts';
import type { DueRow } from './store.ts';

const FAR = 1000;

function newQueue(orgId: string, webhookId: string, limit = FAR): SubscriptionQueue {
  return new SubscriptionQueue({ orgId, webhookId, fence: 1 }, Infinity, limit);
}

function row(deliveryId: string): DueRow {
  return {
    webhookId: 'webhook',
    revision: 1,
    stamp: '',
    deliveryId,
    dueUs: 0,
    eventType: 'a.b',
    eventId: 'event',
    step: 0,
    attempts: 0,
    body: '{}',
    publishedMs: 0,
    traceparent: null,
  };
}

/** Makes a queue that could start `slots` requests in addition to its running ones. */
function queueWith(
  orgId: string,
  webhookId: string,
  slots: number,
  inFlight: number,
): SubscriptionQueue {
  const queue = newQueue(orgId, webhookId);
  for (let n = 0; n < slots + inFlight; n += 1) queue.adapt(true, 1);
  queue.inFlight = inFlight;
  const rows = Array.from({ length: slots }, (_, n) => row(`${webhookId}-${n}`));
  queue.add(rows, clock.monotonicMs(), false);
  return queue;
}

/** Returns the number of requests that a queue would run at once with unlimited deliveries. */
function windowOf(queue: SubscriptionQueue): number {
  const rows = Array.from({ length: 200 }, (_, n) => row(String(n)));
  queue.add(rows, clock.monotonicMs(), false);
  const window = queue.startable;
  for (const { row: queued } of queue.ready.splice(0)) queue.giveBack(queued.deliveryId!);
  return window;
}

const layouts = fc.array(
  fc.array(
    fc.record({
      slots: fc.integer({ min: 0, max: 40 }),
      inFlight: fc.integer({ min: 0, max: 45 }),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  { minLength: 1, maxLength: 8 },
);

type Shared = {
  queues: SubscriptionQueue[];
  used: Map<string, number>;
  shares: Map<SubscriptionQueue, number>;
  free: number;
  perOrg: number;
};

function shared(
  layout: { slots: number; inFlight: number }[][],
  free: number,
  perOrg: number,
): Shared {
  const queues = layout.flatMap((members, org) =>
    members.map(({ slots, inFlight }, index) =>
      queueWith(`org${org}`, `webhook${org}-${index}`, slots, inFlight),
    ),
  );
  const used = new Map<string, number>();
  for (const { orgId, inFlight } of queues) used.set(orgId, (used.get(orgId) ?? 0) + inFlight);
  return { queues, used, shares: share(queues, used, free, perOrg), free, perOrg };
}

function given({ shares }: Shared, orgId: string): number {
  return [...shares].reduce((sum, [queue, slots]) => sum + (queue.orgId === orgId ? slots : 0), 0);
}

/** Returns the number of additional requests that an organization could use if it were alone. */
function wants({ queues, used, perOrg }: Shared, orgId: string): number {
  return Math.min(
    queues.reduce((sum, queue) => sum + (queue.orgId === orgId ? queue.startable : 0), 0),
    Math.max(0, perOrg - (used.get(orgId) ?? 0)),
  );
}

const situations = fc
  .tuple(layouts, fc.integer({ min: -5, max: 600 }), fc.integer({ min: 1, max: 300 }))
  .map(([layout, free, perOrg]) => shared(layout, free, perOrg));

describe('share', () => {
  test('never exceeds the free places, a window or the share of an organization', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const { shares, free, used, perOrg } = situation;
        const total = [...shares.values()].reduce((a, b) => a + b, 0);
        expect(total).toBeLessThanOrEqual(Math.max(0, free));
        for (const [queue, slots] of shares) {
          expect(slots).toBeGreaterThan(0);
          expect(slots).toBeLessThanOrEqual(queue.startable);
        }
        for (const orgId of used.keys())
          expect(given(situation, orgId)).toBeLessThanOrEqual(wants(situation, orgId));
        // No place is left free while an organization could use it.
        const wanted = [...used.keys()].reduce((sum, orgId) => sum + wants(situation, orgId), 0);
        expect(total).toBe(Math.max(0, Math.min(free, wanted)));
        expect(perOrg).toBeGreaterThan(0);
      }),
    );
  });

  test('gives places first to organizations with fewer running requests', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const { used } = situation;
        const after = (orgId: string): number => used.get(orgId)! + given(situation, orgId);
        for (const rich of used.keys())
          for (const poor of used.keys())
            if (given(situation, rich) > 0 && given(situation, poor) < wants(situation, poor))
              expect(after(rich) - after(poor)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('gives organizations equal shares when all need more, however many queues each has', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 10 }),
        fc.integer({ min: 0, max: 200 }),
        (queueCounts, free) => {
          const layout = queueCounts.map((count) =>
            Array.from({ length: count }, () => ({ slots: 200, inFlight: 0 })),
          );
          const situation = shared(layout, free, 1000);
          const parts = queueCounts.map((_, org) => given(situation, `org${org}`));
          expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
          expect(parts.reduce((a, b) => a + b, 0)).toBe(free);
        },
      ),
      { numRuns: 50 },
    );
  });

  test('gives the queues of one organization equal shares', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 0, max: 200 }),
        (count, free) => {
          const layout = [Array.from({ length: count }, () => ({ slots: 200, inFlight: 0 }))];
          const { shares } = shared(layout, free, 1000);
          const parts = [...shares.values()];
          if (free >= count) expect(parts.length).toBe(count);
          expect(Math.max(0, ...parts) - Math.min(...parts, Infinity)).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('the window', () => {
  test('stays between 1 and the limit, grows by one with a success and halves with a failure', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 20_000 })), { maxLength: 100 }),
        fc.integer({ min: 1, max: 64 }),
        (outcomes, limit) => {
          const queue = newQueue('org', 'webhook', limit);
          let window = windowOf(queue);
          expect(window).toBeLessThanOrEqual(limit);
          for (const [succeeded, durationMs] of outcomes) {
            queue.adapt(succeeded, durationMs);
            const next = windowOf(queue);
            if (succeeded) expect(next).toBe(Math.min(limit, window + 1));
            else expect(next).toBe(Math.max(1, Math.floor(window / 2)));
            window = next;
            // The number of deliveries that are read ahead is also limited, however fast the receiver is.
            expect(queue.wanted).toBeGreaterThanOrEqual(0);
            expect(queue.wanted).toBeLessThanOrEqual(4 * window);
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  test('is never negative, even if it shrinks below the number of running requests', () => {
    const queue = queueWith('org', 'webhook', 20, 20);
    for (let n = 0; n < 3; n += 1) queue.adapt(false, 15_000);
    expect(queue.startable).toBe(0);
    queue.inFlight = 0;
    expect(queue.startable).toBeGreaterThan(0);
  });
});

describe('reading ahead', () => {
  const rows = (...ids: string[]) => ids.map((id) => row(id));

  test('continues after the last row while more rows follow, and then starts at the beginning once more', () => {
    const queue = newQueue('org', 'webhook');
    queue.dirty = false;
    queue.add(rows('a', 'b'), clock.monotonicMs(), true);
    expect(queue.cursor).toMatchObject({ deliveryId: 'b' });
    expect(queue.dirty).toBe(true);

    queue.dirty = false;
    queue.add(rows('c'), clock.monotonicMs(), false);
    expect(queue.cursor).toBeUndefined();
    expect(queue.dirty).toBe(true);

    queue.dirty = false;
    queue.add(rows('d'), clock.monotonicMs(), false);
    expect(queue.dirty).toBe(false);
  });

  test('starts at the beginning again when no rows follow the last one', () => {
    const queue = newQueue('org', 'webhook');
    queue.add(rows('a'), clock.monotonicMs(), true);
    queue.dirty = false;
    queue.endReached();
    expect([queue.cursor, queue.dirty]).toEqual([undefined, true]);
  });

  test('sends deliveries that became due earlier without a long delay', () => {
    const queue = newQueue('org', 'webhook');
    queue.add(rows('a'), clock.monotonicMs() - 251, true);
    expect(queue.cursor).toBeUndefined();
    queue.add(rows('b'), clock.monotonicMs(), true);
    queue.add(rows('c'), clock.monotonicMs(), true);
    expect(queue.cursor).toMatchObject({ deliveryId: 'c' });
  });

  test('starts at the beginning for a delivery that was returned unsent', () => {
    const queue = newQueue('org', 'webhook');
    queue.add(rows('a', 'b'), clock.monotonicMs(), true);
    queue.giveBack('a');
    expect(queue.cursor).toBeUndefined();
    queue.add(rows('a'), clock.monotonicMs(), false);
    expect(queue.ready.map((ready) => ready.row.deliveryId)).toEqual(['a', 'b', 'a']);
  });

  test('never queues a delivery that is queued or running', () => {
    const queue = newQueue('org', 'webhook');
    queue.add(rows('a', 'b'), clock.monotonicMs(), true);
    queue.add(rows('b', 'c'), clock.monotonicMs(), false);
    expect(queue.ready.map((ready) => ready.row.deliveryId)).toEqual(['a', 'b', 'c']);
  });
});
