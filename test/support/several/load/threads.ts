import type { Area, Tenant, World } from '../world.ts';

const ONCE =
  'an acknowledged message exists once, in a sequence without gaps, as last edited or deleted';
const PRESENT = 'a participant who has joined takes part, and one who has left does not';
const COUNTS = 'unread counts equal a recount';
const EVENT = 'an acknowledged effect has its event, once';
const PEOPLE = [
  { externalId: 'customer-1', role: 'customer' },
  { externalId: 'agent-1', role: 'agent' },
  { externalId: 'agent-2', role: 'agent' },
];
/** Joins and leaves, and sends nothing. */
const GUEST = { externalId: 'agent-3', role: 'agent' };
const THREADS = 4;

type Thread = { tenant: Tenant; id: string; hasGuest: boolean; isBusy: boolean };
type Sent = { key: string; thread: Thread; content: string | null; isBusy: boolean };

/** Conversations: people write, read and list their inboxes. */
export async function threadsLoad(world: World): Promise<Area> {
  const { client, tally, random, tenants, unique, sql, cluster } = world;
  tally.expects(ONCE, PRESENT, COUNTS, EVENT);
  const threads: Thread[] = [];
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
      threads.push({ tenant, id: data.id, hasGuest: false, isBusy: false });
    }
  }
  /** Messages by id. */
  const sent = new Map<string, Sent>();

  const write = async (thread: Thread, who: object, key: string): Promise<void> => {
    const path = `/threads/${thread.id}/messages`;
    const body = { ...who, content: key };
    const asked = { method: 'POST', path, key: thread.tenant.key, body, idempotencyKey: key };
    const { data } = await client.ask(asked, 201);
    sent.set(data.id, { key, thread, content: key, isBusy: false });
  };
  /** Edits or deletes an existing message. */
  const revise = async (idempotencyKey: string): Promise<void> => {
    const free = [...sent].filter(([, one]) => one.content !== null && !one.isBusy).slice(-50);
    if (free.length === 0) return;
    const [id, message] = random.pick(free);
    message.isBusy = true;
    const { tenant, id: threadId } = message.thread;
    const asked = { path: `/threads/${threadId}/messages/${id}`, key: tenant.key, idempotencyKey };
    const content = random.oneIn(2) ? null : `${message.key}, ${idempotencyKey}`;
    if (content === null) await client.ask({ ...asked, method: 'DELETE' }, 200);
    else await client.ask({ ...asked, method: 'PATCH', body: { content } }, 200);
    message.content = content;
    message.isBusy = false;
  };
  const joinOrLeave = async (thread: Thread, idempotencyKey: string): Promise<void> => {
    if (thread.isBusy) return;
    thread.isBusy = true;
    const path = `/threads/${thread.id}/participants`;
    const asked = { key: thread.tenant.key, idempotencyKey };
    const query = new URLSearchParams(GUEST).toString();
    if (thread.hasGuest)
      await client.ask({ ...asked, method: 'DELETE', path: `${path}?${query}` }, 200);
    else await client.ask({ ...asked, method: 'POST', path, body: GUEST }, 201, 200);
    thread.hasGuest = !thread.hasGuest;
    thread.isBusy = false;
  };
  return {
    name: 'threads and inboxes',
    async step() {
      const thread = random.pick(threads);
      const { id } = thread;
      const { key } = thread.tenant;
      const { externalId, role } = random.pick(PEOPLE);
      const who = { participantExternalId: externalId, participantRole: role };
      const idempotencyKey = unique('message');
      const choice = random.below(8);
      if (choice < 3) await write(thread, who, idempotencyKey);
      else if (choice === 3) await revise(idempotencyKey);
      else if (choice === 4) await joinOrLeave(thread, idempotencyKey);
      else if (choice < 7) {
        const path = `/threads/${id}/read`;
        await client.ask({ method: 'POST', path, key, body: who, idempotencyKey }, 200);
      } else {
        const query = new URLSearchParams({ externalId, role }).toString();
        await client.ask({ method: 'GET', path: `/threads/inbox?${query}`, key }, 200);
      }
    },
    async verify() {
      const rows = await sql<{ id: string; content: string | null }>(
        'SELECT id, content FROM messages',
      );
      const stored = new Map(rows.map(({ id, content }) => [id, content]));
      for (const [id, { content }] of sent)
        tally.check(
          ONCE,
          stored.get(id) === content,
          () => `${id}: acknowledged ${content}, there is ${stored.get(id)}`,
        );
      for (const id of stored.keys())
        if (!sent.has(id)) tally.broken(ONCE, `${id}: nobody was told`);
      for (const { tenant, id, hasGuest } of threads) {
        const asked = { method: 'GET', path: `/threads/${id}`, key: tenant.key };
        const { data } = await client.ask(asked, 200);
        const isThere = (data.participants as { externalId: string }[]).some(
          ({ externalId }) => externalId === GUEST.externalId,
        );
        tally.check(PRESENT, isThere === hasGuest, () => `${id}: ${isThere}`);
      }
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
      for (const id of sent.keys())
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
