import * as fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { InboxListener } from '../../../../test/support/inbox-listener.ts';
import { ThreadClient } from '../../../../test/support/thread-client.ts';
import type { Database } from '../../../platform/db/database.ts';
import { FANOUT_LIMIT } from '../inbox/schemas.ts';
import { findMismatches, repair } from './reconcile.ts';
import { anyCharacter } from '../../../../test/support/any-character.ts';

const ADA = 'customer:ada';
const BEN = 'agent:ben';

const app = testApp({ rateLimits: undefined, role: 'api' });
let client: ThreadClient;
let db: Database;
let thread: string;
beforeEach(async () => {
  client = await ThreadClient.of(app);
  db = await app.dbOf(client.org.id);
  thread = await client.thread([ADA, BEN]);
  await client.send(thread, ADA, 'first');
  await client.send(thread, BEN, 'last');
  await client.read(thread, ADA);
});

test.each([
  ['thread', 'threads SET message_count = 3 WHERE id = $1'],
  ['thread', 'threads SET last_sequence = 9 WHERE id = $1'],
  ['thread', "threads SET last_message_id = 'message_x' WHERE id = $1"],
  ['thread', 'threads SET last_message_sequence = 1 WHERE id = $1'],
  ['thread', "threads SET last_message_preview = 'other' WHERE id = $1"],
  ['thread', "threads SET last_message_type = 'FILE' WHERE id = $1"],
  ['thread', 'threads SET last_message_at = now() WHERE id = $1'],
  ['thread', 'threads SET last_activity_at = now() WHERE id = $1'],
  ['thread', 'threads SET participant_count = 90 WHERE id = $1'],
  ['participant', 'thread_participants SET seen_count = 0 WHERE thread_id = $1'],
  ['participant', 'thread_participants SET unread_count = 7 WHERE thread_id = $1'],
  ['participant', "thread_participants SET status = 'CLOSED' WHERE thread_id = $1"],
  ['participant', 'thread_participants SET last_activity_at = now() WHERE thread_id = $1'],
  [
    'participant',
    "thread_participants SET last_read_message_id = 'x' WHERE thread_id = $1 AND last_read_sequence > 0",
  ],
  [
    'participant',
    'thread_participants SET last_read_sequence = 500 WHERE thread_id = $1 AND last_read_sequence > 0',
  ],
  [
    'inbox',
    'inbox_counts SET unread_count = unread_count + 1 WHERE org_id = (SELECT org_id FROM threads WHERE id = $1)',
  ],
])('a change of a %s by SQL is found and repaired: %s', async (what, change) => {
  const before = await client.inbox(BEN);
  await db.query(`UPDATE ${change}`, [thread]);
  const found = (await findMismatches(db.read, client.org.id)).map((one) => one.what);
  expect(found).toContain(what);
  const { ok, repaired } = await repair(db, client.org.id);
  expect([ok, repaired.threads + repaired.inboxes > 0]).toEqual([true, true]);
  await client.expectNoMismatch();
  expect(await client.inbox(BEN)).toEqual(before);
});

test('a repaired read cursor beyond the newest message hides no later message', async () => {
  await sql`UPDATE thread_participants SET last_read_sequence = 500 WHERE thread_id = ${thread}`.execute(
    db.read,
  );
  expect((await repair(db, client.org.id)).ok).toBe(true);
  await client.send(thread, BEN);
  expect(await client.unread(ADA)).toBe(1);
  await client.expectNoMismatch();
});

test('open streams send a repaired count', async () => {
  const ben = await new InboxListener(client.org.key, BEN).connected(app);
  await sql`UPDATE inbox_counts SET unread_count = unread_count + 5 WHERE org_id = ${client.org.id}`.execute(
    db.read,
  );
  await client.send(thread, ADA);
  await expect.poll(() => ben.unread).toBe(7);
  await repair(db, client.org.id);
  await expect.poll(() => ben.unread, { interval: 5 }).toBe(2);
  ben.disconnect();
});

test('repairs other differences despite any number of permanent ones', async () => {
  const others = [thread, await client.thread([ADA]), await client.thread([ADA])];
  const last = others.toSorted().at(-1)!;
  for (const id of others) for (let i = 0; i < 2; i++) await client.send(id, ADA);
  // A gap between sequences cannot be repaired.
  await sql`DELETE FROM messages WHERE org_id = ${client.org.id} AND sequence = 1`.execute(db.read);
  await sql`UPDATE threads SET message_count = 7 WHERE id = ${last}`.execute(db.read);
  const { ok, differences } = await repair(db, client.org.id, 2);
  expect([ok, differences.filter(({ what }) => what === 'thread').length]).toEqual([false, 3]);
  const left = await findMismatches(db.read, client.org.id);
  expect(left.map(({ what, thread_id }) => [what, thread_id])).toEqual(
    others.toSorted().map((id) => ['thread', id]),
  );
  const { rows } = await sql`SELECT message_count FROM threads WHERE id = ${last}`.execute(db.read);
  expect(rows).toEqual([{ message_count: last === thread ? 3 : 1 }]);
});

test('a repair waits for concurrent senders and loses none of their counts', async () => {
  const large = await client.thread([
    ADA,
    ...Array.from({ length: FANOUT_LIMIT }, (_, i) => `w:${i}`),
  ]);
  await client.send(large, ADA);
  for (const [table, column] of [
    ['threads', 'message_count'],
    ['thread_participants', 'seen_count'],
    ['inbox_counts', 'unread_count'],
  ] as const)
    await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = 5 WHERE org_id = ${client.org.id}`.execute(
      db.read,
    );
  const sends = Array.from({ length: 30 }, (_, i) => client.send(i % 3 ? thread : large, ADA));
  await Promise.all([repair(db, client.org.id), ...sends]);
  expect((await repair(db, client.org.id)).ok).toBe(true);
  await client.expectNoMismatch();
  expect(await client.unread(BEN)).toBe(21);
});

/** The test uses the standards' own names of these characters. */
function previewOf(content: string): string {
  const line = content
    .replaceAll(/\r\n|[\t\n\v\f\r\u0085\u2028\u2029]/gu, ' ')
    .replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '');
  return [...line].slice(0, 140).join('');
}

test('accepts a preview as it was written', async () => {
  const unit = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 3 }),
    fc.constantFrom(
      'a',
      '😀',
      '\r\n',
      '\r',
      '\n',
      '\t',
      '\u0085',
      '\u202e',
      '\u061c',
      '\u009b',
      '\u2029',
    ),
  );
  const contents = fc
    .sample(fc.array(unit, { minLength: 1, maxLength: 200 }), 60)
    .map((units) => units.join('').replaceAll('\0', '').toWellFormed() || 'x');
  await Promise.all(
    contents.map(async (content) => client.send(await client.thread([ADA]), ADA, content)),
  );
  const { rows } = await sql<{ shown: string; content: string }>`
    SELECT t.last_message_preview AS shown, m.content FROM threads t JOIN messages m ON m.id = t.last_message_id
    WHERE t.org_id = ${client.org.id}`.execute(db.read);
  for (const { shown, content } of rows) expect(shown).toBe(previewOf(content));
  await client.expectNoMismatch();
});
