import { type Selectable } from 'kysely';
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
