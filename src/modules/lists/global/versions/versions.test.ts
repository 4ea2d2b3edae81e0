import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../../../../test/support/test-app.ts';
import { type Answer } from '../../../../../test/support/app.ts';
import type { Version } from '../../../../platform/db/buckets/history.ts';
import { importList } from '../import-list.ts';
import { entriesChangedAfter, globalListSince } from '../store.ts';
import { deleteOldRows, deleteOldVersions } from './store.ts';
import { listChanges, listVersions } from './versions.ts';

const LISTS = '/api/v1/admin/lists';

const app = testApp({ role: 'api' });
let platform: string;
beforeAll(async () => {
  platform = await app.platformKey();
});

let sources = 0;
function freshSource(): string {
  return `test:versions-${++sources}`;
}

/** Names by external id. */
type Content = Record<string, string>;

function textOf(content: Content): string {
  return `id,name\n${Object.entries(content)
    .map(([id, name]) => `${id},${name}\n`)
    .join('')}`;
}

async function* chunk(text: string): AsyncGenerator<string> {
  yield text;
}

function importContent(source: string, content: Content) {
  return app.db.transaction((tx) =>
    importList(tx, { kind: 'pep', source, format: 'csv', main: chunk(textOf(content)) }),
  );
}
function ask(id: string, query: string): Promise<Answer> {
  return app.call('GET', `${LISTS}/${id}/${query}`, { key: platform });
}

/** Reads a stored version of a list. */
async function versionOf(listId: string, revision: number): Promise<Version> {
  const { rows } = await app.db.pool.query<Version>(
    'SELECT revision, stamp FROM global_list_versions WHERE list_id = $1 AND revision = $2',
    [listId, revision],
  );
  return rows[0]!;
}

test('a version keeps the first 100 omitted rows of its file, with their lines and reasons', async () => {
  const source = freshSource();
  const importText = (main: string) =>
    app.db.transaction((tx) =>
      importList(tx, { kind: 'pep', source, format: 'csv', main: chunk(main) }),
    );
  const { list } = await importText('id,name\n1,Obinna Ada\n2,\n');
  const more = await importText(`id,name\n1,Obinna Ada Eze\n${'3,\n'.repeat(101)}`);
  const first = (await ask(list.id, 'rejections?revision=1')).body.data;
  expect(first).toMatchObject({
    revision: 1,
    rejected: 1,
    rejections: [{ file: 'main', line: 3 }],
  });
  const newest = (await ask(list.id, 'rejections')).body.data;
  expect(newest).toEqual({ revision: 2, rejected: 101, rejections: more.rejections });
  expect(newest.rejections).toHaveLength(100);
  await sql`UPDATE global_list_versions SET rejections = NULL WHERE list_id = ${list.id}`.execute(
    app.db.read,
  );
  expect((await ask(list.id, 'rejections')).body.data.rejections).toBeNull();
  const unknown = await ask(list.id, 'rejections?revision=7');
  expect([unknown.status, unknown.body.error.details[0].path]).toEqual([400, 'revision']);
});

/** Returns the differences in `after`, ordered by id. */
function difference(before: Content, after: Content) {
  const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return ids
    .filter((id) => before[id] !== after[id])
    .map((externalId) => {
      const [was, is] = [before[externalId], after[externalId]];
      const change = was === undefined ? 'added' : is === undefined ? 'removed' : 'changed';
      return { change, externalId, name: is };
    });
}

const contents = fc.dictionary(
  fc.constantFrom('a', 'b', 'c', 'd'),
  fc.constantFrom('Obinna Ada', 'Musa Bello', 'Ifeoma Eze'),
  { minKeys: 1, noNullPrototype: true },
);

describe('the versions of random imports', () => {
  test('the changes between any two versions, and since any version, equal those of a model', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(contents, { minLength: 1, maxLength: 6 }), async (files) => {
        const source = freshSource();
        const versions: Content[] = [];
        let id = '';
        for (const file of files) {
          const last = versions.at(-1) ?? {};
          const expected = difference(last, file);
          if (expected.length > 0) versions.push(file);
          const { list, ...report } = await importContent(source, file);
          id = list.id;
          expect(list.revision).toBe(versions.length);
          for (const change of ['added', 'changed', 'removed'] as const)
            expect(report[change]).toBe(expected.filter((row) => row.change === change).length);
        }
        const newest = versions.at(-1)!;
        const entries = new Map<string, string>();
        for await (const batch of entriesChangedAfter(app.db.read, id, -1, 2))
          for (const { externalId, id: entryId } of batch) entries.set(externalId, entryId);
        expect([...entries.keys()].toSorted()).toEqual(Object.keys(newest).toSorted());
        for (const [i, before] of versions.entries()) {
          for (let to = i + 1; to <= versions.length; to++) {
            const { items, total } = await listChanges(app.db.read, id, { from: i + 1, to });
            const expected = difference(before, versions[to - 1]!);
            expect(items).toEqual(
              expected.map(({ name = expect.any(String), ...item }) => {
                const { externalId: key } = item;
                const side = (content: Content) =>
                  content[key] === undefined
                    ? null
                    : expect.objectContaining({ name: content[key] });
                const sides = { before: side(before), after: side(versions[to - 1]!) };
                return { ...item, name, ...sides, entryId: expect.any(String) };
              }),
            );
            expect(total).toBe(expected.length);
          }
          const changed: string[] = [];
          for await (const batch of entriesChangedAfter(app.db.read, id, i + 1))
            changed.push(...batch.map(({ externalId }) => externalId));
          const net = difference(before, newest).filter(({ change }) => change !== 'removed');
          expect(changed).toEqual(expect.arrayContaining(net.map(({ externalId }) => externalId)));
          const since = await globalListSince(app.db.read, id, await versionOf(id, i + 1), {
            most: 100,
            ids: true,
          });
          expect(since!.entries.map(({ externalId }) => externalId)).toEqual(changed);
          expect(since!.ids!.toSorted()).toEqual([...entries.values()].toSorted());
          expect(since!.gone).toHaveLength(
            new Set(
              versions
                .slice(i)
                .flatMap((one) => Object.keys(one).filter((key) => !(key in newest))),
            ).size,
          );
        }
      }),
      { numRuns: 6 },
    );
  });
});

describe('versions', () => {
  test('report what each import did; an import without changes makes none', async () => {
    const source = freshSource();
    const { list } = await importContent(source, { 1: 'Obinna Ada', 2: 'Musa Bello' });
    await importContent(source, { 1: 'Obinna Ada', 2: 'Musa Bello' });
    await importContent(source, { 1: 'Obinna Adah', 3: 'Ifeoma Eze' });
    const answer = await ask(list.id, 'versions?limit=1');
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      total: 2,
      items: [{ revision: 2, format: 'csv', added: 1, changed: 1, removed: 1, entryCount: 2 }],
    });
    const { items } = await listVersions(app.db.read, list.id, {});
    const sha256 = createHash('sha256').update(textOf({ 1: 'Obinna Ada', 2: 'Musa Bello' }));
    expect(items[1]).toMatchObject({ sha256: sha256.digest('hex'), aliasesSha256: null });
  });

  test('contain the changed fields with old and new values, whatever their order', async () => {
    const source = freshSource();
    const head = 'id,name,dob,aliases,id_passport,id_passport_2,programs,remark\n';
    async function* file(...rows: string[]): AsyncGenerator<string> {
      yield head + rows.join('\n');
    }
    const imported = (...rows: string[]) =>
      app.db.transaction((tx) =>
        importList(tx, { kind: 'pep', source, format: 'csv', main: file(...rows) }),
      );
    const { list } = await imported('1,Obinna Ada,1970,A B;C D,P1,Q1,X,', '2,Musa Bello,,,,,,');
    await imported('1,Obinna Ada,1971,C D;A B,Q1,P1,X,', '2,Musa Bello,,,,,,seen');
    await imported('1,Obinna Eze,1971,C D;A B,Q1,P2,Y;X,', '3,Ifeoma Eze,1980,,,,,');
    await imported(
      '1,Obinna Eze,1970,C D;A B,Q1,P2,Y;X,',
      '3,Ifeoma Eze,1980,,,,,',
      '2,Musa Bello,1990,,,,,',
    );
    const changes = async (from: number, to: number) => {
      const { items } = await listChanges(app.db.read, list.id, { from, to });
      return items.map(({ externalId, before, after }) => [externalId, before, after]);
    };
    expect(await changes(1, 2)).toEqual([
      ['1', { dobs: ['1970'] }, { dobs: ['1971'] }],
      ['2', {}, {}],
    ]);
    expect(await changes(1, 4)).toEqual([
      [
        '1',
        { name: 'Obinna Ada', identifiers: { passport: 'P1', passport_2: 'Q1' }, programs: ['X'] },
        {
          name: 'Obinna Eze',
          identifiers: { passport: 'Q1', passport_2: 'P2' },
          programs: ['Y', 'X'],
        },
      ],
      ['2', { dobs: [] }, { dobs: ['1990'] }],
      ['3', null, expect.objectContaining({ name: 'Ifeoma Eze', dobs: ['1980'] })],
    ]);
    const [, gone] = await changes(2, 3);
    expect(gone).toEqual(['2', expect.objectContaining({ name: 'Musa Bello' }), null]);
    // An earlier release stored no fields.
    await app.db.pool.query('UPDATE global_list_changes SET fields = NULL WHERE list_id = $1', [
      list.id,
    ]);
    expect(await changes(1, 2)).toEqual([
      ['1', null, null],
      ['2', null, null],
    ]);
  });

  test('of two concurrent imports are consecutive, each with its changes', async () => {
    const source = freshSource();
    const { list } = await importContent(source, { x: 'Common Entry' });
    await Promise.all(
      ['a', 'b', 'c'].map((id) => importContent(source, { x: 'Common Entry', [id]: 'Musa Bello' })),
    );
    const { items } = await listVersions(app.db.read, list.id, {});
    expect(items.map(({ revision, added, removed }) => [revision, added, removed])).toEqual([
      [4, 1, 1],
      [3, 1, 1],
      [2, 1, 0],
      [1, 1, 0],
    ]);
    expect(await listChanges(app.db.read, list.id, { from: 1 })).toMatchObject({
      from: 1,
      to: 4,
      items: [{ change: 'added', name: 'Musa Bello' }],
    });
  });

  test('are not made by an import that loses its connection at any point', async () => {
    const source = freshSource();
    const { list } = await importContent(source, { 1: 'Obinna Ada' });
    const dying = (when: 'reading' | 'done') =>
      app.db.transaction(async (tx) => {
        const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
        const die = () => app.db.pool.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid]);
        async function* main(): AsyncGenerator<string> {
          yield* chunk(textOf({ 2: 'Musa Bello' }));
          if (when === 'reading') await die();
        }
        await importList(tx, { kind: 'pep', source, format: 'csv', main: main() });
        await die();
      });
    for (const when of ['reading', 'done'] as const) await expect(dying(when)).rejects.toThrow();
    expect((await listVersions(app.db.read, list.id, {})).total).toBe(1);
    expect((await importContent(source, { 1: 'Obinna Ada' })).unchanged).toBe(1);
  });

  test('beyond the limit are deleted before their changes, and no reader sees a part', async () => {
    const source = freshSource();
    let id = '';
    for (let i = 1; i <= 5; i++) {
      const { list } = await importContent(source, { same: 'Obinna Ada', [i]: 'Musa Bello' });
      id = list.id;
    }
    await deleteOldVersions(app.db.read, { versions: 3, changes: 1000 });
    const error = {
      path: 'from',
      message: expect.stringContaining('no version with this revision'),
    };
    for (const query of ['changes?from=2', 'changes?from=9&to=9'])
      expect((await ask(id, query)).body.error.details).toContainEqual(error);
    expect((await ask(id, 'changes?from=3')).body.data.total).toBe(2);
    const second = { revision: 2, stamp: 'forgotten' };
    const since = await globalListSince(app.db.read, id, second, { most: 1, ids: false });
    const forgotten = { isAfter: false, isOther: false, gone: null };
    expect(since).toMatchObject({ revision: 5, entryCount: 2, ids: null, ...forgotten });
    expect(await deleteOldRows(app.db.read, 'global_list_changes', 1000)).toBeGreaterThanOrEqual(4);
    expect((await ask(id, 'changes?from=3')).body.data.total).toBe(2);
    // Each version has two changes. The changes of version 5 are within the limit, and the changes of versions 4 and 5
    // together exceed it.
    await deleteOldVersions(app.db.read, { versions: 3, changes: 3 });
    expect((await listVersions(app.db.read, id, {})).items.map((row) => row.revision)).toEqual([
      5, 4,
    ]);
  });

  test.each([
    ['changes?from=x', 'from'],
    ['changes?from=0', 'from'],
    ['changes?to=99', 'to'],
    ['changes?from=2&to=1', 'from'],
    ['changes?from=1e99', 'from'],
    ['versions?page=0', 'page'],
  ])('%s returns 400', async (query, path) => {
    const source = freshSource();
    await importContent(source, { 1: 'Obinna Ada' });
    const { list } = await importContent(source, { 1: 'Musa Bello' });
    const answer = await ask(list.id, query);
    expect([answer.status, answer.body.error.details?.[0].path]).toEqual([400, path]);
  });
});
