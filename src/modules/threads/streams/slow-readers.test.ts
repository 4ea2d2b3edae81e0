import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, TEST_SECRET, type TestApp } from '../../../../test/support/app.ts';
import { keyOf, ThreadClient, type Who } from '../../../../test/support/thread-client.ts';
import { EventStream } from '../../../platform/http/event-stream.ts';
import { InboxStreams } from './inbox-streams.ts';

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

test('who reads slowly keeps no queue: what changed meanwhile is sent once, as it is then', async () => {
  const client = await ThreadClient.of(app);
  const streams = new InboxStreams(app.db.read, TEST_SECRET, undefined as never);
  const connection = new SlowConnection();
  const stream = new EventStream(connection as never);
  streams.subscribe(client.org.id, keyOf(BEN), '')(stream);
  await expect.poll(() => connection.texts.length).toBe(1);
  const thread = await client.thread([ADA, BEN]);
  for (let i = 1; i <= 20; i++) {
    await client.send(thread, ADA, `Message ${i}`);
    streams.wake();
  }
  // It is told of nothing while it takes nothing.
  expect(connection.texts.length).toBe(1);
  expect(connection.writableLength).toBe(connection.texts[0]!.length);
  connection.take();
  await expect.poll(() => connection.texts.length).toBe(2);
  const names = [...connection.texts[1]!.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name);
  expect(names).toEqual(['item', 'unread']);
  expect(connection.texts[1]).toContain('Message 20');
  connection.take();
  await client.send(thread, ADA, 'Message 21');
  streams.wake();
  await expect.poll(() => connection.texts.length).toBe(3);
  expect(connection.texts[2]).toContain('"count":21');
  stream.onClose();
  await streams.stop();
});
