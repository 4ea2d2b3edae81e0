import type { Area, Tenant, World } from '../world.ts';

const ONCE = 'an acknowledged message is there once, in a sequence without gaps';
const COUNTS = 'unread counts are those of a recount';
const EVENT = 'an acknowledged effect has its event, once';
const PEOPLE = [
  { externalId: 'customer-1', role: 'customer' },
  { externalId: 'agent-1', role: 'agent' },
  { externalId: 'agent-2', role: 'agent' },
];
const THREADS = 4;

/** Conversations: people write, read and look at their inboxes. */
export async function threadsLoad(world: World): Promise<Area> {
  const { client, tally, random, tenants, unique, sql, cluster } = world;
  tally.expects(ONCE, COUNTS, EVENT);
  const threads: { tenant: Tenant; id: string }[] = [];
  for (const tenant of tenants) {
    const { key } = tenant;
    const channel = { slug: 'load', displayName: 'Load', entityType: 'order' };
    await client.ask(
      { method: 'POST', path: '/channels', key, body: channel, idempotencyKey: 'channel' },
      201,
    );
    for (let i = 0; i < THREADS; i += 1) {
      const body = {
        channel: 'load',
        entityId: `order-${i}`,
        subject: 'Load',
        participants: PEOPLE,
      };
      const { data } = await client.ask(
        { method: 'POST', path: '/threads', key, body, idempotencyKey: `thread-${i}` },
        201,
      );
      threads.push({ tenant, id: data.id });
    }
  }
  /** Message ids by idempotency key, which is also the content. */
  const sent = new Map<string, string>();
  return {
    name: 'threads and inboxes',
    async step() {
      const { tenant, id } = random.pick(threads);
      const { key } = tenant;
      const { externalId, role } = random.pick(PEOPLE);
      const who = { participantExternalId: externalId, participantRole: role };
      const idempotencyKey = unique('message');
      const choice = random.below(6);
      if (choice < 3) {
        const body = { ...who, content: idempotencyKey };
        const path = `/threads/${id}/messages`;
        const { data } = await client.ask({ method: 'POST', path, key, body, idempotencyKey }, 201);
        sent.set(idempotencyKey, data.id);
      } else if (choice < 5) {
        const path = `/threads/${id}/read`;
        await client.ask({ method: 'POST', path, key, body: who, idempotencyKey }, 200);
      } else {
        const query = new URLSearchParams({ externalId, role }).toString();
        await client.ask({ method: 'GET', path: `/threads/inbox?${query}`, key }, 200);
      }
    },
    async verify() {
      const rows = await sql<{ content: string; ids: string[] }>(
        `SELECT content, array_agg(id) AS ids FROM messages WHERE content LIKE 'message-%' GROUP BY 1`,
      );
      const stored = new Map(rows.map(({ content, ids }) => [content, ids]));
      for (const [key, id] of sent)
        tally.check(
          ONCE,
          stored.get(key)?.join() === id,
          () => `${key}: acknowledged ${id}, there is ${stored.get(key)?.join() ?? 'nothing'}`,
        );
      for (const key of stored.keys())
        if (!sent.has(key)) tally.broken(ONCE, `${key}: nobody was told`);
      const sequences = await sql<{ thread_id: string; count: string; most: string }>(
        'SELECT thread_id, count(*) AS count, max(sequence) AS most FROM messages GROUP BY 1',
      );
      for (const { thread_id: id, count, most } of sequences)
        tally.check(ONCE, count === most, () => `${id}: ${count} messages, numbered to ${most}`);
      const events = await sql<{ id: string; count: number }>(
        `SELECT body::json->'data'->>'messageId' AS id, count(*)::int AS count FROM events
         WHERE type = 'message.created' GROUP BY 1`,
      );
      const told = new Map(events.map(({ id, count }) => [id, count]));
      for (const id of sent.values())
        tally.check(EVENT, told.get(id) === 1, () => `message ${id}: ${told.get(id) ?? 0} events`);
      for (const { id } of tenants) {
        const { code, stdout, stderr } = await cluster.cli(
          'threads',
          'recount',
          '--org',
          id,
          '--json',
        );
        tally.check(COUNTS, code === 0 && (JSON.parse(stdout) as { ok: boolean }).ok, () =>
          (stdout + stderr).slice(0, 500),
        );
      }
    },
  };
}
