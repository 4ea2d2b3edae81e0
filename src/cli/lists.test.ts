import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, TEST_SECRET, type TestApp } from '../../test/support/app.ts';
import { startReceiver, type Receiver } from '../../test/support/receiver.ts';
import { PLATFORM } from '../platform/audit/action.ts';
import { Egress } from '../platform/outbound/egress.ts';
import type { Opened } from './commands.ts';
import { listCommands } from './lists.ts';
import { parse } from './parser.ts';
import { loadConfig } from '../config/config.ts';

let app: TestApp;
let receiver: Receiver;
let dataDir: string;
let opened: Opened;
beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
  receiver = await startReceiver();
  dataDir = await mkdtemp(join(tmpdir(), 'oriki-cli-lists-'));
  const config = loadConfig({ ORIKI_OUTBOUND_ALLOW: '127.0.0.1', ORIKI_DATA_DIR: dataDir });
  const egress = new Egress({
    allow: config.outboundAllow,
    hosts: undefined,
    noOrganization: PLATFORM,
    write: async () => {},
    onFailure: () => {},
  });
  opened = { db: app.db, config, secret: TEST_SECRET, egress } as unknown as Opened;
});
afterAll(async () => {
  await receiver.stop();
  await app.stop();
  await rm(dataDir, { recursive: true });
});

/** Runs a command line and returns its answer. */
async function run(...args: string[]): Promise<Record<string, unknown>> {
  const { name, flags } = parse([
    'list',
    ...args,
    ...(['list', 'sources'].includes(args[0]!) || args.includes('--source')
      ? []
      : ['--source', 'pep']),
  ]);
  const command = listCommands[name]!;
  const answer =
    'run' in command
      ? app.db.transaction((tx) => command.run(tx, flags, opened))
      : command.runWith(opened, flags);
  return (await answer) as Record<string, unknown>;
}

function serve(body: string): void {
  return receiver.behave('/pep.csv', {
    status: 200,
    headers: { 'content-length': String(body.length) },
    body,
  });
}

test('imports a list from a URL, refreshes it, shows its changes, and removes its origin', async () => {
  const url = receiver.url('/pep.csv');
  const from = ['--kind', 'pep', '--format', 'csv', '--url', url];
  const failed = { ok: false, error: `${url}: the server answered 404` };
  receiver.behave('/pep.csv', { status: 404 });
  expect(await run('import', ...from)).toEqual(failed);
  serve('id,name\n1,Obinna Ada\n');
  expect(await run('import', ...from, '--every', '24h')).toMatchObject({
    added: 1,
    list: { origin: { location: url, refreshEverySeconds: 86_400 } },
  });
  serve('id,name\n2,Musa Bello\n');
  expect(await run('refresh')).toMatchObject({
    ok: true,
    outcome: 'changed',
    added: 1,
    removed: 1,
    list: { revision: 2 },
  });
  receiver.behave('/pep.csv', { status: 404 });
  expect(await run('refresh')).toMatchObject({
    ...failed,
    list: { revision: 2 },
  });
  expect(await run('changes', '--from', '1')).toMatchObject({
    items: [
      { change: 'removed', name: 'Obinna Ada' },
      { change: 'added', name: 'Musa Bello' },
    ],
  });
  await expect(run('changes', '--from', '7')).rejects.toMatchObject({
    message: expect.stringContaining('from: no version with this revision is stored'),
  });
  expect(await run('list')).toMatchObject({
    items: [
      { source: 'pep', name: 'pep', entryCount: 1, revision: 2, importedAt: expect.any(String) },
    ],
    total: 1,
  });
  expect(await run('versions', '--limit', '1')).toMatchObject({
    items: [{ revision: 2, origin: url }],
    total: 2,
  });
  expect(await run('origin', '--file', 'pep.csv', '--every', '7d')).toMatchObject({
    origin: { location: expect.stringMatching(/^\/.*\/pep\.csv$/), refreshEverySeconds: 604_800 },
  });
  const query = '?token=hush';
  serve('id,name\n2,Musa Bello\n');
  expect(JSON.stringify(await run('origin', '--url', url + query))).not.toContain('hush');
  expect(JSON.stringify(await run('refresh'))).not.toContain('hush');
  expect(receiver.requests.at(-1)!.query).toBe(query);
  expect(JSON.stringify(await run('import', ...from.slice(0, -1), url + query))).not.toContain(
    'hush',
  );
  const { rows } = await app.db.pool.query('SELECT * FROM global_list_origins');
  expect(JSON.stringify(rows)).not.toContain('hush');
  expect(await run('origin', '--none')).toMatchObject({ origin: null });
  await expect(run('refresh')).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('a file with any columns is imported by a mapping, imported again unchanged, and refreshed', async () => {
  const [mapping, file] = [join(dataDir, 'mapping.yaml'), join(dataDir, 'people.csv')];
  await writeFile(mapping, 'format: csv\nfields: { id: Ref, name: [First, Last], dobs: [Born] }\n');
  await writeFile(file, 'Ref,First,Last,Born\n1,Obinna,Ada,1950\n');
  const from = ['--kind', 'pep', '--source', 'mapped', '--mapping', mapping, '--file', file];
  expect(await run('import', ...from)).toMatchObject({
    added: 1,
    skipped: false,
    list: { format: 'mapped' },
  });
  expect(await run('import', ...from)).toMatchObject({ unchanged: 1, skipped: true });
  expect(await run('import', ...from, '--every', '24h')).toMatchObject({ skipped: true });
  await writeFile(file, 'Ref,First,Last,Born\n1,Obinna,Ada,1951\n');
  expect(await run('refresh', '--source', 'mapped')).toMatchObject({ changed: 1, ok: true });
});

test('publishers are found by a part of their source or name, in any case', async () => {
  const sourcesOf = async (...args: string[]) =>
    ((await run('sources', ...args)) as { items: { source: string }[] }).items.map(
      ({ source }) => source,
    );
  const all = await sourcesOf();
  expect(await sourcesOf('OFAC')).toEqual([
    'ofac:consolidated',
    'ofac:consolidated-advanced',
    'ofac:sdn',
    'ofac:sdn-advanced',
  ]);
  expect(all.length).toBeGreaterThan(10);
  expect(await sourcesOf('switzerland')).toEqual(['ch:seco']);
  expect(await sourcesOf('nobody')).toEqual([]);
});

test('an invalid mapping is rejected with all its problems', async () => {
  const mapping = join(dataDir, 'wrong.yaml');
  const from = ['--kind', 'pep', '--mapping', mapping, '--file', '/dev/null'];
  await writeFile(mapping, 'format: xls\nfields: { names: x }\n');
  await expect(run('import', ...from)).rejects.toThrow(/format.*fields/s);
  await writeFile(mapping, 'format: xml\nfields: { name: [n] }\n');
  await expect(run('import', ...from)).rejects.toThrow(/root: is required.*entry: is required/s);
  await expect(run('import', ...from, '--format', 'csv')).rejects.toThrow(
    'not allowed with --format',
  );
});

test.each([
  ['--url must not point to', ['--url', 'https://10.0.0.1/a.csv']],
  [
    '--aliases-url must start with https',
    ['--url', 'https://a.org/', '--aliases-url', 'ftp://a.org/'],
  ],
  ['--every must be a time such as 90m', ['--url', 'https://a.org/', '--every', '5m']],
  ['one of --url and --file', ['--url', 'https://a.org/', '--file', '/dev/null']],
  ['one of --url and --file', []],
])('rejects the flags of an origin with the message: %s…', async (said, args) => {
  await expect((async () => run('origin', ...args))()).rejects.toThrow(said);
});
