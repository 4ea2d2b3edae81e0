import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, TEST_SECRET, type TestApp } from '../../../../test/support/app.ts';
import { keyOf, ThreadClient, type Who } from '../../../../test/support/thread-client.ts';
import { clock } from '../../../platform/clock.ts';
import { EventStream } from '../../../platform/http/event-stream.ts';
import { InboxStreams } from './inbox-streams.ts';
import { deleteChanges, selectPosition } from './store.ts';

const ADA: Who = 'customer:ada';
const BEN: Who = 'agent:ben';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ role: 'api', rateLimits: undefined });
});
afterAll(() => app.stop());

/** A connection whose other end takes what was written only when it is told to. */
class SlowConnection extends Writable {
  #taken: (() => void) | undefined;
  readonly texts: string[] = [];

  constructor() {
    super({ highWaterMark: 1, decodeStrings: false });
  }

  override _write(chunk: string, _encoding: string, taken: () => void): void {
    this.texts.push(chunk);
    this.#taken = taken;
  }

  take(): void {
    const taken = this.#taken;
    this.#taken = undefined;
    taken?.();
  }
}

/** A stream of Ben's inbox in an organization of its own. */
async function listen() {
  const client = await ThreadClient.of(app);
  const streams = new InboxStreams(app.db.read, TEST_SECRET, undefined as never);
  const connection = new SlowConnection();
  const stream = new EventStream(connection as never);
  streams.subscribe(client.org.id, keyOf(BEN), '')(stream);
  await expect.poll(() => connection.texts.length).toBe(1);
  const close = async (): Promise<void> => {
    stream.onClose();
    await streams.stop();
  };
  return { client, streams, connection, close };
}

/** Takes all that comes until there is something with this text. @returns that */
async function untilText(connection: SlowConnection, text: string): Promise<string> {
  const find = () => connection.texts.find((one) => one.includes(text));
  await expect
    .poll(() => {
      connection.take();
      return find() !== undefined;
    })
    .toBe(true);
  return find()!;
}

test('who reads slowly keeps no queue: what changed meanwhile is sent once, as it is then', async () => {
  const { client, streams, connection, close } = await listen();
  const thread = await client.thread([ADA, BEN]);
  for (let i = 1; i <= 20; i++) {
    await client.send(thread, ADA, `Message ${i}`);
    streams.wake();
  }
  // It is told of nothing while it takes nothing.
  expect(connection.texts.length).toBe(1);
  expect(connection.writableLength).toBe(connection.texts[0]!.length);
  const text = await untilText(connection, 'Message 20');
  const names = [...text.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name);
  expect(names).toEqual(['item', 'unread']);
  await client.send(thread, ADA, 'Message 21');
  streams.wake();
  expect(await untilText(connection, 'Message 21')).toContain('"count":21');
  expect(connection.texts.join('')).not.toMatch(/Message 1?\d"/);
  await close();
});

test('who could not follow the log for long is told what was removed from it meanwhile', async () => {
  const { client, streams, connection, close } = await listen();
  connection.take();
  await expect.poll(() => connection.texts.length).toBe(2);
  connection.take();
  const laterMs = clock.monotonicMs() + 60_000;
  const spy = vi.spyOn(clock, 'monotonicMs').mockReturnValue(laterMs);
  await client.send(await client.thread([ADA, BEN]), ADA, 'Long ago');
  await sql`DELETE FROM inbox_changes`.execute(app.db.read);
  streams.wake();
  await untilText(connection, 'Long ago');
  spy.mockRestore();
  await close();
});

test('the log is shortened by what had ended, not by what was under way', async () => {
  const client = await ThreadClient.of(app);
  const thread = await client.thread([ADA, BEN]);
  const left = async (): Promise<number> => {
    const all = sql`SELECT FROM inbox_changes WHERE org_id = ${client.org.id}`;
    return (await all.execute(app.db.read)).rows.length;
  };
  expect(await left()).toBe(1);
  const slow = await app.db.pool.connect();
  await slow.query('BEGIN');
  await slow.query('INSERT INTO inbox_changes (org_id, thread_id) VALUES ($1, $2)', [
    client.org.id,
    thread,
  ]);
  const { rows } = await slow.query('SELECT pg_current_xact_id()::text AS xid');
  const { xid } = rows[0] as { xid: string };
  await client.send(thread, ADA);
  // What a snapshot begins with is the oldest transaction under way on the server, perhaps one of another database.
  const begins = (await selectPosition(app.db.read)).split(':')[0]!;
  expect(BigInt(begins)).toBeLessThanOrEqual(BigInt(xid));
  const next = BigInt(xid) + 1n;
  await deleteChanges(app.db.read, `${xid}:${next}:${xid}`);
  await slow.query('COMMIT');
  slow.release();
  // The one that was under way, and the one that began after it.
  expect(await left()).toBe(2);
  const end = (await selectPosition(app.db.read)).split(':')[1]!;
  await deleteChanges(app.db.read, `${end}:${end}:`);
  expect(await left()).toBe(0);
});
