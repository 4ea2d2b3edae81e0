import { sql, type Selectable, type RawBuilder } from 'kysely';
import { deleteById } from '../../../platform/db/lists/row-by-id.ts';
import { hasWords } from '../../../platform/db/lists/words.ts';
import { compiled } from '../../../platform/db/bulk/compiled.ts';
import { rowsOf } from '../../../platform/db/bulk/rows.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { newStamp } from '../../../platform/db/buckets/history.ts';
import { BY_ID, selectPage, type Listed, type Page } from '../../../platform/db/lists/keyset.ts';
import type { ScreeningEntries, ScreeningLists } from '../../../platform/db/types.ts';

/** Columns of a list, without the stamps of its changes, which only serve to compare copies. */
const SHOWN = [
  'id',
  'source',
  'name',
  'kind',
  'entry_count',
  'revision',
  'created_at',
  'updated_at',
] as const;

export type ListRow = Pick<Selectable<ScreeningLists>, (typeof SHOWN)[number]>;
export type EntryRow = Selectable<ScreeningEntries>;

type NewList = { org_id: string; id: string; source: string; name: string; kind: string };

const insertionOf = compiled<NewList, ListRow>((given, db) =>
  db
    .insertInto('screening_lists')
    .values({
      org_id: given((list) => list.org_id),
      id: given((list) => list.id),
      source: given((list) => list.source),
      name: given((list) => list.name),
      kind: given((list) => list.kind),
    })
    .returning(SHOWN),
);

/** @throws a violation of `screening_lists_source_unique` */
export async function insertList(tx: Tx, list: NewList): Promise<ListRow> {
  return (await tx.executeQuery(insertionOf(list))).rows[0]!;
}

type ListFilter = { kind?: string; text?: string };

function listsOf(db: Queryable, orgId: string, { kind, text }: ListFilter) {
  let all = db.selectFrom('screening_lists').where('org_id', '=', orgId);
  if (kind !== undefined) all = all.where('kind', '=', kind);
  if (text !== undefined) all = all.where(hasWords(orgId, { name: 'name', orgId: 'org_id' }, text));
  return all;
}

/** In the order of creation. */
export async function selectLists(
  db: Queryable,
  orgId: string,
  filter: ListFilter,
): Promise<ListRow[]> {
  return listsOf(db, orgId, filter).select(SHOWN).orderBy('id').execute();
}

export async function selectListPage(
  db: Queryable,
  orgId: string,
  filter: ListFilter,
  page: Page,
): Promise<Listed<ListRow>> {
  const all = listsOf(db, orgId, filter);
  return selectPage(db, { shown: all.select(SHOWN), counted: all }, BY_ID, page);
}

const listById = compiled<{ orgId: string; id: string }, ListRow>((given, db) =>
  db
    .selectFrom('screening_lists')
    .select(SHOWN)
    .where(
      'org_id',
      '=',
      given((key) => key.orgId),
    )
    .where(
      'id',
      '=',
      given((key) => key.id),
    ),
);

export async function selectList(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<ListRow | undefined> {
  return (await db.executeQuery(listById({ orgId, id }))).rows[0];
}

export async function renameList(
  tx: Tx,
  orgId: string,
  id: string,
  name: string,
): Promise<ListRow | undefined> {
  return tx
    .updateTable('screening_lists')
    .set({ name, updated_at: sql`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returning(SHOWN)
    .executeTakeFirst();
}

/** The foreign key deletes the entries with the list. */
export async function deleteList(tx: Tx, orgId: string, id: string): Promise<boolean> {
  return deleteById(tx, 'screening_lists', orgId, id);
}

/**
 * Locks the row of the list. Every change of entries does this first, so that changes of one list run one after the
 * other and never deadlock with its deletion.
 * @returns the list's revision, or undefined if there is no such list
 */
export async function lockList(tx: Tx, orgId: string, id: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('screening_lists')
    .select('revision')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.revision;
}

/** Number of kept stamps. An older copy is compared by the ids of its entries. */
const KEPT_STAMPS = 32;

/**
 * Adds `added` to the number of entries and moves the list to its next revision, under the list's row lock.
 * @returns the new revision, or undefined if there is no such list
 */
export async function advanceList(
  tx: Tx,
  orgId: string,
  id: string,
  added: number,
  voided: RawBuilder<unknown>,
): Promise<number | undefined> {
  const { rows } = await sql<{ revision: number }>`
    WITH changed AS (
      UPDATE screening_lists
      SET entry_count = entry_count + ${added}, revision = revision + 1,
        stamps = array_prepend(${newStamp()}::text, stamps[1:${sql.lit(KEPT_STAMPS - 1)}]), updated_at = now()
      WHERE org_id = ${orgId} AND id = ${id} RETURNING id AS object_id, revision),
    ${voided}
    SELECT revision FROM changed`.execute(tx);
  return rows[0]?.revision;
}

export type NewEntry = {
  id: string;
  name: string;
  canonicalName: string;
  dob: string | null;
  country: string | null;
  /** JSON text, or null. */
  identifiers: string | null;
  /** JSON text. */
  raw: string;
};

/** Inserts all entries in one statement. */
export async function insertEntries(
  tx: Tx,
  target: { orgId: string; listId: string; revision: number; canonVersion: number },
  entries: NewEntry[],
): Promise<void> {
  const { names, from } = rowsOf(entries, {
    id: 'text',
    name: 'text',
    canonicalName: 'text',
    dob: 'date',
    country: 'text',
    identifiers: 'json',
    raw: 'json',
  });
  await sql`
    INSERT INTO screening_entries (org_id, list_id, canon_version, revision, ${names})
    SELECT ${target.orgId}, ${target.listId}, ${target.canonVersion}::smallint, ${target.revision}::bigint, ${names}
    FROM ${from}`.execute(tx);
}

export async function selectEntries(
  db: Queryable,
  orgId: string,
  listId: string,
  count: number,
  page: Page,
): Promise<Listed<EntryRow>> {
  const all = db
    .selectFrom('screening_entries')
    .where('org_id', '=', orgId)
    .where('list_id', '=', listId);
  return selectPage(db, { shown: all.selectAll(), counted: count }, BY_ID, page);
}

/** Selects the revision in which a list added an entry; it reads all lists, which are few. */
export async function selectEntryRevision(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('screening_lists as l')
    .innerJoin('screening_entries as e', (join) =>
      join.onRef('e.org_id', '=', 'l.org_id').onRef('e.list_id', '=', 'l.id'),
    )
    .select('e.revision')
    .where('l.org_id', '=', orgId)
    .where('e.org_id', '=', orgId)
    .where('e.id', '=', id)
    .executeTakeFirst();
  return row?.revision;
}

export async function deleteEntry(
  tx: Tx,
  orgId: string,
  listId: string,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('screening_entries')
    .where('org_id', '=', orgId)
    .where('list_id', '=', listId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ids of entries of a list, in their order. */
export async function selectEntryIds(
  tx: Tx,
  orgId: string,
  listId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('screening_entries')
    .select('id')
    .where('org_id', '=', orgId)
    .where('list_id', '=', listId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Copies entries under new ids into a list of another organization of the bucket. */
export async function copyEntries(
  tx: Tx,
  orgId: string,
  ids: string[],
  newIds: string[],
  target: { orgId: string; listId: string; revision: number },
): Promise<void> {
  const copies = ids.map((oldId, i) => ({ oldId, newId: newIds[i]! }));
  await sql`
    INSERT INTO screening_entries (org_id, list_id, id, revision, name, canonical_name, canon_version, dob, country,
      identifiers, raw)
    SELECT ${target.orgId}, ${target.listId}, m.new_id, ${target.revision}, e.name, e.canonical_name, e.canon_version,
      e.dob, e.country, e.identifiers, e.raw
    FROM ${rowsOf(copies, { oldId: 'text', newId: 'text' }, 'm').from}
    JOIN screening_entries e ON e.org_id = ${orgId} AND e.id = m.old_id`.execute(tx);
}
