import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { ThreadClient } from '../../../../test/support/thread-client.ts';

const app = testApp({ rateLimits: undefined, role: 'api' });
let client: ThreadClient;
let thread: string;
beforeEach(async () => {
  client = await ThreadClient.of(app);
  thread = await client.thread([ADA, BEN]);
});

const ADA = 'customer:ada';
const BEN = 'agent:ben';
function path(id = '') {
  return `/threads/${thread}/messages${id && `/${id}`}`;
}
const FROM = { participantExternalId: 'ada', participantRole: 'customer' };

describe('sending', () => {
  test('returns 201 with the message; sequences start at 1', async () => {
    const body = { ...FROM, content: ' Hello\u0007\u202e ', type: 'FILE' };
    const message = await client.ask(201, 'POST', path(), { body });
    expect(message).toEqual({
      id: expect.stringMatching(/^message_/),
      threadId: thread,
      sequence: 1,
      participantId: expect.stringMatching(/^participant_/),
      ...body,
      createdAt: expect.any(String),
      editedAt: null,
      deletedAt: null,
    });
    expect((await client.send(thread, BEN)).sequence).toBe(2);
    const { items } = await client.ask(200, 'GET', path());
    expect(items[0]).toEqual(message);
    expect(items[1].type).toBe('TEXT');
  });

  test('a rejected message has no effect on messages that were sent with it', async () => {
    const closed = await client.thread([ADA]);
    await client.setStatus(closed, 'CLOSED');
    const answers = await Promise.all([
      client.sending(thread, ADA),
      client.sending(thread, 'agent:stranger'),
      client.sending(closed, ADA),
      client.sending('thread_00000000000000000000000000', ADA),
      client.sending('nonsense', ADA),
      client.sending(thread, BEN),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 404, 409, 404, 404, 201]);
    expect(answers[1]!.body.error.message).toBe('participant not found');
    const sequences = [answers[0]!, answers[5]!].map(({ body }) => body.data.sequence);
    expect(sequences.toSorted()).toEqual([1, 2]);
    await client.expectNoMismatch();
  });

  test('a rejection is recorded under an idempotency key, and a repeated request sends nothing', async () => {
    const key = (value: string) => ({ headers: { 'idempotency-key': value } });
    const first = await client.sending(thread, ADA, 'x', key('a'));
    expect((await client.sending(thread, ADA, 'x', key('a'))).text).toBe(first.text);
    const refused = await client.sending(thread, 'agent:chi', 'x', key('b'));
    await client.join(thread, 'agent:chi');
    const again = await client.sending(thread, 'agent:chi', 'x', key('b'));
    expect([refused.status, again.text]).toEqual([404, refused.text]);
    expect(await client.unread(BEN)).toBe(1);
  });

  // contract: threads/messages-sequence-paging
  test('many concurrent messages gives each one a sequence, in the order of the list', async () => {
    const sent = await Promise.all(Array.from({ length: 60 }, () => client.send(thread, ADA)));
    expect(sent.map(({ sequence }) => sequence).toSorted((a, b) => a - b)).toEqual(
      sent.map((_, i) => i + 1),
    );
    const { items } = await client.ask(200, 'GET', `${path()}?limit=100`);
    const ids = sent.toSorted((a, b) => a.sequence - b.sequence).map(({ id }) => id);
    expect(items.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(await client.unread(BEN)).toBe(60);
  });

  test.each([
    ['64 KiB in one-byte characters', 'x'.repeat(65_536), 201],
    ['64 KiB in four-byte characters', '😀'.repeat(16_384), 201],
    ['one byte more', `${'é'.repeat(32_767)}xyz`, 400],
    ['nothing', '', 400],
  ])('%s', async (_, content, status) => {
    const answer = await client.sending(thread, ADA, content);
    expect(answer.status).toBe(status);
    if (status === 201) expect(answer.body.data.content).toBe(content);
    else expect(answer.body.error.details[0].path).toBe('content');
  });
});

describe('the list', () => {
  const list = async (query: string): Promise<[number[], boolean, number]> => {
    const { items, hasMore, limit } = await client.ask(200, 'GET', `${path()}?${query}`);
    return [items.map(({ sequence }: { sequence: number }) => sequence), hasMore, limit];
  };

  // contract: threads/messages-sequence-paging
  test('returns pages by sequence in both directions, oldest first', async () => {
    for (let i = 0; i < 7; i++) await client.send(thread, ADA);
    expect(await list('limit=3')).toEqual([[1, 2, 3], true, 3]);
    expect(await list('after=3&limit=3')).toEqual([[4, 5, 6], true, 3]);
    expect(await list('after=6')).toEqual([[7], false, 20]);
    expect(await list('after=7')).toEqual([[], false, 20]);
    expect(await list('before=5&limit=3')).toEqual([[2, 3, 4], true, 3]);
    expect(await list('before=2&limit=3')).toEqual([[1], false, 3]);
    expect(await list('before=6&after=2&limit=2')).toEqual([[3, 4], true, 2]);
    expect(await list('limit=999999999999999999')).toEqual([[1, 2, 3, 4, 5, 6, 7], false, 100]);
  });

  test.each(['before=-1', 'after=x', 'before=1.5', 'limit=0', 'after=99999999999999999999'])(
    'returns 400 for %s',
    async (query) => {
      await client.ask(400, 'GET', `${path()}?${query}`);
    },
  );
});

describe('editing and deleting', () => {
  // contract: threads/messages-sequence-paging
  test('replaces the content, does not reorder anything, and appears in the inbox', async () => {
    const first = await client.send(thread, ADA, 'one');
    const last = await client.send(thread, ADA, 'two');
    await client.read(thread, BEN);
    const body = { content: 'two,\nedited' };
    const edited = await client.ask(200, 'PATCH', path(last.id), { body });
    expect(edited).toEqual({ ...last, ...body, editedAt: expect.any(String) });
    expect(await client.ask(200, 'PATCH', path(last.id), { body })).toEqual(edited);
    expect(await client.ask(200, 'PATCH', path(last.id), { body: {} })).toEqual(edited);
    await client.ask(200, 'PATCH', path(first.id), { body: { content: 'one, edited' } });
    const [item] = (await client.inbox(BEN)).items;
    expect([item!.lastMessage!.content, item!.unreadCount]).toEqual(['two, edited', 0]);
  });

  // contract: threads/messages-sequence-paging
  test('leaves a tombstone of a deleted message, without content, which is not counted', async () => {
    const [one, two, three] = [
      await client.send(thread, ADA, 'one'),
      await client.send(thread, ADA, 'two'),
      await client.send(thread, ADA, 'three'),
    ];
    expect((await client.erase(thread, three.id)).body.data).toEqual({
      id: three.id,
      deleted: true,
    });
    expect((await client.erase(thread, three.id)).status).toBe(200);
    const { items } = await client.ask(200, 'GET', path());
    expect(items[2]).toEqual({ ...three, content: null, deletedAt: expect.any(String) });
    const shown = async () => {
      const [item] = (await client.inbox(BEN)).items;
      return [item!.thread.messageCount, item!.unreadCount, item!.lastMessage?.content ?? null];
    };
    expect(await shown()).toEqual([2, 2, 'two']);
    await client.erase(thread, one.id);
    await client.erase(thread, two.id);
    expect(await shown()).toEqual([0, 0, null]);
    expect((await client.call('PATCH', path(two.id), { body: { content: 'x' } })).status).toBe(409);
    const { rows } = await app.db.pool.query(
      'SELECT last_message_preview FROM threads WHERE id = $1',
      [thread],
    );
    expect(rows[0].last_message_preview).toBeNull();
    expect((await client.send(thread, ADA, 'four')).sequence).toBe(4);
    expect(await shown()).toEqual([1, 1, 'four']);
    await client.expectNoMismatch();
  });

  test('does not find a message of another thread', async () => {
    const other = await client.thread([ADA]);
    const { id } = await client.send(other, ADA);
    expect((await client.erase(thread, id)).status).toBe(404);
    await client.ask(404, 'PATCH', path(id), { body: { content: 'x' } });
    expect((await client.reading(thread, ADA, id)).status).toBe(404);
  });
});
