import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEST_SECRET } from '../../../../../test/support/app.ts';
import { cloneDatabase } from '../../../../../test/support/database.ts';
import { openDatabase } from '../../../../../test/support/webhook-checks.ts';
import { openEnvelopes, type Kms } from '../../../../platform/crypto/envelopes.ts';
import type { Database } from '../../../../platform/db/database.ts';
import { importList } from '../import-list.ts';
import { FetchError } from './fetch.ts';
import { setOrigin } from './origins.ts';
import { openQueries, rewrapOrigins, sealQueries } from './queries.ts';
import { selectOrigins } from './store.ts';

let db: Database;
let folder: string;
beforeAll(async () => {
  db = openDatabase(await cloneDatabase());
  folder = await mkdtemp(join(tmpdir(), 'oriki-queries-'));
});
afterAll(async () => {
  await db.close();
  await rm(folder, { recursive: true });
});

function keysOf(kms: Kms) {
  return () =>
    openEnvelopes({ kms, keyFile: join(folder, `${kms}.json`), serverSecret: TEST_SECRET });
}
function noKeys() {
  return Promise.reject(new Error('there are no keys here'));
}

const MAIN = 'https://lists.example.com/sdn.csv?token=hush&v=%2B1';
const ALIASES = 'https://lists.example.com/alt.csv?token=hush';
const ADDRESSES = 'https://lists.example.com/add.csv?token=hush';

async function* csv(): AsyncGenerator<string> {
  yield 'name\nObinna Ada\n';
}
/** A list whose origin is stored with these keys. */
async function listWith(source: string, kms: Kms) {
  const asked = { main: MAIN, aliases: ALIASES, addresses: ADDRESSES, everySeconds: null };
  const origin = await sealQueries(keysOf(kms), source, asked);
  return db.transaction(async (tx) => {
    const { list } = await importList(tx, { kind: 'pep', source, format: 'csv', main: csv() });
    await setOrigin(tx, list.id, origin);
    return list.id;
  });
}
async function stored(id: string) {
  return (await selectOrigins(db.read, [id]))[0]!;
}

test('the queries of URLs are stored encrypted, and are read back unchanged', async () => {
  const id = await listWith('one', 'none');
  const row = await stored(id);
  expect(row).toMatchObject({
    main: 'https://lists.example.com/sdn.csv',
    aliases: 'https://lists.example.com/alt.csv',
    addresses: 'https://lists.example.com/add.csv',
    comments: null,
  });
  expect(JSON.stringify(row)).not.toContain('hush');
  expect(await openQueries(keysOf('none'), 'one', row)).toEqual({
    main: MAIN,
    aliases: ALIASES,
    addresses: ADDRESSES,
    comments: null,
  });
});

test('an origin without a query needs no key', async () => {
  for (const main of ['https://lists.example.com/a.csv', '/var/lists/a?b.csv']) {
    const origin = { main, aliases: null, addresses: null, comments: null };
    const sealed = await sealQueries(noKeys, 'two', origin);
    expect(sealed).toEqual({ ...origin, queries: null });
    expect(await openQueries(noKeys, 'two', sealed)).toEqual(origin);
  }
});

test('the query of one list cannot be decrypted for another, and the failure names the remedy', async () => {
  const row = await stored(await listWith('three', 'none'));
  await expect(openQueries(keysOf('none'), 'four', row)).rejects.toThrow(FetchError);
  await expect(openQueries(keysOf('none'), 'four', row)).rejects.toThrow('set the origin again');
});

test('queries of lists move to the current key', async () => {
  const id = await listWith('five', 'none');
  const envelopes = await keysOf('local')();
  const { current } = JSON.parse(await readFile(join(folder, 'local.json'), 'utf8'));
  expect(await rewrapOrigins(db, envelopes, current)).toEqual({ rewrapped: 3, unreadable: [] });
  expect((await stored(id)).queries!.startsWith(`${current}|`)).toBe(true);
  expect(await rewrapOrigins(db, envelopes, current)).toEqual({ rewrapped: 0, unreadable: [] });
  expect(await openQueries(keysOf('local'), 'five', await stored(id))).toMatchObject({
    main: MAIN,
  });
});
