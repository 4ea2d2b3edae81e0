import { sql, type Selectable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import {
  selectPage,
  type Listed,
  type Order,
  type Page,
} from '../../../platform/db/lists/keyset.ts';
import type { IdentityReveals } from '../../../platform/db/types.ts';

export type RevealRow = Selectable<IdentityReveals>;

export async function insertReveal(tx: Tx, row: RevealRow): Promise<void> {
  await tx.insertInto('identity_reveals').values(row).execute();
}

/** Returns the times of a person's newest reveals since a time, at most `limit`, the newest first. */
export async function selectRevealTimes(
  db: Queryable,
  orgId: string,
  personId: string,
  { since, limit }: { since: Date; limit: number },
): Promise<Date[]> {
  const { rows } = await sql<{ revealed_at: Date }>`
    SELECT revealed_at FROM identity_reveals
    WHERE org_id = ${orgId} AND person_id = ${personId} AND revealed_at > ${since}
    ORDER BY revealed_at DESC LIMIT ${limit}`.execute(db);
  return rows.map((row) => row.revealed_at);
}

const NEWEST: Order = [
  { column: 'revealed_at', type: 'timestamptz', descending: true },
  { column: 'id', type: 'text', descending: true },
];

/** Newest first. */
export async function selectReveals(
  db: Queryable,
  orgId: string,
  verificationId: string,
  page: Page,
): Promise<Listed<RevealRow>> {
  const all = db
    .selectFrom('identity_reveals')
    .where('org_id', '=', orgId)
    .where('verification_id', '=', verificationId);
  return selectPage(db, { shown: all.selectAll(), counted: all }, NEWEST, page);
}
