import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cloneDatabase } from '../../../../../test/support/database.ts';
import { eventually } from '../../../../../test/support/process.ts';
import {
  deliveryLog,
  expectAgreement,
  openDatabase,
} from '../../../../../test/support/webhook-checks.ts';
import { clock } from '../../../../platform/clock.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Database } from '../../../../platform/db/database.ts';
import { requeueOne } from '../../deliveries/requeue/store.ts';
import { leaseQueues, renewLeases, selectDue, stillLeased } from '../store.ts';
import { publishEvent } from '../../../../../test/support/publish-event.ts';
import { insertWebhook, lockQueue } from '../../subscriptions/store.ts';
import { createOrganization } from '../../../tenants/index.ts';
import { RecordingQueue } from './queue.ts';
import { Recorder, type Finished, type Recording } from './recorder.ts';
import * as store from './store.ts';

let db: Database;
let orgId: string;
const lines: string[] = [];
const log = pino({ level: 'info', base: null }, { write: (line: string) => void lines.push(line) });

beforeAll(async () => {
  db = openDatabase(await cloneDatabase());
});
afterAll(() => db.close());
beforeEach(async () => {
  lines.length = 0;
  orgId = (
    await db.transaction((tx) => createOrganization(tx, { name: 'Test', plan: 'free', addons: [] }))
  ).id;
});

async function webhook(events = ['*'], id = newId('webhook')): Promise<string> {
  await db.transaction((tx) =>
    insertWebhook(
      tx,
      { org_id: orgId, id, name: 'Ledger', url: 'https://example.com/', events },
      { id: newId('whsecret'), envelope: 'sealed' },
    ),
  );
  return id;
}

function publish(type = 'test.happened'): Promise<unknown> {
  return db.transaction((tx) => publishEvent(tx, orgId, { type, data: {} }));
}

const holder = newId('process');

/** Leases queues again from any process that had them. */
async function lease(ids: string[]): Promise<Map<string, number>> {
  await sql`UPDATE webhook_lanes SET leased_until = '-infinity' WHERE org_id = ${orgId}`.execute(
    db.read,
  );
  const fences = new Map<string, number>();
  // The claim skips a queue that a recorder writes to at this moment.
  await eventually(async () => {
    const queues = ids.filter((id) => !fences.has(id)).map((webhookId) => ({ orgId, webhookId }));
    for (const claimed of await leaseQueues(db.read, holder, [], 60_000, 100, queues))
      fences.set(claimed.webhookId, claimed.fence);
    return fences.size === ids.length;
  });
  return fences;
}

test('a new lease never reuses the fence of a lease that the database has lost', async () => {
  const id = await webhook();
  const before = (await lease([id])).get(id)!;
  const lost = (await lease([id])).get(id)!;
  await sql`UPDATE webhook_lanes SET fence = ${before} WHERE webhook_id = ${id}`.execute(db.read);
  const next = (await lease([id])).get(id)!;
  expect(next).toBeGreaterThan(before);
  expect(next).not.toBe(lost);
});

type Row = {
  id: string;
  status: string;
  attempt_count: number;
  webhook_id: string;
  /** The due time if it is pending. */
  due_us: number;
};
async function deliveries(): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT d.id, d.status, d.attempt_count, d.webhook_id,
      (extract(epoch FROM q.due_at) * 1000000)::int8 AS due_us
    FROM ${deliveryLog} d LEFT JOIN delivery_queue q ON q.org_id = d.org_id AND q.delivery_id = d.id
    WHERE d.org_id = ${orgId} ORDER BY d.id`.execute(db.read);
  return rows;
}
async function attempts(): Promise<
  { number: number; error: string | null; status_code: number }[]
> {
  const { rows } = await sql`SELECT number, error, status_code FROM delivery_attempts
    WHERE org_id = ${orgId} ORDER BY delivery_id, number`.execute(db.read);
  return rows as never;
}

function outcome(delivery: Row, fence: number, change: Partial<Finished> = {}): Finished {
  return {
    orgId,
    webhookId: delivery.webhook_id,
    deliveryId: delivery.id,
    eventType: 'test.happened',
    fence,
    number: 1,
    attemptedAt: clock.now(),
    durationMs: 5,
    dueUs: delivery.due_us,
    statusCode: 204,
    error: null,
    tlsFailure: null,
    response: null,
    signature: 'v1,c2lnbmF0dXJl',
    gone: false,
    version: { revision: 1, stamp: '' },
    result: 'succeeded',
    step: 0,
    waitMs: 0,
    ...change,
  };
}
const TIMED_OUT: Partial<Finished> = {
  statusCode: null,
  error: 'timeout',
  result: 'retry',
  step: 1,
  waitMs: 5000,
};

function recording(onResult: (result: Recording) => void): RecordingQueue {
  return new RecordingQueue(new Recorder(db, log), log, onResult);
}

/** Records these outcomes, possibly as one batch, and waits for the end. */
async function record(...outcomes: Finished[]): Promise<Finished[]> {
  const done: Finished[] = [];
  const recorder = recording(({ recorded }) => done.push(...recorded));
  for (const one of outcomes) recorder.add(one);
  await eventually(() => done.length === outcomes.length);
  return done;
}

/** Locks the queue's row, as DELETE and recover do for a long backlog. @returns the function that unlocks it */
async function locked(webhookId: string): Promise<() => Promise<void>> {
  const until = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  const locking = db.transaction(async (tx) => {
    await lockQueue(tx, orgId, webhookId);
    taken.resolve();
    await until.promise;
  });
  await Promise.race([taken.promise, locking]);
  return async () => {
    until.resolve();
    await locking;
  };
}

/** Returns the time until the delivery is due, and its place in the schedule. */
async function queued(): Promise<{ in_ms: number; step: number; attempts: number }[]> {
  const { rows } = await sql`
    SELECT (extract(epoch FROM due_at - now()) * 1000)::float8 AS in_ms, step, attempts
    FROM delivery_queue WHERE org_id = ${orgId} ORDER BY delivery_id`.execute(db.read);
  return rows as never;
}

describe('the outcome of a stale holder', () => {
  test('is rejected after another process has taken the lease, and changes nothing', async () => {
    const id = await webhook();
    await publish();
    const [delivery] = await deliveries();
    const stale = (await lease([id])).get(id)!;
    const present = (await lease([id])).get(id)!;
    expect(present).toBeGreaterThan(stale);
    await record(outcome(delivery!, present));
    await record(outcome(delivery!, stale, TIMED_OUT));
    expect(await deliveries()).toMatchObject([{ status: 'succeeded', attempt_count: 1 }]);
    expect(await attempts()).toMatchObject([{ number: 1, error: null, status_code: 204 }]);
    await expectAgreement(db);
  });

  test('is also rejected before the new holder has recorded an outcome', async () => {
    const id = await webhook();
    await publish();
    const [delivery] = await deliveries();
    const stale = (await lease([id])).get(id)!;
    const present = (await lease([id])).get(id)!;
    await record(outcome(delivery!, stale, TIMED_OUT));
    expect(await attempts()).toEqual([]);
    expect(await deliveries()).toMatchObject([{ status: 'pending', attempt_count: 0 }]);
    await record(outcome(delivery!, present));
    expect(await deliveries()).toMatchObject([{ status: 'succeeded', attempt_count: 1 }]);
    await expectAgreement(db);
  });

  test.each(['stale first', 'stale last'])(
    'is distinguished from outcomes that the same process records under its new lease: %s',
    async (order) => {
      const id = await webhook();
      await publish();
      await publish();
      const [first, second] = await deliveries();
      const stale = (await lease([id])).get(id)!;
      const present = (await lease([id])).get(id)!;
      const batch = [outcome(first!, stale, TIMED_OUT), outcome(second!, present)];
      await record(...(order === 'stale first' ? batch : batch.toReversed()));
      expect(await deliveries()).toMatchObject([
        { id: first!.id, status: 'pending', attempt_count: 0 },
        { id: second!.id, status: 'succeeded', attempt_count: 1 },
      ]);
      await expectAgreement(db);
    },
  );
});

describe('a batch', () => {
  test('can be written again if its outcome is unknown', async () => {
    const id = await webhook();
    await publish();
    await publish();
    const [first, second] = await deliveries();
    const fence = (await lease([id])).get(id)!;
    const batch = [outcome(first!, fence), outcome(second!, fence, TIMED_OUT)];
    await record(...batch);
    const once = [await deliveries(), await attempts()];
    await record(...batch);
    expect([await deliveries(), await attempts()]).toEqual(once);
    await expectAgreement(db);
  });

  test("with an older attempt does not set the webhook's last trigger time back", async () => {
    const id = await webhook();
    await publish();
    await publish();
    const [slow, quick] = await deliveries();
    const fence = (await lease([id])).get(id)!;
    const began = new Date(clock.nowMs() - 15_000);
    const later = clock.now();
    await record(outcome(quick!, fence, { attemptedAt: later }));
    await record(outcome(slow!, fence, { ...TIMED_OUT, attemptedAt: began }));
    const { rows } = await sql<{ last_triggered_at: Date }>`
      SELECT last_triggered_at FROM webhook_lanes WHERE webhook_id = ${id}`.execute(db.read);
    expect(rows[0]!.last_triggered_at).toEqual(later);
  });

  test('is announced to live streams when failures begin and when they end, and not in between', async () => {
    const id = await webhook();
    for (let i = 0; i < 3; i += 1) await publish();
    const [first, second, third] = await deliveries();
    const fence = (await lease([id])).get(id)!;
    const told = async (): Promise<string[]> => {
      const { rows } = await sql<{ object_id: string }>`
        SELECT object_id FROM live_changes WHERE org_id = ${orgId} AND kind = 'webhook'`.execute(
        db.read,
      );
      return rows.map((row) => row.object_id);
    };
    await record(outcome(first!, fence));
    expect(await told()).toEqual([]);
    await record(outcome(second!, fence, TIMED_OUT));
    expect(await told()).toEqual([id]);
    await record(outcome(third!, fence, TIMED_OUT));
    expect(await told()).toEqual([id]);
    await record(outcome(third!, fence, { number: 2 }));
    expect(await told()).toEqual([id, id]);
  });

  test('does not reopen a delivery that has since failed for good', async () => {
    const id = await webhook();
    await publish();
    const [delivery] = await deliveries();
    const fence = (await lease([id])).get(id)!;
    // The state that `expirePaused` leaves, while a request that started before the pause is still running.
    await sql`WITH q AS (DELETE FROM delivery_queue WHERE delivery_id = ${delivery!.id})
      UPDATE deliveries SET failed_at = now() WHERE id = ${delivery!.id}`.execute(db.read);
    await record(outcome(delivery!, fence, TIMED_OUT));
    expect((await deliveries())[0]!.status).toBe('failed');
    await expectAgreement(db);
  });
});

describe('a failed attempt', () => {
  test('is due again after the decided wait', async () => {
    const id = await webhook();
    await publish();
    // These are microseconds that neither a float of seconds nor whole milliseconds can represent.
    await sql`UPDATE delivery_queue SET due_at = '2026-01-02 03:04:05.678901Z' WHERE webhook_id = ${id}`.execute(
      db.read,
    );
    const fence = (await lease([id])).get(id)!;
    const [due] = await selectDue(
      db.read,
      [{ orgId, webhookId: id, fence, limit: 1, after: undefined }],
      [],
      1000,
    );
    expect(due!.dueUs).toBe(Date.parse('2026-01-02T03:04:05.678Z') * 1000 + 901);
    const [delivery] = await deliveries();
    const began = performance.now();
    await record(outcome(delivery!, fence, { ...TIMED_OUT, dueUs: due!.dueUs }));
    const [row] = await queued();
    const tookMs = performance.now() - began;
    expect(row).toMatchObject({ step: 1, attempts: 1 });
    expect(row!.in_ms).toBeGreaterThan(5000 - tookMs - 10);
    expect(row!.in_ms).toBeLessThanOrEqual(5000);
  });

  test.each([
    ['before it was due', '1 hour'],
    ['since it was due', '-1 microsecond'],
  ])('is due immediately when a retry was requested during it, %s', async (_, earlier) => {
    const id = await webhook();
    await publish();
    await sql`UPDATE delivery_queue SET due_at = now() - ${earlier}::interval WHERE webhook_id = ${id}`.execute(
      db.read,
    );
    const [delivery] = await deliveries();
    const fence = (await lease([id])).get(id)!;
    await db.transaction(async (tx) => {
      await lockQueue(tx, orgId, id);
      await requeueOne(tx, orgId, id, delivery!.id);
    });
    await record(outcome(delivery!, fence, TIMED_OUT));
    const [row] = await queued();
    expect(row).toMatchObject({ step: 1, attempts: 1 });
    expect(row!.in_ms).toBeLessThanOrEqual(0);
    await expectAgreement(db);
  });

  test('at the end of its schedule is followed by another one if a retry was requested during it', async () => {
    const id = await webhook();
    await publish();
    const [delivery] = await deliveries();
    const fence = (await lease([id])).get(id)!;
    await db.transaction(async (tx) => {
      await lockQueue(tx, orgId, id);
      await requeueOne(tx, orgId, id, delivery!.id);
    });
    await record(outcome(delivery!, fence, { ...TIMED_OUT, result: 'failed', step: 0, waitMs: 0 }));
    expect((await deliveries())[0]).toMatchObject({ status: 'pending', attempt_count: 1 });
    expect(await queued()).toMatchObject([{ step: 0, attempts: 1 }]);
    await expectAgreement(db);
  });
});

describe('an outcome that the database always rejects', () => {
  /** A value that exceeds the column. */
  const REFUSED: Partial<Finished> = { durationMs: 2 ** 31 };

  test('does not prevent the rest of its batch or later outcomes', async () => {
    const [bad, good] = [await webhook(['bad.*']), await webhook(['good.*'])];
    await publish('bad.one');
    await publish('good.one');
    await publish('good.two');
    const fences = await lease([bad, good]);
    const [refused, same, later] = await deliveries();
    const done: string[] = [];
    const recorder = recording(({ recorded }) =>
      done.push(...recorded.map(({ deliveryId }) => deliveryId)),
    );
    recorder.add(outcome(refused!, fences.get(bad)!, REFUSED));
    recorder.add(outcome(same!, fences.get(good)!));
    await sleep(200);
    recorder.add(outcome(later!, fences.get(good)!));
    await eventually(() => done.includes(later!.id), 12_000);
    await eventually(() => lines.some((line) => line.includes('were lost')), 12_000);
    expect((await deliveries()).map(({ status }) => status)).toEqual([
      'pending',
      'succeeded',
      'succeeded',
    ]);
    // The outcome is dropped: its place is free again, and the delivery is not sent in a loop.
    expect([recorder.backlog, done.includes(refused!.id)]).toEqual([0, false]);
    await recorder.stop(100);
  });
});

describe('locks', () => {
  test('of many queues do not deadlock recording and renewing', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 120; i += 1) ids.push(await webhook());
    await publish();
    const fences = await lease(ids);
    const rows = await deliveries();
    const batch = rows.map((row) => outcome(row, fences.get(row.webhook_id)!, TIMED_OUT));
    // The order is that in which a dispatcher would get them.
    const held = ids
      .toReversed()
      .map((webhookId) => ({ orgId, webhookId, fence: fences.get(webhookId)! }));
    const problems: string[] = [];
    const endAt = clock.monotonicMs() + 2500;
    const again = async (work: () => Promise<unknown>): Promise<void> => {
      while (clock.monotonicMs() < endAt && problems.length === 0)
        await work().catch((error: Error) => void problems.push(error.message));
    };
    const queues = batch.map(({ webhookId, fence, attemptedAt }) => ({
      orgId,
      webhookId,
      fence,
      lastTriggeredAt: attemptedAt,
      succeeded: false,
      failedAt: attemptedAt,
    }));
    await Promise.all([
      again(() => renewLeases(db.read, holder, 60_000, 100, held)),
      again(() => db.transaction((tx) => store.recordAttempts(tx, batch, queues))),
    ]);
    expect(problems).toEqual([]);
  });

  test('do not deadlock two receivers that answer 410 at once', async () => {
    for (let round = 0; round < 8; round += 1) {
      const ids = [
        await webhook(['test.*', 'webhook.disabled']),
        await webhook(['test.*', 'webhook.disabled']),
      ];
      await publish();
      const fences = await lease(ids);
      const gone = (await deliveries())
        .filter((row) => ids.includes(row.webhook_id) && row.status === 'pending')
        .map((row) =>
          outcome(row, fences.get(row.webhook_id)!, {
            statusCode: 410,
            result: 'failed',
            gone: true,
          }),
        );
      expect(gone.length).toBe(2);
      // Each outcome comes from a separate process.
      await Promise.all(gone.map((one) => record(one)));
      await sql`UPDATE webhooks SET active = false WHERE org_id = ${orgId}`.execute(db.read);
    }
    expect(lines.filter((line) => line.includes('40P01'))).toEqual([]);
  });

  test('of one queue for a long time delay neither renewals nor records of others', async () => {
    const [busy, other] = [await webhook(['busy.*']), await webhook(['other.*'])];
    await publish('busy.one');
    await publish('other.one');
    const fences = await lease([busy, other]);
    const rows = await deliveries();
    const held = [busy, other].map((webhookId) => ({
      orgId,
      webhookId,
      fence: fences.get(webhookId)!,
    }));
    const unlock = await locked(busy);
    let waiting: ReadonlySet<string> = new Set();
    const recorder = recording(
      ({ locked: those }) => (waiting = new Set(those.map(({ webhookId }) => webhookId))),
    );
    for (const row of rows) recorder.add(outcome(row, fences.get(row.webhook_id)!));
    const renewed = renewLeases(db.read, holder, 60_000, 100, held).then(() => 'renewed');
    try {
      expect(await Promise.race([renewed, sleep(1000, 'waits')])).toBe('renewed');
      await eventually(
        async () =>
          (await deliveries()).some(
            (row) => row.webhook_id === other && row.status === 'succeeded',
          ),
        1000,
      );
      // A batch that waits for the lock must not block the others.
      await eventually(() => waiting.size === 1 && recorder.backlog === 0);
    } finally {
      await unlock();
      await renewed;
      await recorder.stop(2000);
    }
    expect(recorder.backlog).toBe(0);
    expect((await deliveries()).map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
    expect(await attempts()).toHaveLength(2);
    await expectAgreement(db);
  });

  test('do not stop a renewal: it keeps a locked queue and renews a free one', async () => {
    const [busy, other] = [await webhook(), await webhook()];
    const fences = await lease([busy, other]);
    const held = [busy, other].map((webhookId) => ({
      orgId,
      webhookId,
      fence: fences.get(webhookId)!,
    }));
    const unlock = await locked(busy);
    try {
      expect(await renewLeases(db.read, holder, 60_000, 100, held)).toEqual(new Set([other]));
      expect(await stillLeased(db.read, held)).toEqual(new Set([busy, other]));
    } finally {
      await unlock();
    }
    expect(await renewLeases(db.read, holder, 60_000, 100, held)).toEqual(new Set([busy, other]));
  });

  test('delay an outcome, which is rejected if the lease of its queue has since passed to another holder', async () => {
    const id = await webhook();
    await publish();
    const [delivery] = await deliveries();
    const stale = (await lease([id])).get(id)!;
    const unlock = await locked(id);
    const done: Finished[] = [];
    const recorder = recording(({ recorded }) => done.push(...recorded));
    recorder.add(outcome(delivery!, stale));
    await sleep(200);
    expect(done).toEqual([]);
    await unlock();
    // Either the record under the old lease or the next lease comes first.
    const present = (await lease([id])).get(id)!;
    await eventually(() => done.length === 1);
    expect(recorder.backlog).toBe(0);
    expect(present).toBeGreaterThan(stale);
    await expectAgreement(db);
  });

  test('do not make a batch wait for an outcome of an earlier lease whose queue is locked', async () => {
    const id = await webhook();
    await publish();
    await publish();
    const [first, second] = await deliveries();
    const stale = (await lease([id])).get(id)!;
    const present = (await lease([id])).get(id)!;
    const unlock = await locked(id);
    const recorder = recording(() => {});
    recorder.add(outcome(first!, stale));
    recorder.add(outcome(second!, present));
    await sleep(200);
    await unlock();
    await recorder.stop(2000);
    expect((await deliveries()).map(({ status }) => status)).toEqual(['pending', 'succeeded']);
    // An outcome that is never recorded would take a place from the dispatcher forever.
    expect(recorder.backlog).toBe(0);
  });
});
