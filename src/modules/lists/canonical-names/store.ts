import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { rowsOf } from '../../../platform/db/bulk/rows.ts';
import { sharedOf } from '../../../platform/db/places.ts';

/** Tables with a canonical name; `ctid` identifies a row during one transaction. */
export type CanonicalTable = 'screening_entries' | 'global_entries';
function holderOf(tx: Tx, table: CanonicalTable): Tx {
  return table === 'global_entries' ? sharedOf(tx) : tx;
}

export type OutdatedRow = {
  ctid: string;
  name: string;
  type: string;
};

/** Selects and locks rows of any organization whose canonical name was made by other rules. */
export async function selectOutdated(
  tx: Tx,
  table: CanonicalTable,
  version: number,
  limit: number,
): Promise<OutdatedRow[]> {
  const type = table === 'global_entries' ? sql`entity_type` : sql`'unknown'`;
  const { rows } = await sql<OutdatedRow>`
    SELECT ctid::text, name, ${type} AS type
    FROM ${sql.table(table)} WHERE canon_version <> ${version} LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(
    holderOf(tx, table),
  );
  return rows;
}

export async function updateCanonical(
  tx: Tx,
  table: CanonicalTable,
  version: number,
  rows: readonly { ctid: string; canonical: string }[],
): Promise<void> {
  await sql`
    UPDATE ${sql.table(table)} t SET canonical_name = c.canonical, canon_version = ${version}
    FROM ${rowsOf(rows, { ctid: 'tid', canonical: 'text' }, 'c').from}
    WHERE t.ctid = c.ctid`.execute(holderOf(tx, table));
}
