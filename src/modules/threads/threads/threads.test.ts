import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { keyOf, ThreadClient } from '../../../../test/support/thread-client.ts';
import { loadConfig } from '../../../config/config.ts';
import { threadsModule } from '../index.ts';

const app = testApp({ rateLimits: undefined, role: 'api' });
let client: ThreadClient;
beforeEach(async () => {
  client = await ThreadClient.of(app);
});

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ADA = 'customer:ada';
const BEN = 'agent:ben';

// contract: limits/threads-10-000
test('an organization has 10,000 requests an hour by default; streams and their tokens have a separate limit', async () => {
  expect(loadConfig({}).rateLimits).toMatchObject({
    threads: { points: 10_000, windowSeconds: 3600 },
    streams: { points: 100_000, windowSeconds: 3600 },
  });
  const routes = threadsModule.routes.filter(({ policy }) => policy.rateLimit === 'streams');
  expect(routes.map(({ path }) => path)).toEqual([
    '/threads/inbox/stream',
    '/threads/inbox/stream-token',
  ]);
});

describe('channels', () => {
  test('are listed in the order of creation; a slug is unique in its organization', async () => {
    const body = { slug: 'Returns.eu-1:x', displayName: 'Returns', entityType: 'parcel' };
    const created = await client.ask(201, 'POST', '/channels', { body });
    expect(created).toEqual({
      ...body,
      id: expect.stringMatching(/^channel_/),
      createdAt: expect.stringMatching(TIME),
    });
    await client.ask(409, 'POST', '/channels', { body });
    const { items, total } = await client.ask(200, 'GET', '/channels');
    expect([items.map(({ slug }: { slug: string }) => slug), total]).toEqual([
      ['support', body.slug],
      2,
    ]);
    expect((await ThreadClient.of(app)).org.id).not.toBe(client.org.id);
  });
});

describe('threads', () => {
  test('start open, with their participants in order, and can be read again', async () => {
    const participants = [{ ...keyOf(ADA), displayName: 'Ada' }, keyOf(BEN)];
    const body = { channel: 'support', entityId: 'order-7', subject: 'Parcel', participants };
    const thread = await client.ask(201, 'POST', '/threads', { body });
    expect(thread).toEqual({
      id: expect.stringMatching(/^thread_/),
      channel: 'support',
      entityId: 'order-7',
      subject: 'Parcel',
      status: 'OPEN',
      messageCount: 0,
      participantCount: 2,
      lastActivityAt: thread.createdAt,
      createdAt: expect.stringMatching(TIME),
      updatedAt: thread.createdAt,
      participants: [
        { participantId: expect.any(String), ...keyOf(ADA), displayName: 'Ada' },
        { participantId: expect.any(String), ...keyOf(BEN), displayName: null },
      ],
    });
    const found = await client.ask(200, 'GET', `/threads/${thread.id}`);
    const byId = (list: { participantId: string }[]) =>
      list.toSorted((a, b) => (a.participantId < b.participantId ? -1 : 1));
    expect({ ...found, participants: byId(found.participants) }).toEqual({
      ...thread,
      participants: byId(thread.participants),
    });
  });

  test('are listed newest first, by channel, entity and status', async () => {
    const other = { slug: 'other', displayName: 'Other', entityType: 'order' };
    await client.ask(201, 'POST', '/channels', { body: other });
    const first = await client.thread([], { entityId: 'order-1' });
    const second = await client.thread([], { channel: 'other', entityId: 'order-1' });
    const third = await client.thread([], { entityId: 'order-2' });
    await client.setStatus(third, 'CLOSED');
    const list = async (query: string) => {
      const { items, total } = await client.ask(200, 'GET', `/threads?${query}`);
      expect(total).toBe(items.length);
      return items.map(({ id }: { id: string }) => id);
    };
    expect(await list('')).toEqual([third, second, first]);
    expect(await list('entityId=order-1')).toEqual([second, first]);
    expect(await list('channel=support&status=OPEN')).toEqual([first]);
    expect(await list('channel=nowhere')).toEqual([]);
    expect((await client.ask(200, 'GET', '/threads?limit=2&page=2')).items).toHaveLength(1);
  });

  test('with an unknown channel return 404, and with a repeated participant 400', async () => {
    const body = { channel: 'nowhere', entityId: 'x' };
    await client.ask(404, 'POST', '/threads', { body });
    const twice = { channel: 'support', entityId: 'x', participants: [keyOf(ADA), keyOf(ADA)] };
    const answer = await client.call('POST', '/threads', { body: twice });
    expect([answer.status, answer.body.error.details]).toEqual([
      400,
      [{ path: 'participants[1]', message: 'must not repeat a participant' }],
    ]);
  });

  // contract: threads/open-closed-archived
  test('can be reopened after closing; archiving is final, even for members and messages', async () => {
    const thread = await client.thread([ADA, BEN]);
    const { id } = await client.send(thread, ADA);
    const status = async (to: string) => (await client.setStatus(thread, to)).status;
    expect([await status('OPEN'), await status('CLOSED'), await status('CLOSED')]).toEqual([
      200, 200, 200,
    ]);
    expect((await client.sending(thread, ADA)).status).toBe(409);
    expect((await client.sending(thread, 'agent:stranger')).status).toBe(404);
    expect((await client.join(thread, 'agent:chi')).status).toBe(201);
    expect(await status('OPEN')).toBe(200);
    await client.send(thread, BEN);
    expect([await status('ARCHIVED'), await status('ARCHIVED')]).toEqual([200, 200]);
    for (const answer of [
      await client.setStatus(thread, 'OPEN'),
      await client.call('PATCH', `/threads/${thread}`, { body: { subject: 'Other' } }),
      await client.sending(thread, ADA),
      await client.join(thread, 'agent:dan'),
      await client.leave(thread, ADA),
      await client.erase(thread, id),
      await client.call('PATCH', `/threads/${thread}/messages/${id}`, { body: { content: 'x' } }),
    ])
      expect([answer.status, answer.body.error.code], answer.text).toEqual([409, 'CONFLICT']);
    // An unchanged field, and a read-only field, do not change the thread.
    await client.ask(200, 'PATCH', `/threads/${thread}`, { body: { subject: 'Parcel' } });
    expect((await client.read(thread, ADA)).unreadCount).toBe(0);
    await client.expectNoMismatch();
  });

  test('never have the name of an operation as their id', async () => {
    for (const method of ['POST', 'PATCH']) {
      const { status, headers } = await client.call(method, '/threads/inbox', { body: {} });
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
  });

  test('reject null as status, and treat a null subject as omitted', async () => {
    const thread = await client.thread([], { subject: 'Parcel' });
    const refused = await client.call('PATCH', `/threads/${thread}`, { body: { status: null } });
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'BAD_REQUEST' } } });
    const kept = await client.ask(200, 'PATCH', `/threads/${thread}`, { body: { subject: null } });
    expect(kept.subject).toBe('Parcel');
  });

  test('stay unchanged by PATCH {}, and a PATCH can change only the subject', async () => {
    const thread = await client.thread([ADA]);
    const before = await client.ask(200, 'GET', `/threads/${thread}`);
    expect(await client.ask(200, 'PATCH', `/threads/${thread}`, { body: {} })).toEqual(before);
    const body = { subject: 'Other' };
    const after = await client.ask(200, 'PATCH', `/threads/${thread}`, { body });
    expect({ ...after, updatedAt: before.updatedAt }).toEqual({ ...before, ...body });
  });
});

describe('participants', () => {
  test('who join twice get 201, then 200, and the display name changes in every thread', async () => {
    const [one, two] = [await client.thread([ADA]), await client.thread([ADA, BEN])];
    const body = { ...keyOf(BEN), displayName: 'Ben' };
    const path = `/threads/${one}/participants`;
    const joined = await client.ask(201, 'POST', path, { body });
    expect(await client.ask(200, 'POST', path, { body: keyOf(BEN) })).toEqual(joined);
    const { participants, participantCount } = await client.ask(200, 'GET', `/threads/${two}`);
    expect(participants).toContainEqual(joined);
    expect(participantCount).toBe(2);
  });

  // contract: threads/participants-unique-external
  test('with the same external id in another role, or in another organization, are different participants', async () => {
    const stranger = await ThreadClient.of(app);
    const [thread] = [await client.thread(['customer:x', 'agent:x']), await stranger.thread([ADA])];
    await client.send(thread, 'customer:x');
    expect([await client.unread('customer:x'), await client.unread('agent:x')]).toEqual([0, 1]);
    expect(await stranger.unread('agent:x')).toBe(0);
  });

  // contract: threads/participants-unique-external
  test('who leave lose the thread, and keep the read cursor for a later return', async () => {
    const thread = await client.thread([ADA, BEN]);
    await client.send(thread, ADA);
    await client.read(thread, BEN);
    expect((await client.leave(thread, BEN)).status).toBe(200);
    expect((await client.inbox(BEN)).total).toBe(0);
    for (const answer of [
      await client.leave(thread, BEN),
      await client.reading(thread, BEN),
      await client.sending(thread, BEN),
    ])
      expect(answer.status).toBe(404);
    await client.send(thread, ADA);
    await client.send(thread, ADA);
    expect((await client.join(thread, BEN)).status).toBe(201);
    expect(await client.unread(BEN)).toBe(2);
    await client.expectNoMismatch();
  });

  test('are at most 10,000: the next one is rejected with 409, even if others have left', async () => {
    const thread = await client.thread([ADA]);
    await app.db.pool.query(
      `INSERT INTO thread_participants (org_id, thread_id, participant_id, left_at)
       SELECT $1, $2, 'participant_' || i, now() FROM generate_series(1, 9999) i`,
      [client.org.id, thread],
    );
    expect((await client.join(thread, BEN)).status).toBe(409);
    expect((await client.join(thread, ADA)).status).toBe(200);
    expect((await client.send(thread, ADA)).sequence).toBe(1);
    await client.expectNoMismatch();
  });

  test('are removed only by both the external id and the role', async () => {
    const thread = await client.thread([ADA]);
    const answer = await client.call('DELETE', `/threads/${thread}/participants?externalId=ada`);
    expect([answer.status, answer.body.error.details]).toEqual([
      400,
      [{ path: 'role', message: 'is required' }],
    ]);
  });
});

// contract: threads/events-without-personal
test('events have ids, and none of the content', async () => {
  const thread = await client.thread([ADA, BEN]);
  const { id } = await client.send(thread, ADA, 'secret words');
  const { participantId } = await client.read(thread, BEN);
  await client.read(thread, BEN);
  await client.setStatus(thread, 'CLOSED');
  await client.setStatus(thread, 'CLOSED');
  const { rows } = await app.db.pool.query(
    'SELECT type, body FROM events WHERE org_id = $1 ORDER BY id',
    [client.org.id],
  );
  const events = rows.map(({ type, body }) => [type, JSON.parse(body).data]);
  expect(events).toEqual([
    ['thread.created', { threadId: thread, channel: 'support' }],
    [
      'message.created',
      {
        threadId: thread,
        messageId: id,
        sequence: 1,
        participantId: expect.stringMatching(/^participant_/),
        type: 'TEXT',
      },
    ],
    ['thread.read', { threadId: thread, participantId, lastReadMessageId: id, unreadCount: 0 }],
    ['thread.status_changed', { threadId: thread, status: 'CLOSED', previousStatus: 'OPEN' }],
  ]);
});
