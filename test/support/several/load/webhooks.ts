import { setTimeout as sleep } from 'node:timers/promises';
import type { Area, World } from '../world.ts';

const ONCE = 'an acknowledged event is stored once';
const ARRIVED = 'every stored event arrives at its receiver';
const OWN = 'a receiver gets the events of its organization only, each id with one content';
/** The lease of a dead worker, the retry after 5 s, and time to send. */
const ARRIVE_WITHIN_MS = 45_000;

/** Events that tenants publish, and the delivery of all events to their receivers. */
export function webhooksLoad(world: World): Area {
  const { client, tally, random, tenants, unique, sql, receiver } = world;
  tally.expects(ONCE, ARRIVED, OWN);
  const published: string[] = [];

  /** Returns events that have not arrived yet, by the path of their receiver. */
  const missing = async (): Promise<Map<string, string[]>> => {
    const missed = new Map<string, string[]>();
    for (const { id: orgId, path } of tenants) {
      const arrived = new Set(
        receiver.requests.filter((request) => request.path === path).map(({ id }) => id),
      );
      // The organization's key was created before its webhooks.
      const rows = await sql<{ id: string }>(
        `SELECT id FROM events WHERE org_id = $1 AND type <> 'key.created'`,
        [orgId],
      );
      missed.set(
        path,
        rows.map(({ id }) => id).filter((id) => !arrived.has(id)),
      );
    }
    return missed;
  };
  const count = (missed: Map<string, string[]>): number => [...missed.values()].flat().length;

  return {
    name: 'events and webhooks',
    async step() {
      const { key } = random.pick(tenants);
      const id = unique('event');
      const asked = {
        method: 'POST',
        path: '/events',
        key,
        body: { type: 'load.published', data: { id }, id },
      };
      await client.ask({ ...asked, idempotencyKey: id }, 202);
      published.push(id);
      // Repeated in another request: the event's id makes it the same.
      if (random.oneIn(5)) await client.ask(asked, 200);
    },
    async verify() {
      const rows = await sql<{ id: string; count: number }>(
        `SELECT id, count(*)::int AS count FROM events WHERE type = 'load.published' GROUP BY 1`,
      );
      const stored = new Map(rows.map((row) => [row.id, row.count]));
      for (const id of published)
        tally.check(ONCE, stored.get(id) === 1, () => `${id}: ${stored.get(id) ?? 0} times`);

      const began = performance.now();
      let left = await missing();
      while (count(left) > 0 && performance.now() - began < ARRIVE_WITHIN_MS) {
        await sleep(200);
        left = await missing();
      }
      // By the schedule, a delivery that failed twice waits five minutes, and is not lost: its owner may retry it
      // now.
      if (count(left) > 0) {
        for (const { key, webhookId } of tenants)
          await client.ask(
            {
              method: 'POST',
              path: `/webhooks/${webhookId}/recover`,
              key,
              body: { since: new Date(0).toISOString() },
            },
            202,
          );
        const since = performance.now();
        while (count(left) > 0 && performance.now() - since < ARRIVE_WITHIN_MS) {
          await sleep(200);
          left = await missing();
        }
      }
      for (const [path, ids] of left) for (const id of ids) tally.broken(ARRIVED, `${path}: ${id}`);
      const events = await sql<{ org_id: string; id: string; body: string }>(
        'SELECT org_id, id, body FROM events',
      );
      tally.kept(ARRIVED, events.length);
      const bodies = new Map(events.map((event) => [`${event.org_id} ${event.id}`, event.body]));
      const orgOf = new Map(tenants.map(({ path, id }) => [path, id]));
      for (const { path, id, body } of receiver.requests)
        tally.check(
          OWN,
          bodies.get(`${orgOf.get(path)} ${id}`) === body.toString(),
          () => `${path}: ${id} ${body.toString().slice(0, 200)}`,
        );
    },
  };
}
