import { describe, expect, test } from 'vitest';
import { expect400 } from '../../../../test/support/webhook-client.ts';
import { app, client, receiver, useWebhooks } from '../../../../test/support/webhook-site.ts';

useWebhooks();

function publishing(events: unknown, headers?: Record<string, string>) {
  return app.call('POST', '/api/v1/events/batch', {
    key: client.org.key,
    body: { events },
    ...(headers && { headers }),
  });
}
function named(count: number) {
  return Array.from({ length: count }, (_, n) => ({ type: 'load.made', data: { n }, id: `e${n}` }));
}

async function total(): Promise<number> {
  const answer = await app.call('GET', '/api/v1/events', { key: client.org.key });
  return answer.body.data.total;
}

describe('a batch of events', () => {
  test('is published in order, up to a hundred at once, and delivered', async () => {
    await client.create(receiver.url('/batch'), ['load.*']);
    const answer = await publishing(named(100));
    expect(answer.status, answer.text.slice(0, 300)).toBe(202);
    expect(answer.body.data.events.map(({ id }: { id: string }) => id)).toEqual(
      named(100).map(({ id }) => id),
    );
    expect(answer.body.data.events[0]).toEqual({
      id: 'e0',
      type: 'load.made',
      timestamp: expect.stringMatching(/Z$/),
      duplicate: false,
    });
    const requests = await receiver.waitFor(100, { path: '/batch' });
    expect(new Set(requests.map(({ id }) => id)).size).toBe(100);
  });

  test('reports duplicates if an id was published before, in this batch or another', async () => {
    await client.publish('load.made', {}, 'e1');
    const duplicates = async (events: object[]) => {
      const answer = await publishing(events);
      return [
        answer.status,
        answer.body.data.events.map(({ duplicate }: { duplicate: boolean }) => duplicate),
      ];
    };
    const again = { type: 'load.made', data: { other: true }, id: 'e0' };
    expect(await duplicates([...named(2), again])).toEqual([202, [false, true, true]]);
    expect(await duplicates(named(2))).toEqual([200, [true, true]]);
    expect(await total()).toBe(2);
  });

  test('is stored whole or not at all, and its error names the invalid event', async () => {
    const big = { type: 'load.made', data: { text: 'x'.repeat(65_536) } };
    const cases: [unknown[], string][] = [
      [[...named(2), { type: 'NOPE', data: {} }], 'events[2].type'],
      [[...named(2), { type: 'a.b' }], 'events[2].data'],
      [[...named(2), big], 'events[2].data'],
      [[...named(2), { type: 'a.b', data: {}, id: 'no spaces' }], 'events[2].id'],
      [[], 'events'],
      [named(101), 'events'],
    ];
    for (const [events, path] of cases) expect400(await publishing(events), path);
    expect(await total()).toBe(0);
  });

  test('may have a hundred events of 64 KiB', async () => {
    const data = { text: 'x'.repeat(65_000) };
    const answer = await publishing(named(100).map((event) => ({ ...event, data })));
    expect(answer.status, answer.text.slice(0, 300)).toBe(202);
    expect(await total()).toBe(100);
  });

  test('is replayed for its idempotency key', async () => {
    const headers = { 'idempotency-key': 'batch-1' };
    const events = [{ type: 'load.made', data: {} }];
    const [first, second] = [await publishing(events, headers), await publishing(events, headers)];
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.text).toBe(first.text);
    expect(await total()).toBe(1);
  });
});
