import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, TEST_SECRET, type TestApp } from '../../../../../test/support/app.ts';
import { startReceiver, type Receiver } from '../../../../../test/support/receiver.ts';
import { openEnvelopes, type Envelopes } from '../../../../platform/crypto/envelopes.ts';
import { createLogger } from '../../../../platform/observability/logger.ts';
import { OutboundClient } from '../../../../platform/outbound/client.ts';
import type { Actor } from '../../../../platform/audit/action.ts';
import { operatorsApprovals } from '../../../approvals/index.ts';
import { getGlobalList } from '../lists.ts';
import type { GlobalList } from '../schemas.ts';
import { listVersions } from '../versions/versions.ts';
import { importFromOrigin } from './origins.ts';
import { refusedFile } from './override.ts';
import { Refresher } from './refresher.ts';

const MAX_BYTES = 100_000;
const DAY = 86_400;

let app: TestApp;
let receiver: Receiver;
let outbound: OutboundClient;
let folder: string;
let envelopes: Envelopes;
function keys() {
  return Promise.resolve(envelopes);
}
let refresher: Refresher;
beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
  receiver = await startReceiver();
  outbound = new OutboundClient({ allow: ['127.0.0.1'] });
  folder = await mkdtemp(join(tmpdir(), 'oriki-lists-'));
  envelopes = await openEnvelopes({
    kms: 'local',
    keyFile: join(folder, 'keys.json'),
    serverSecret: TEST_SECRET,
  });
  refresher = makeRefresher();
});
afterAll(async () => {
  await outbound.close();
  await receiver.stop();
  await app.stop();
  await rm(folder, { recursive: true });
});

const running = new AbortController().signal;
function makeRefresher(timeoutMs = 60_000): Refresher {
  return new Refresher({
    db: app.db,
    outbound,
    keys,
    folder: join(folder, 'downloads'),
    maxBytes: MAX_BYTES,
    timeoutMs,
    log: createLogger('silent'),
  });
}

let lists = 0;
function csv(...names: string[]): string {
  return `id,name\n${names.map((name, i) => `${i},${name}\n`).join('')}`;
}
function people(count: number): string {
  return csv(...Array.from({ length: count }, (_, i) => `Person Number${i}`));
}

/** A file on the server, with an ETag. */
function serve(path: string, body: string): void {
  const etag = `"${createHash('md5').update(body).digest('hex')}"`;
  receiver.behave(path, ({ headers }) =>
    headers['if-none-match'] === etag
      ? { status: 304 }
      : { status: 200, headers: { etag, 'content-length': String(body.length) }, body },
  );
}

type Made = { list: GlobalList; path: string };

/** Imports a list and sets its daily origin. */
async function importDaily(
  format: string,
  main: string,
  aliases: string | null = null,
  more: { addresses?: string; comments?: string } = {},
) {
  const parts = { outbound, keys, folder, maxBytes: MAX_BYTES, timeoutMs: 60_000, signal: running };
  const origin = { format, main, aliases, ...more, everySeconds: DAY };
  const source = `test:refresh-${++lists}`;
  return (await importFromOrigin(app.db, parts, { kind: 'pep', source, origin })).list;
}

/** A list with a unique URL. */
async function makeList(body: string, query = ''): Promise<Made> {
  const path = `/list-${lists}.csv`;
  serve(path, body);
  return { list: await importDaily('csv', receiver.url(path) + query), path };
}

/** Lets one operator ask for the refused file. @returns another operator, who accepts it */
async function askedFor({ list }: Pick<Made, 'list'>): Promise<Actor> {
  const person = (id: string): Actor => {
    return { kind: 'person', id, personId: id, via: null, requestId: null, address: null };
  };
  const request = { action: 'global_list.shrink' as const, objectId: list.id };
  const { id } = await app.person(null, ['admin']);
  await app.db.transaction((tx) =>
    operatorsApprovals.request(tx, request, person(id), refusedFile),
  );
  return person('usr_second');
}

function makeDue(id: string) {
  return app.db.pool.query(
    "UPDATE global_list_origins SET due_at = now() - interval '1 s' WHERE list_id = $1",
    [id],
  );
}
function show(id: string): Promise<GlobalList> {
  return getGlobalList(app.db.read, id);
}
function entriesOf(id: string) {
  return app.db.read.selectFrom('global_entries').selectAll().where('list_id', '=', id).execute();
}
function requestsTo(path: string) {
  return receiver.requests.filter((request) => request.path === path);
}
/** Seconds from now until the list is due. */
function dueIn({ origin }: GlobalList): number {
  return (Date.parse(origin!.dueAt!) - Date.now()) / 1000;
}

/** Refreshes all lists that are due, as if this were the only one. */
async function refreshDue({ list }: Pick<Made, 'list'>): Promise<GlobalList> {
  await makeDue(list.id);
  expect(await refresher.refreshDue(running)).toBe(true);
  return show(list.id);
}

describe('a refresh', () => {
  test('makes a version for another file, and none for the same ETag', async () => {
    const made = await makeList(csv('Obinna Ada'));
    expect(dueIn(made.list)).toBeGreaterThan(DAY - 60);
    const unchanged = await refreshDue(made);
    expect(unchanged).toMatchObject({ revision: 1, importedAt: made.list.importedAt });
    expect(unchanged.origin).toMatchObject({ failures: 0, error: null });
    expect(unchanged.origin!.checkedAt! > made.list.origin!.checkedAt!).toBe(true);
    expect(dueIn(unchanged)).toBeGreaterThan(DAY - 60);

    serve(made.path, csv('Obinna Ada', 'Musa Bello'));
    expect(await refreshDue(made)).toMatchObject({ revision: 2, entryCount: 2 });
    const { items } = await listVersions(app.db.read, made.list.id, {});
    expect(items[0]).toMatchObject({ added: 1, origin: receiver.url(made.path) });
    expect(requestsTo(made.path)).toHaveLength(3);
    expect(await readdir(join(folder, 'downloads'))).toEqual([]);
  });

  test('skips the same file without an ETag, and the list counts as fresh', async () => {
    const made = await makeList(csv('Obinna Ada'));
    const body = csv('Obinna Ada');
    receiver.behave(made.path, () => ({
      status: 200,
      headers: { 'content-length': String(body.length) },
      body,
    }));
    const result = await refresher.refresh(made.list.source);
    expect(result).toMatchObject({ ok: true, outcome: 'unchanged', skipped: true, unchanged: 1 });
    expect(result.list.importedAt > made.list.importedAt).toBe(true);
    expect(result.list.origin!.checkedAt! > made.list.origin!.checkedAt!).toBe(true);
  });

  test('reads the same files again if the readers have changed', async () => {
    const path = join(folder, 'readers.csv');
    await writeFile(path, csv('Obinna Ada'));
    for (const { list } of [
      await makeList(csv('Obinna Ada')),
      { list: await importDaily('csv', path) },
    ]) {
      await app.db.pool.query(
        `UPDATE shared.global_lists SET imported_files = imported_files || '{"readers": 0}' WHERE id = $1`,
        [list.id],
      );
      const read = await refreshDue({ list });
      expect(read.importedAt > list.importedAt).toBe(true);
      expect(read.origin).toMatchObject({ failures: 0, error: null });
      expect((await refreshDue({ list })).importedAt).toBe(read.importedAt);
    }
  });

  test('fetches the whole file again after an import from elsewhere', async () => {
    const made = await makeList(csv('Obinna Ada'));
    await app.call('POST', '/api/v1/admin/lists', {
      key: await app.platformKey(),
      body: { kind: 'pep', source: made.list.source, format: 'csv', content: csv('Ngozi Eze') },
    });
    expect((await refreshDue(made)).revision).toBe(3);
    expect(requestsTo(made.path).at(-1)!.headers['if-none-match']).toBeUndefined();
  });

  test('follows redirects, but only to allowed addresses', async () => {
    const made = await makeList(csv('Obinna Ada'));
    serve('/moved.csv', csv('Musa Bello'));
    receiver.behave(made.path, { redirect: '/moved.csv' });
    expect(await refreshDue(made)).toMatchObject({ revision: 2 });
    receiver.behave(made.path, { redirect: 'http://10.0.0.1/moved.csv' });
    expect((await refreshDue(made)).origin!.error).toContain('the address is not allowed');
    receiver.behave(made.path, { redirect: made.path });
    expect((await refreshDue(made)).origin!.error).toContain('redirects');
  });

  test('imports the list and its alias file if either has changed', async () => {
    const sdn = (given: string) =>
      `36,"VANTERPOOL, ${given}","individual","CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 1960."\r\n`;
    const alt = '36,12,"aka","KRONEBERGER, Ezekias",-0- \r\n';
    serve('/sdn.csv', sdn('Ezekiel'));
    serve('/alt.csv', alt);
    const list = await importDaily('ofac-csv', receiver.url('/sdn.csv'), receiver.url('/alt.csv'));
    expect(await refreshDue({ list })).toMatchObject({ revision: 1 });
    serve('/sdn.csv', sdn('Ezekielle'));
    expect(await refreshDue({ list })).toMatchObject({ revision: 2, entryCount: 1 });
    const [entry] = await entriesOf(list.id);
    expect(entry!.aliases).toMatchObject([{ name: 'Ezekias KRONEBERGER' }]);
  });

  test('accepts a mostly unusable file if the previous one was also mostly unusable', async () => {
    const unusable = Array<string>(120).fill('---');
    const made = await makeList(csv('Obinna Ada'));
    serve(made.path, csv('Musa Bello', ...unusable));
    expect((await refreshDue(made)).origin!.error).toContain('120 rows of the file');
    const content = csv('Obinna Ada', ...unusable);
    const imported = await app.call('POST', '/api/v1/admin/lists', {
      key: await app.platformKey(),
      body: { kind: 'pep', source: made.list.source, format: 'csv', content },
    });
    expect(imported.body.data?.list.revision, imported.text).toBe(1);
    expect(await refreshDue(made)).toMatchObject({ revision: 2, origin: { error: null } });
  });

  test('also imports a local file, and detects when it changes', async () => {
    const path = join(folder, 'local.csv');
    await writeFile(path, csv('Obinna Ada'));
    const list = await importDaily('csv', path);
    expect(await refreshDue({ list })).toMatchObject({ revision: 1 });
    await writeFile(`${path}.new`, csv('Musa Bello'));
    await rename(`${path}.new`, path);
    expect(await refreshDue({ list })).toMatchObject({ revision: 2 });
    await rm(path);
    const { error } = (await refreshDue({ list })).origin!;
    expect(error).toBe(`${path} cannot be read (ENOENT)`);
  });
});

describe('a refresh that fails leaves the list unchanged, reports why, and is retried', () => {
  const body = csv('Somebody Else');
  const length = (n: number) => ({ 'content-length': String(n) });
  test.each([
    ['cut off', { status: 200, headers: { ...length(999), connection: 'close' }, body }, 'lost'],
    ['an error', { status: 500, headers: length(3), body: 'no!' }, 'answered 500'],
    ['a reset', 'reset' as const, 'lost'],
    ['endless', 'endless' as const, `larger than ${MAX_BYTES} bytes`],
    ['no HTTP', 'garbage' as const, 'not valid HTTP'],
    ['another format', { status: 200, headers: length(6), body: '<html>' }, 'content: '],
    [
      'compressed',
      { status: 200, headers: { ...length(body.length), 'content-encoding': 'gzip' }, body },
      'compressed',
    ],
    ['a 304 nobody asked for', { status: 304 }, 'answered 304'],
  ])('%s', async (_, behaviour, reason) => {
    const made = await makeList(csv('Obinna Ada'), '?token=hush');
    await app.db.pool.query('UPDATE global_list_origins SET validators = NULL');
    receiver.behave(made.path, behaviour);
    const failed = await refreshDue(made);
    expect(failed).toMatchObject({ revision: 1, entryCount: 1, origin: { failures: 1 } });
    expect(failed.origin!.error).toContain(reason);
    expect(JSON.stringify(failed)).not.toContain('hush');
    // The time varies by up to a fifth.
    expect(Math.abs(dueIn(failed) - 300)).toBeLessThan(62);
    expect(Math.abs(dueIn(await refreshDue(made)) - 600)).toBeLessThan(122);
    serve(made.path, csv('Obinna Ada', 'Musa Bello'));
    expect((await refreshDue(made)).origin).toMatchObject({ failures: 0, error: null });
    expect(requestsTo(made.path).every(({ query }) => query === '?token=hush')).toBe(true);
  });

  test('for a file that would remove more than half, unless two people accept it', async () => {
    const made = await makeList(people(100));
    serve(made.path, people(49));
    expect(await refreshDue(made)).toMatchObject({ revision: 1, entryCount: 100 });
    const { error } = (await show(made.list.id)).origin!;
    expect(error).toContain('would remove 51 of 100 entries');
    const { source } = made.list;
    expect(await refresher.refresh(source)).toMatchObject({ ok: false, outcome: 'refused' });
    expect(await refresher.refresh(source, await askedFor(made))).toMatchObject({
      ok: true,
      outcome: 'changed',
      removed: 51,
    });
    serve(made.path, people(2));
    expect(await refreshDue(made)).toMatchObject({ entryCount: 2 });
  });

  test.each([
    ['would take more than half of the aliases', '', '', 'would remove 100 of 100 aliases'],
    ['mostly cannot be used', 'Ada', ',\n'.repeat(101), '101 rows of the file are unusable'],
  ])('for a file that %s, while it keeps its entries', async (_, alias, bad, problem) => {
    const file = (name: string, more = ''): string =>
      `name,aliases\n${Array.from({ length: 100 }, (__, i) => `Person Number${i},${name && name + i}\n`).join('')}${more}`;
    const made = await makeList(file('Ada'));
    serve(made.path, file(alias, bad));
    const { revision, origin } = await refreshDue(made);
    expect([revision, origin!.error]).toEqual([1, expect.stringContaining(problem)]);
    const { source } = made.list;
    expect(await refresher.refresh(source, await askedFor(made))).toMatchObject({ ok: true });
  });

  test('for an alias file that is an error page, which no one can accept', async () => {
    const [main, aliases] = ['/sdn.csv', '/alt.csv'];
    serve(main, '36,"DOE, John","individual",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n');
    serve(aliases, '36,12,"aka","ROE, Richard",-0- \r\n');
    const list = await importDaily('ofac-csv', receiver.url(main), receiver.url(aliases));
    serve(aliases, '<html>\n<p>Under maintenance</p>\n');
    expect((await refreshDue({ list })).origin!.error).toContain('the alias file has no usable');
    await expect(askedFor({ list })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await entriesOf(list.id)).toMatchObject([{ aliases: [{ name: 'Richard ROE' }] }]);
  });
});

test('a list of four files is imported again when one of them differs', async () => {
  const [main, aliases, addresses, comments] = ['/4/sdn', '/4/alt', '/4/add', '/4/comments'];
  const nulls = '-0- ,'.repeat(8);
  serve(main, `36,"DOE, John","individual",${nulls}-0- \r\n`);
  serve(aliases, '36,12,"aka","ROE, Richard",-0- \r\n');
  serve(addresses, '36,25,"1 High St","Lagos","Nigeria",-0- \r\n');
  serve(comments, '36,"DOB 1950."\r\n');
  const list = await importDaily('ofac-csv', receiver.url(main), receiver.url(aliases), {
    addresses: receiver.url(addresses),
    comments: receiver.url(comments),
  });
  const isRefreshed = async (): Promise<number> => (await refreshDue({ list })).revision;
  expect(await isRefreshed()).toBe(list.revision);
  serve(comments, '36,"DOB 1951."\r\n');
  expect(await isRefreshed()).toBe(list.revision + 1);
  expect(await entriesOf(list.id)).toMatchObject([
    { dobs: ['1951'], facts: { addresses: ['1 High St, Lagos, Nigeria'] } },
  ]);
  expect((await show(list.id)).origin).toMatchObject({
    addressesLocation: receiver.url(addresses),
    commentsLocation: receiver.url(comments),
  });
});

test('a slow server ends in a time-out, and blocks at most one place until then', async () => {
  const [slow, other] = [await makeList(csv('Obinna Ada')), await makeList(csv('Obinna Ada'))];
  receiver.behave(slow.path, 'drip');
  await makeDue(slow.list.id);
  expect(await makeRefresher(200).refreshDue(running)).toBe(true);
  expect((await show(slow.list.id)).origin).toMatchObject({ failures: 1 });
  await makeDue(slow.list.id);
  expect(await refresher.refreshDue(running, 'unfailed')).toBe(false);
  await makeDue(other.list.id);
  expect(await refresher.refreshDue(running, 'unfailed')).toBe(true);
  serve(slow.path, csv('Obinna Ada'));
  expect(await refresher.refreshDue(running)).toBe(true);
});

describe('a refresh by several processes', () => {
  test('runs once for each due list', async () => {
    const made = await makeList(csv('Obinna Ada'));
    serve(made.path, csv('Musa Bello'));
    await makeDue(made.list.id);
    const before = requestsTo(made.path).length;
    const done = await Promise.all(
      [makeRefresher(), makeRefresher(), makeRefresher()].map((one) => one.refreshDue(running)),
    );
    expect(done.filter(Boolean)).toHaveLength(1);
    expect(requestsTo(made.path)).toHaveLength(before + 1);
    expect((await show(made.list.id)).revision).toBe(2);
  });

  test('waits for the lease of a dead process, takes it over, and rejects its late writes', async () => {
    const made = await makeList(csv('Obinna Ada'));
    const id = made.list.id;
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    receiver.behave(made.path, () => {
      ask();
      const body = csv('Written Too Late');
      return {
        status: 200,
        headers: { 'content-length': String(body.length) },
        body,
        afterMs: 300,
      };
    });
    await makeDue(id);
    const late = refresher.refreshDue(running);
    await asked;
    expect(await makeRefresher().refreshDue(running)).toBe(false);
    await expect(makeRefresher().refresh(made.list.source)).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await app.db.pool.query(
      "UPDATE global_list_origins SET leased_until = now() - interval '1 s' WHERE list_id = $1",
      [id],
    );
    serve(made.path, csv('Musa Bello'));
    expect(await makeRefresher().refreshDue(running)).toBe(true);
    await late;
    expect(await show(id)).toMatchObject({ revision: 2, origin: { failures: 0, error: null } });
    expect((await entriesOf(id)).map(({ name }) => name)).toEqual(['Musa Bello']);
  });

  test('is interrupted when a process stops, and is due again immediately', async () => {
    const made = await makeList(csv('Obinna Ada'));
    receiver.behave(made.path, 'headers-only-then-hang');
    await makeDue(made.list.id);
    const stop = new AbortController();
    const refresh = refresher.refreshDue(stop.signal);
    await receiver.waitFor(2, { path: made.path });
    stop.abort();
    await refresh;
    expect((await show(made.list.id)).origin).toMatchObject({ failures: 0, error: null });
    serve(made.path, csv('Musa Bello'));
    expect(await makeRefresher().refreshDue(running)).toBe(true);
    expect((await show(made.list.id)).revision).toBe(2);
  });
});

test('a refresh keeps entries with ambiguous dates, without the date, and the list reports it', async () => {
  const made = await makeList('id,name,dob\n1,Ada Eze,1980-12-31\n');
  serve(made.path, 'id,name,dob\n1,Ada Eze,03/04/1980\n2,Zubeiru Kwatamara,05/06/1971\n');
  const after = await refreshDue(made);
  expect(after).toMatchObject({ entryCount: 2, openDates: 2, origin: { failures: 0 } });
  expect((await entriesOf(made.list.id)).map(({ dobs }) => dobs)).toEqual([[], []]);
  serve(made.path, 'id,name,dob\n1,Ada Eze,31/12/1980\n2,Zubeiru Kwatamara,05/06/1971\n');
  expect((await refreshDue(made)).openDates).toBeUndefined();
  const dates = (await entriesOf(made.list.id)).flatMap(({ dobs }) => dobs);
  expect(dates.toSorted()).toEqual(['1971-06-05', '1980-12-31']);
});
