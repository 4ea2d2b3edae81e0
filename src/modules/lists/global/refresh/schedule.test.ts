import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../../test/support/app.ts';
import { trustTestCa } from '../../../../../test/support/certificates.ts';
import { startReceiver, type Receiver } from '../../../../../test/support/receiver.ts';
import { ScreeningClient } from '../../../../../test/support/screening-client.ts';
import { OutboundClient } from '../../../../platform/outbound/client.ts';
import { importFromOrigin } from './origins.ts';
import { within } from '../../../../../test/support/within.ts';

const ALLOWED = ['127.0.0.1'];

let api: TestApp;
let origin: Receiver;
let folder: string;
let distrust: () => void;
beforeAll(async () => {
  distrust = await trustTestCa();
  origin = await startReceiver({ tls: true });
  folder = await mkdtemp(join(tmpdir(), 'oriki-schedule-'));
  api = await startTestApp({ role: 'api' });
});
afterAll(async () => {
  await api.stop();
  await origin.stop();
  await rm(folder, { recursive: true });
  distrust();
});

/** A file behind https, with an ETag. */
function serve(path: string, names: string[]): void {
  const body = `name\n${names.join('\n')}\n`;
  const etag = `"${createHash('md5').update(body).digest('hex')}"`;
  origin.behave(path, ({ headers }) =>
    headers['if-none-match'] === etag
      ? { status: 304 }
      : { status: 200, headers: { etag, 'content-length': String(body.length) }, body },
  );
}

test('a scheduled refresh makes a version with hits for a changed list, makes none for an unchanged list, and keeps a list that shrank', async () => {
  const client = await ScreeningClient.of(api);
  const key = await api.platformKey();
  const people = Array.from({ length: 120 }, (_, i) => `Person Number${i}`);
  const outbound = new OutboundClient({ allow: ALLOWED });
  const make = async (source: string, names: string[]): Promise<string> => {
    serve(`/${source}`, names);
    const parts = {
      outbound,
      keys: () => Promise.reject(new Error('not needed')),
      folder,
      maxBytes: 100_000,
      timeoutMs: 10_000,
      signal: new AbortController().signal,
    };
    const { list } = await importFromOrigin(api.db, parts, {
      kind: 'sanctions',
      source,
      origin: {
        format: 'csv',
        main: origin.url(`/${source}`),
        aliases: null,
        everySeconds: 3600,
      },
    });
    return list.id;
  };
  const [changed, same, shrunk] = [
    await make('changed', ['Obinna Ada']),
    await make('same', ['Musa Bello']),
    await make('shrunk', people),
  ];
  await outbound.close();
  await client.enrol('customer-1', 'Leopoldine Achterberg');
  expect(await client.hits()).toEqual([]);
  serve('/changed', ['Obinna Ada', 'Leopoldine Achterberg']);
  serve('/shrunk', people.slice(0, 10));
  // This run is one hour later.
  await api.db.pool.query("UPDATE global_list_origins SET due_at = due_at - interval '1 hour'");
  const worker = await startTestApp(
    { role: 'worker', outboundAllow: ALLOWED, dataDir: folder },
    api.databaseUrl,
  );
  const show = async (id: string) =>
    (await api.call('GET', `/api/v1/admin/lists/${id}`, { key })).body.data;
  try {
    await expect
      .poll(() => client.hits(), { timeout: within(60_000), interval: 100 })
      .toMatchObject([{ subjectId: 'customer-1', listId: changed, status: 'open', score: 100 }]);
    await expect
      .poll(async () => (await show(shrunk)).origin.error, {
        timeout: within(60_000),
        interval: 100,
      })
      .toContain('would remove 110 of 120 entries');
    await expect
      .poll(async () => Date.parse((await show(same)).origin.dueAt), { timeout: within(60_000) })
      .toBeGreaterThan(Date.now());
  } finally {
    await worker.stop();
  }
  expect(await show(changed)).toMatchObject({ revision: 2, entryCount: 2 });
  expect(await show(same)).toMatchObject({ revision: 1, origin: { error: null, failures: 0 } });
  expect(await show(shrunk)).toMatchObject({ revision: 1, entryCount: 120 });
  const versions = await api.call('GET', `/api/v1/admin/lists/${same}/versions`, { key });
  expect(versions.body.data.total).toBe(1);
  expect(origin.requests.filter(({ path }) => path === '/same')).toHaveLength(2);
  expect(await client.events()).toMatchObject([{ listId: changed, subjectId: 'customer-1' }]);
});
