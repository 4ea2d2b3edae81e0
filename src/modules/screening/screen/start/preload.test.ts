import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '../../../../../test/support/database.ts';
import { openDatabase } from '../../../../../test/support/webhook-checks.ts';
import type { Database, Tx } from '../../../../platform/db/database.ts';
import { createOrganization } from '../../../tenants/index.ts';
import { addEntries, prepareEntries } from '../../../lists/tenant/entries.ts';
import { createList } from '../../../lists/tenant/lists.ts';
import { Catalog } from '../catalog.ts';
import { preload } from './preload.ts';
import { selectListRevisions, type ListRevision } from '../../../lists/revisions/store.ts';

const MEMORY = 2 ** 26;

const KIND = 'tenant_blocklist' as const;

async function listOf(tx: Tx, orgId: string, source: string, count: number): Promise<void> {
  const list = await createList(tx, orgId, { source, name: source, kind: KIND });
  const entries = Array.from({ length: count }, (_, i) => ({ name: `Ada Number ${i}` }));
  await addEntries(tx, orgId, list.id, await prepareEntries({ entries }));
}

let db: Database;
let small: ListRevision;
let large: ListRevision;
beforeAll(async () => {
  db = openDatabase(await cloneDatabase());
  const orgId = await db.transaction(async (tx) => {
    const { id } = await createOrganization(tx, { name: 'T', plan: 'pro' });
    await listOf(tx, id, 'small', 10);
    await listOf(tx, id, 'large', 10_000);
    return id;
  });
  const heads = await selectListRevisions(db.read, orgId, [KIND]);
  [small, large] = ['small', 'large'].map((name) =>
    heads.find(({ source }) => source === name)!,
  ) as [ListRevision, ListRevision];
});
afterAll(() => db.close());

test('large lists of organizations are in memory after the preload, and small ones are not', async () => {
  const catalog = new Catalog(MEMORY);
  await preload(db.read, catalog, 60_000);
  expect(catalog.opened([large])).toMatchObject([{ revision: large.revision }]);
  expect(catalog.opened([small])).toBeUndefined();
});

test('nothing is loaded when half of the memory is in use, or after the time limit', async () => {
  const full = new Catalog(0);
  await preload(db.read, full, 60_000);
  expect(full.opened([large])).toBeUndefined();
  const late = new Catalog(MEMORY);
  await preload(db.read, late, 0);
  expect(late.opened([large])).toBeUndefined();
});
