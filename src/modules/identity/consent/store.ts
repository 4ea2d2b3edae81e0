import { sql, type RawBuilder, type Selectable } from 'kysely';
import { rowsOf } from '../../../platform/db/bulk/rows.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { inOneForm } from '../../../platform/db/lists/external-ids.ts';
import {
  selectPage,
  type Listed,
  type Order,
  type Page,
} from '../../../platform/db/lists/keyset.ts';
import { rowById, rowReader } from '../../../platform/db/lists/row-by-id.ts';
import type { IdentityConsents } from '../../../platform/db/types.ts';
import { exportColumns, type ExportSource } from '../../../platform/export-source.ts';

export type ConsentRow = Selectable<IdentityConsents>;

/** The hashed columns of a consent as texts, with the time in milliseconds since 1970. */
export type ConsentTexts = Record<
  'org_id' | 'subject_id' | 'purpose' | 'text_version' | 'channel' | 'given_at' | 'reference',
  string
>;

/** Returns undefined if the subject has a consent with this reference already. */
export async function insertConsent(tx: Tx, row: ConsentRow): Promise<ConsentRow | undefined> {
  return tx
    .insertInto('identity_consents')
    .values(row)
    .onConflict((conflict) => conflict.columns(['org_id', 'subject_id', 'reference']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function selectByReference(
  db: Queryable,
  { org_id, subject_id, reference }: Pick<ConsentRow, 'org_id' | 'subject_id' | 'reference'>,
): Promise<ConsentRow | undefined> {
  return db
    .selectFrom('identity_consents')
    .selectAll()
    .where('org_id', '=', org_id)
    .where('subject_id', '=', subject_id)
    .where('reference', '=', reference)
    .executeTakeFirst();
}

/** Returns true while a consent with this hash exists and was not withdrawn. */
export async function isGiven(db: Queryable, orgId: string, sha256: Buffer): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM identity_consents
    WHERE org_id = ${orgId} AND sha256 = ${sha256} AND withdrawn_at IS NULL`.execute(db);
  return rows.length > 0;
}

export const selectConsent = rowReader('identity_consents');

/** Locks the row, so that two concurrent withdrawals run one after the other. */
export async function lockConsent(
  tx: Tx,
  orgId: string,
  id: string,
): Promise<ConsentRow | undefined> {
  return rowById(tx, 'identity_consents', orgId, id).forUpdate().executeTakeFirst();
}

export async function setWithdrawn(tx: Tx, orgId: string, id: string, at: Date): Promise<void> {
  await sql`UPDATE identity_consents SET withdrawn_at = ${at}
    WHERE org_id = ${orgId} AND id = ${id}`.execute(tx);
}

const NEWEST: Order = [
  { column: 'recorded_at', type: 'timestamptz', descending: true },
  { column: 'id', type: 'text', descending: true },
];

/** Newest first. */
export async function selectConsents(
  db: Queryable,
  orgId: string,
  { subjectId }: { subjectId?: string },
  page: Page,
): Promise<Listed<ConsentRow>> {
  let all = db.selectFrom('identity_consents').where('org_id', '=', orgId);
  if (subjectId !== undefined) all = all.where('subject_id', '=', subjectId);
  return selectPage(db, { shown: all.selectAll(), counted: all }, NEWEST, page);
}

type Subject = { orgId: string; subjectId: string };

/** Selects the last withdrawals of these subjects, whose ids are in NFC. */
export async function selectWithdrawals(db: Queryable, subjects: readonly Subject[]) {
  const asked = rowsOf(subjects, { orgId: 'text', subjectId: 'text' }, 's');
  const { rows } = await sql<{ org_id: string; subject_id: string; withdrawn_at: Date }>`
    SELECT s.org_id, s.subject_id, w.withdrawn_at FROM ${asked.from}
    CROSS JOIN LATERAL (
      SELECT withdrawn_at FROM identity_consents c
      WHERE c.org_id = s.org_id COLLATE "C" AND c.subject_id = s.subject_id COLLATE "C" AND c.withdrawn_at IS NOT NULL
      ORDER BY withdrawn_at DESC LIMIT 1) AS w`.execute(db);
  return rows;
}

/** The time of the last withdrawal of a consent of the subject in a column; null for none. */
export function lastWithdrawal(orgId: string, column: string): RawBuilder<Date | null> {
  return sql<Date | null>`(SELECT max(c.withdrawn_at) FROM identity_consents c
    WHERE c.org_id = ${orgId} AND c.subject_id = ${inOneForm(column)} AND c.withdrawn_at IS NOT NULL)`;
}

/** Returns the export with another column: the last withdrawal of a consent of its column `subjectId`. */
export function withWithdrawals(source: ExportSource): ExportSource {
  return {
    ...source,
    columns: [
      ...source.columns,
      ...exportColumns({
        consentWithdrawnAt: [
          'timestamp',
          'When a consent of the person was last withdrawn; null if none was.',
        ],
      }),
    ],
    query: (filter) => sql`
      SELECT e.*, ${lastWithdrawal(filter.orgId, 'e.subjectId')} AS "consentWithdrawnAt" FROM (${source.query(filter)}) AS e`,
  };
}
