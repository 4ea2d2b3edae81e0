import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importFromOrigin, Refresher } from '../../src/modules/lists/index.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import { OutboundClient } from '../../src/platform/outbound/client.ts';
import { startTestApp, TEST_SECRET, type TestApp } from '../support/app.ts';
import { cleanUp, cli } from '../support/process.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';

const SOURCE = 'test:killed';
const PATH = '/killed.csv';

let app: TestApp;
let receiver: Receiver;
let outbound: OutboundClient;
let folder: string;
beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
  receiver = await startReceiver();
  outbound = new OutboundClient({ allow: ['127.0.0.1'] });
  folder = await mkdtemp(join(tmpdir(), 'oriki-killed-'));
});
afterAll(async () => {
  await outbound.close();
  await receiver.stop();
  await app.stop();
  await cleanUp();
  await rm(folder, { recursive: true });
});

function serve(count: number): void {
  const rows = Array.from({ length: count }, (_, i) => `${i},Person Number${i}\n`);
  const body = `id,name\n${rows.join('')}`;
  const headers = { 'content-length': String(body.length) };
  receiver.behave(PATH, { status: 200, headers, body });
}

test('a rejected file that two operators accept is imported once by another process when the first one is killed', async () => {
  const parts = {
    outbound,
    keys: () => Promise.reject(new Error('not needed')),
    folder,
    maxBytes: 100_000,
    timeoutMs: 60_000,
    signal: new AbortController().signal,
  };
  const refresher = new Refresher({ ...parts, db: app.db, log: createLogger('silent') });
  const origin = { format: 'csv', main: receiver.url(PATH), aliases: null, everySeconds: null };
  serve(120);
  const { list } = await importFromOrigin(app.db, parts, {
    kind: 'sanctions',
    source: SOURCE,
    origin,
  });
  serve(40);
  expect(await refresher.refresh(SOURCE)).toMatchObject({ ok: false });
  const key = await app.platformKey();
  const asked = await app.call('POST', '/api/v1/admin/approvals', {
    key,
    body: { action: 'global_list.shrink', objectId: list.id },
  });
  const show = async (path: string) => {
    return (await app.call('GET', `/api/v1/admin/${path}`, { key })).body.data;
  };
  const approval = () => show(`approvals/${asked.body.data.id}`);

  receiver.behave(PATH, 'headers-only-then-hang');
  const before = receiver.requests.length;
  const kill = Promise.withResolvers<void>();
  const dying = cli(
    ['list', 'refresh', '--source', SOURCE, '--allow-shrink'],
    { ...app.env, ORIKI_SECRET: TEST_SECRET, ORIKI_OUTBOUND_ALLOW: '127.0.0.1' },
    kill.promise,
  );
  await receiver.waitFor(before + 1, { path: PATH });
  kill.resolve();
  expect((await dying).signal).toBe('SIGKILL');
  expect(await approval()).toMatchObject({ status: 'approved', answeredBy: { kind: 'command' } });
  expect(await show(`lists/${list.id}`)).toMatchObject({
    entryCount: 120,
    origin: { acceptsRefused: true },
  });

  serve(40);
  await app.db.pool.query(`UPDATE global_list_origins SET leased_until = now() - interval '1 s'`);
  const workers = await Promise.all([1, 2, 3].map(() => refresher.refreshDue(parts.signal)));
  expect(workers.filter(Boolean)).toHaveLength(1);
  expect(await show(`lists/${list.id}`)).toMatchObject({
    entryCount: 40,
    revision: 2,
    origin: { refused: null, acceptsRefused: false },
  });
  const log = await show(`audit?object=${asked.body.data.id}&action=approval.approve`);
  expect(log.total).toBe(1);
});
