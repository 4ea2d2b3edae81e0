import { SOMEBODY } from '../../../../test/support/actor.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cases } from '../../../../test/support/cases.ts';
import { cloneDatabase } from '../../../../test/support/database.ts';
import { openDatabase } from '../../../../test/support/webhook-checks.ts';
import { within } from '../../../../test/support/within.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { createOrganization } from '../../tenants/index.ts';
import { importList } from '../../lists/global/import-list.ts';
import { addEntries, deleteEntry, prepareEntries } from '../../lists/tenant/entries.ts';
import { createList } from '../../lists/tenant/lists.ts';
import { Catalog, type OpenedList } from './catalog.ts';
import { isRemoved } from './parts.ts';
import { selectListRevisions, type ListRevision } from '../../lists/revisions/store.ts';

let db: Database;
beforeAll(async () => {
  db = openDatabase(await cloneDatabase());
});
afterAll(() => db.close());

let lists = 0;
async function tenantList(): Promise<{ orgId: string; listId: string }> {
  return db.transaction(async (tx) => {
    const { id: orgId } = await createOrganization(tx, { name: 'T', plan: 'free', addons: [] });
    const source = `s${(lists += 1)}`;
    const { id: listId } = await createList(tx, orgId, {
      source,
      name: 'T',
      kind: 'tenant_blocklist',
    });
    return { orgId, listId };
  });
}

async function add(orgId: string, listId: string, names: string[]): Promise<string[]> {
  return (
    await db.transaction(async (tx) =>
      addEntries(
        tx,
        orgId,
        listId,
        await prepareEntries({ entries: names.map((name) => ({ name })) }),
      ),
    )
  ).entryIds;
}
function remove(orgId: string, listId: string, id: string) {
  return db.transaction((tx) => deleteEntry(tx, orgId, listId, id, SOMEBODY, async () => false));
}

async function* csv(entries: Record<string, string>): AsyncGenerator<string> {
  yield 'id,name\n';
  for (const [id, name] of Object.entries(entries)) yield `${id},${name}\n`;
}
function importAs(source: string, entries: Record<string, string>) {
  return db.transaction((tx) =>
    importList(tx, { kind: 'pep', source, format: 'csv', main: csv(entries) }),
  );
}

async function headOf(orgId: string, id: string): Promise<ListRevision> {
  const heads = await selectListRevisions(db.read, orgId, ['tenant_blocklist', 'pep']);
  return heads.find((head) => head.id === id)!;
}

/** Returns the names, by entry id, that a screening would search. Fails if one occurs twice. */
function present({ parts }: OpenedList): Record<string, string> {
  const names: [string, string][] = [];
  for (const { segment, removed, removedCount } of parts) {
    let gone = 0;
    for (let i = 0; i < segment.entryCount; i++) {
      if (isRemoved(removed, i)) gone += 1;
      else {
        const { id, name } = segment.entry(i);
        names.push([id, name]);
      }
    }
    expect(gone).toBe(removedCount);
  }
  expect(new Set(names.map(([id]) => id)).size).toBe(names.length);
  return Object.fromEntries(names);
}

/** Reads the entries in the database. */
async function committed(table: 'screening_entries' | 'global_entries', listId: string) {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM ${sql.table(table)} WHERE list_id = ${listId}`.execute(db.read);
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}

const NAMES = ['Adewale Ogunbanjo', 'Chinedu Okonkwo', 'Ifeoma Eze', 'Musa Bello'];

/** Runs an action after each statement, as other processes may at any time. */
function disturbed(each: () => Promise<unknown>): Queryable {
  return db.read.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await each();
      return result;
    },
  });
}

describe('a list that grows faster than it is read', () => {
  const many = (count: number): string[] => Array.from({ length: count }, (_, i) => `Ada Obi ${i}`);

  test('is complete as of the query, without entries removed before it', async () => {
    const { orgId, listId } = await tenantList();
    const catalog = new Catalog(2 ** 28);
    const ids = await add(orgId, listId, many(2100));
    for (let round = 0; round < cases(1, 2); round += 1) {
      const removed = ids.shift()!;
      await remove(orgId, listId, removed);
      const before = await committed('screening_entries', listId);
      const head = await headOf(orgId, listId);
      let statements = 0;
      let isOpened = false;
      const growing = disturbed(async () => {
        statements += 1;
        // Without this limit, a reader that never ends would keep the test from failing.
        if (statements > 12 || isOpened) return;
        await add(orgId, listId, many(2100));
        await remove(orgId, listId, ids.pop()!);
      });
      const opened = await catalog.open(growing, orgId, head);
      isOpened = true;
      expect(statements).toBeLessThan(10);
      expect(opened.revision).toBeGreaterThanOrEqual(head.revision);
      const found = present(opened);
      const now = await committed('screening_entries', listId);
      expect(removed in found).toBe(false);
      // An entry removed in the meantime may be present or missing.
      for (const id of Object.keys(before)) if (id in now) expect(id in found, id).toBe(true);
    }
    const opened = await catalog.open(db.read, orgId, await headOf(orgId, listId));
    expect(present(opened)).toEqual(await committed('screening_entries', listId));
  });

  test('is read without a query, so that the next query finds it in memory', async () => {
    const { orgId, listId } = await tenantList();
    const catalog = new Catalog(2 ** 28);
    await add(orgId, listId, many(10));
    await catalog.open(db.read, orgId, await headOf(orgId, listId));
    await add(orgId, listId, many(1001));
    await catalog.open(db.read, orgId, await headOf(orgId, listId));
    for (let round = 0; round < 2; round += 1) {
      await add(orgId, listId, many(20));
      const head = await headOf(orgId, listId);
      await expect.poll(() => catalog.opened([head]), { timeout: within(20_000) }).toBeDefined();
    }
    const [opened] = catalog.opened([await headOf(orgId, listId)])!;
    expect(present(opened!)).toEqual(await committed('screening_entries', listId));
  });

  test('accepts new entries immediately before and after it is read, and while it is read only as fast as it is indexed', async () => {
    const { orgId, listId } = await tenantList();
    const catalog = new Catalog(2 ** 28);
    await add(orgId, listId, many(10));
    await catalog.open(db.read, orgId, await headOf(orgId, listId));
    await catalog.letIn(orgId, listId, 1_000_000);
    await add(orgId, listId, many(1001));
    const gate = Promise.withResolvers<void>();
    const gated = disturbed(() => gate.promise);
    const opening = catalog.open(gated, orgId, await headOf(orgId, listId));
    await catalog.letIn(orgId, listId, 2001);
    const order: string[] = [];
    const waiting = catalog.letIn(orgId, listId, 2001).then(() => order.push('let in'));
    await catalog.letIn(orgId, 'list_other', 1_000_000);
    await catalog.letIn('org_other', listId, 1_000_000);
    order.push('read');
    gate.resolve();
    await Promise.all([opening, waiting]);
    expect(order).toEqual(['read', 'let in']);
    // The list is full again until it has been read again.
    await catalog.letIn(orgId, listId, 1);
  });

  test('is updated without the ids of all entries, however many changes there are', async () => {
    const { orgId, listId } = await tenantList();
    const catalog = new Catalog(2 ** 28);
    await add(orgId, listId, many(10));
    await catalog.open(db.read, orgId, await headOf(orgId, listId));
    let readIds = 0;
    const watched = db.read.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.rows.some((row) => Array.isArray(row['ids']))) readIds += 1;
        return result;
      },
    });
    for (const counts of [Array<number>(40).fill(1), [2100], [1100, 1100, 5]]) {
      for (const count of counts) await add(orgId, listId, many(count));
      const opened = await catalog.open(watched, orgId, await headOf(orgId, listId));
      expect(present(opened)).toEqual(await committed('screening_entries', listId));
    }
    expect(readIds).toBe(0);
  });

  test('omits entries removed before the query, even if as many new entries are removed while it is read', async () => {
    const { orgId, listId } = await tenantList();
    const catalog = new Catalog(2 ** 28);
    const [gone] = await add(orgId, listId, many(5));
    await catalog.open(db.read, orgId, await headOf(orgId, listId));
    const ids = await add(orgId, listId, many(2100));
    await remove(orgId, listId, gone!);
    const head = await headOf(orgId, listId);
    let isFirst = true;
    const changing = disturbed(async () => {
      if (isFirst) await remove(orgId, listId, ids.at(-1)!);
      isFirst = false;
    });
    expect(present(await catalog.open(changing, orgId, head))).not.toHaveProperty(gone!);
  });
});

/** Waits until a list has this few parts, without a query. */
async function untilMerged(catalog: Catalog, head: ListRevision, most: number): Promise<void> {
  const parts = () => catalog.opened([head])![0]!.parts.length;
  await expect.poll(parts, { timeout: within(20_000) }).toBeLessThanOrEqual(most);
}

describe('merging the parts of a list', () => {
  test('works for a tenant list with entries added and removed in the meantime', async () => {
    const { orgId, listId } = await tenantList();
    const catalog = new Catalog(2 ** 28);
    const ids = await add(orgId, listId, ['Ada Obi']);
    let head = await headOf(orgId, listId);
    for (let round = 0; round < cases(15, 30); round += 1) {
      ids.push(...(await add(orgId, listId, Array<string>(60).fill('Musa Bello'))));
      if (round % 3 === 0) await remove(orgId, listId, ids.splice(round, 1)[0]!);
      head = await headOf(orgId, listId);
      const opened = await catalog.open(db.read, orgId, head);
      expect(present(opened)).toEqual(await committed('screening_entries', listId));
    }
    await add(orgId, listId, Array<string>(4500).fill('Ngozi Eze'));
    head = await headOf(orgId, listId);
    await catalog.open(db.read, orgId, head);
    await untilMerged(catalog, head, 2);
    expect(present(catalog.opened([head])![0]!)).toEqual(
      await committed('screening_entries', listId),
    );
  });

  test('works for a global list whose entries change again and again', async () => {
    const source = `g${(lists += 1)}`;
    const catalog = new Catalog(2 ** 28);
    let id = '';
    let head: ListRevision | undefined;
    for (let round = 0; round < 16; round += 1) {
      const entries = Array.from({ length: cases(300, 700) }, (_, i) => [
        `x${i}`,
        i % 7 === round % 7 || i < 50 ? `Ada ${round} Obi` : `Ada ${i} Bello`,
      ]);
      id = (await importAs(source, Object.fromEntries(entries.slice(round)))).list.id;
      head = await headOf('', id);
      const opened = await catalog.open(db.read, '', head);
      expect(present(opened)).toEqual(await committed('global_entries', id));
    }
    await untilMerged(catalog, head!, 12);
    expect(present(catalog.opened([head!])![0]!)).toEqual(await committed('global_entries', id));
  });
});

describe('a list in memory', () => {
  test('equals the list in the database, without duplicates, after any changes of a tenant list, on processes that check more or less often', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('add' as const), count: fc.integer({ min: 1, max: 5 }) }),
      fc.record({ do: fc.constant('remove' as const), which: fc.nat() }),
      fc.record({ do: fc.constant('ask' as const), process: fc.nat({ max: 1 }) }),
      fc.record({ do: fc.constant('look' as const), process: fc.nat({ max: 1 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { orgId, listId } = await tenantList();
        const processes = [new Catalog(2 ** 26), new Catalog(2 ** 26)];
        const ids: string[] = [];
        // This is a copy that a process has requested while the list has changed further.
        const asked = new Map<Catalog, ListRevision>();
        const look = async (catalog: Catalog): Promise<void> => {
          const now = await headOf(orgId, listId);
          const head = asked.get(catalog) ?? now;
          asked.delete(catalog);
          const opened = await catalog.open(db.read, orgId, head);
          expect(opened.revision).toBeGreaterThanOrEqual(head.revision);
          if (opened.revision < now.revision) return look(catalog);
          expect(present(opened)).toEqual(await committed('screening_entries', listId));
        };
        for (const one of steps) {
          if (one.do === 'add')
            ids.push(...(await add(orgId, listId, NAMES.slice(0, one.count % 5 || 1))));
          else if (one.do === 'look') await look(processes[one.process]!);
          else if (one.do === 'ask')
            asked.set(processes[one.process]!, await headOf(orgId, listId));
          else if (ids.length > 0)
            await remove(orgId, listId, ids.splice(one.which % ids.length, 1)[0]!);
        }
        for (const catalog of processes) await look(catalog);
      }),
      { numRuns: cases(6, 12) },
    );
  });

  test('equals the list in the database if an added entry is deleted after the screening has read the revision', async () => {
    const { orgId, listId } = await tenantList();
    const catalog = new Catalog(2 ** 26);
    const [first] = await add(orgId, listId, [NAMES[0]!]);
    await catalog.open(db.read, orgId, await headOf(orgId, listId));
    const [second] = await add(orgId, listId, [NAMES[1]!]);
    await remove(orgId, listId, first!);
    const head = await headOf(orgId, listId);
    await remove(orgId, listId, second!);
    expect(present(await catalog.open(db.read, orgId, head))).toEqual({});
  });

  test('equals the list in the database if the list changes between any two statements that read it', async () => {
    const { orgId, listId } = await tenantList();
    const many = Array.from({ length: 2100 }, (_, i) => `Adewale Ogun${i}`);
    const ids = await add(orgId, listId, many);
    let changes = 4;
    const restless = db.read.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (changes-- > 0) {
          await remove(orgId, listId, ids.pop()!);
          await add(orgId, listId, [NAMES[0]!]);
          await remove(orgId, listId, ids.shift()!);
        }
        return result;
      },
    });
    const catalog = new Catalog(2 ** 26);
    const asked = await headOf(orgId, listId);
    expect((await catalog.open(restless, orgId, asked)).revision).toBe(asked.revision);
    const opened = await catalog.open(restless, orgId, await headOf(orgId, listId));
    expect(present(opened)).toEqual(await committed('screening_entries', listId));
  });

  test('equals the list in the database after any imports of a global list', async () => {
    const content = fc.dictionary(
      fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      fc.constantFrom(...NAMES),
      {
        minKeys: 1,
        noNullPrototype: true,
      },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(content, fc.boolean()), { minLength: 1, maxLength: 8 }),
        async (imports) => {
          const source = `g${(lists += 1)}`;
          const catalog = new Catalog(2 ** 26);
          let id = '';
          const look = async (): Promise<void> => {
            const opened = await catalog.open(db.read, '', await headOf('', id));
            expect(present(opened)).toEqual(await committed('global_entries', id));
          };
          for (const [entries, looks] of imports) {
            id = (await importAs(source, entries)).list.id;
            if (looks) await look();
          }
          await look();
        },
      ),
      { numRuns: cases(6, 12) },
    );
  });

  test('equals the list in the database even if it was read in batches and most entries were replaced', async () => {
    const source = `g${(lists += 1)}`;
    const names = (from: number, to: number) =>
      Object.fromEntries(
        Array.from({ length: to - from }, (_, i) => [`x${from + i}`, `Adewale ${from + i} Ogun`]),
      );
    const catalog = new Catalog(2 ** 26);
    let id = '';
    for (const [from, to] of [
      [0, 2100],
      [0, 2200],
      [2150, 4400],
      [2150, 2200],
    ] as const) {
      id = (await importAs(source, names(from, to))).list.id;
      const opened = await catalog.open(db.read, '', await headOf('', id));
      expect(present(opened)).toEqual(await committed('global_entries', id));
    }
  });
});

describe('memory', () => {
  test('drops the least recently used tenant lists, and loads them again', async () => {
    const made = await Promise.all([tenantList(), tenantList(), tenantList()]);
    const one = new Catalog(2 ** 30);
    for (const { orgId, listId } of made) await add(orgId, listId, NAMES);
    const open = async (catalog: Catalog, { orgId, listId }: (typeof made)[0]) =>
      catalog.open(db.read, orgId, await headOf(orgId, listId));
    await open(one, made[0]!);
    const small = new Catalog(2 * one.bytes + 1);
    const first = await open(small, made[0]!);
    await open(small, made[1]!);
    expect(await open(small, made[0]!)).toBe(first);
    await open(small, made[2]!);
    expect(small.bytes).toBeLessThanOrEqual(2 * one.bytes + 1);
    // The second was used less recently than the first.
    expect(await open(small, made[0]!)).toBe(first);
    const { orgId, listId } = made[1]!;
    expect(present(await open(small, { orgId, listId }))).toEqual(
      await committed('screening_entries', listId),
    );
  });

  test('drops a global list that was deleted', async () => {
    const { list } = await importAs(`g${(lists += 1)}`, { a: NAMES[0]! });
    const catalog = new Catalog(2 ** 26);
    await catalog.open(db.read, '', await headOf('', list.id));
    expect(catalog.bytes).toBeGreaterThan(0);
    catalog.retainGlobal([]);
    expect(catalog.bytes).toBe(0);
  });
});
