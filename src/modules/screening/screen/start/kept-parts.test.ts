import { fork } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { cloneDatabase } from '../../../../../test/support/database.ts';
import { openDatabase } from '../../../../../test/support/webhook-checks.ts';
import type { Database } from '../../../../platform/db/database.ts';
import { newId } from '../../../../platform/ids.ts';
import { createOrganization } from '../../../tenants/index.ts';
import { importList } from '../../../lists/global/import-list.ts';
import { addEntries, prepareEntries } from '../../../lists/tenant/entries.ts';
import { createList } from '../../../lists/tenant/lists.ts';
import { Catalog } from '../catalog.ts';
import { KeptParts } from './kept-parts.ts';
import { isRemoved } from '../parts.ts';
import {
  selectGlobalRevisions,
  selectListRevisions,
  type ListRevision,
} from '../../../lists/revisions/store.ts';

const COUNT = 2100;
let db: Database;
let folder: string;
let failures: unknown[];
/** A list that no test changes, and its file. */
let unchanged: ListRevision;
let whole: Buffer;
beforeAll(async () => {
  db = openDatabase(await cloneDatabase());
  unchanged = await imported('kept');
  folder = await mkdtemp(join(tmpdir(), 'oriki-kept-'));
  await started(unchanged);
  whole = await readFile(fileOf(unchanged));
  await rm(folder, { recursive: true });
});
afterAll(() => db.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriki-kept-'));
  failures = [];
});
afterEach(() => rm(folder, { recursive: true }));

async function* csv(names: Iterable<readonly [string, string]>): AsyncGenerator<string> {
  yield 'id,name\n';
  for (const [id, name] of names) yield `${id},${name}\n`;
}

const NAMES = new Map(Array.from({ length: COUNT }, (_, i) => [`e${i}`, `Ada Number ${i}`]));

/** Makes a global list with these names; calling it again changes the list. */
async function imported(source: string, names: Map<string, string> = NAMES): Promise<ListRevision> {
  await db.transaction((tx) =>
    importList(tx, { kind: 'pep', source, format: 'csv', main: csv(names) }),
  );
  const lists = await selectGlobalRevisions(db.read);
  return lists.find((list) => list.source === source)!;
}

function kept(path = folder): KeptParts {
  return new KeptParts(path, (error) => failures.push(error));
}

/** Returns the names that a newly started process finds, and whether it took the index from the file. */
async function started(list: ListRevision, parts = kept()) {
  const read = vi.spyOn(parts, 'read');
  const written = vi.spyOn(parts, 'write');
  const opened = await new Catalog(2 ** 28, parts).open(db.read, '', list);
  const fromFile = (await read.mock.results[0]!.value) !== undefined;
  await Promise.all(written.mock.results.map(({ value }) => value as Promise<void>));
  const names = opened.parts.flatMap(({ segment, removed }) =>
    Array.from({ length: segment.entryCount }, (_, i) =>
      isRemoved(removed, i) ? [] : [segment.entry(i).name],
    ).flat(),
  );
  return { names: new Set(names), fromFile };
}

function fileOf({ id }: ListRevision): string {
  return join(folder, `${id}.index`);
}

test('the next start reads the index from the file, with changes made in the meantime', async () => {
  const first = await imported('changed');
  expect(await started(first)).toEqual({ names: new Set(NAMES.values()), fromFile: false });
  expect(await started(first)).toEqual({ names: new Set(NAMES.values()), fromFile: true });
  const later = new Map(NAMES).set('new', 'Folashade Gowon').set('e1', 'Musa Bello');
  later.delete('e0');
  const changed = await imported('changed', later);
  expect(await started(changed)).toEqual({ names: new Set(later.values()), fromFile: true });
  expect(failures).toEqual([]);
});

test('a file that is cut off, changed in any part, or made by other code is skipped and replaced', async () => {
  await writeFile(fileOf(unchanged), whole);
  const part = (await kept().read(db.read, unchanged.id))!;
  const at = [whole.indexOf('}') - 2, whole.indexOf('\n') + 9000, whole.length - 1];
  const flipped = at.map((place) => {
    const bytes = Buffer.from(whole);
    bytes[place]! ^= 1;
    return bytes;
  });
  const other = Buffer.from(
    whole.toString('latin1').replace(/"madeBy":"../, '"madeBy":"zz'),
    'latin1',
  );
  for (const bytes of [
    ...flipped,
    other,
    whole.subarray(0, -1),
    Buffer.alloc(0),
    Buffer.from('{}\n'),
  ]) {
    await writeFile(fileOf(unchanged), bytes);
    expect(await kept().read(db.read, unchanged.id)).toBeUndefined();
    // The header of the damaged file looks valid, but the file is replaced, because the reader has detected the damage.
    await kept().write(db.read, unchanged.id, part);
    expect((await readFile(fileOf(unchanged))).equals(whole)).toBe(true);
  }
});

test('a start rebuilds the index if the file is damaged, and replaces the file', async () => {
  await writeFile(fileOf(unchanged), whole.subarray(0, -1));
  expect(await started(unchanged)).toEqual({ names: new Set(NAMES.values()), fromFile: false });
  expect((await readFile(fileOf(unchanged))).equals(whole)).toBe(true);
});

test('ignores a file of another database history, even if only its stamp or its import time differs', async () => {
  const restored = await imported('restored');
  const { id, stamp } = restored;
  const version = (change: RawBuilder<unknown>) =>
    sql`UPDATE global_list_versions SET ${change} WHERE list_id = ${id}`.execute(db.read);
  await started(restored);
  for (const [change, undo] of [
    [sql`stamp = 'another'`, sql`stamp = ${stamp}`],
    [
      sql`imported_at = imported_at + interval '1 microsecond'`,
      sql`imported_at = imported_at - interval '1 microsecond'`,
    ],
  ] as const) {
    await version(change);
    expect(await kept().read(db.read, id)).toBeUndefined();
    await version(undo);
    expect(await kept().read(db.read, id)).toBeDefined();
  }
});

test('builds lists in memory, and reports that the folder cannot be written', async () => {
  const { names, fromFile } = await started(unchanged, kept('/proc/nothing'));
  expect([names.size, fromFile, failures.length]).toEqual([COUNT, false, 1]);
});

test('lists of organizations and small lists are in no file', async () => {
  const small = await imported('small', new Map([['a', 'Ngozi Eze']]));
  await started(small);
  const { orgId, own } = await db.transaction(async (tx) => {
    const org = await createOrganization(tx, { name: 'T', plan: 'pro' });
    const kind = 'tenant_blocklist' as const;
    const { id } = await createList(tx, org.id, { source: 'own', name: 'own', kind });
    const entries = [...NAMES.values()].map((name) => ({ name }));
    await addEntries(tx, org.id, id, await prepareEntries({ entries }));
    return { orgId: org.id, own: id };
  });
  const lists = await selectListRevisions(db.read, orgId, ['tenant_blocklist']);
  const parts = kept();
  const written = vi.spyOn(parts, 'write');
  await new Catalog(2 ** 28, parts).open(
    db.read,
    orgId,
    lists.find(({ id }) => id === own)!,
  );
  expect(written).not.toHaveBeenCalled();
  expect(await readdir(folder)).toEqual([]);
});

test('a process killed while it writes leaves nothing that another one reads', async () => {
  await writeFile(fileOf(unchanged), whole);
  const child = fork(join(import.meta.dirname, '../../../../../test/support/write-part.ts'), [
    fileOf(unchanged),
  ]);
  await new Promise((resolve) => child.once('message', resolve));
  for (let round = 0; round < 3; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await started(unchanged)).names.size).toBe(COUNT);
  }
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
  expect((await readFile(fileOf(unchanged))).equals(whole)).toBe(true);
  expect((await started(unchanged)).fromFile).toBe(true);
});

test('files of removed lists, and old drafts, are deleted, and nothing else', async () => {
  await writeFile(fileOf(unchanged), whole);
  const gone = newId('glist');
  const [old, fresh] = [`${gone}.index.0.part`, `${gone}.index.1.part`].map((name) =>
    join(folder, name),
  );
  const others = ['notes.txt', 'other.index', 'other.part'];
  for (const path of [
    old!,
    fresh!,
    ...[`${gone}.index`, ...others].map((each) => join(folder, each)),
  ])
    await writeFile(path, 'x');
  await utimes(old!, 1, 1);
  await kept().tidy([unchanged.id]);
  expect((await readdir(folder)).toSorted()).toEqual(
    [`${gone}.index.1.part`, `${unchanged.id}.index`, ...others].toSorted(),
  );
});
