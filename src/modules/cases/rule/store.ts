import { sql, type Selectable } from 'kysely';
import { arrayText } from '../../../platform/db/bulk/arrays.ts';
import { rowsOf } from '../../../platform/db/bulk/rows.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { CaseSettings } from '../../../platform/db/types.ts';
import type { CaseRow } from '../store.ts';

type SettingsRow = Selectable<CaseSettings>;

export async function selectSettings(
  db: Queryable,
  orgId: string,
): Promise<SettingsRow | undefined> {
  return db.selectFrom('case_settings').selectAll().where('org_id', '=', orgId).executeTakeFirst();
}

export async function upsertSettings(tx: Tx, row: SettingsRow): Promise<void> {
  const { org_id: _, ...change } = row;
  await tx
    .insertInto('case_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet(change))
    .execute();
}

type RuleCase = { id: string; subjectId: string; basePriority: number };

/**
 * Makes a case for each subject, or updates the open case that the rule made for it and raises its revision. Locks
 * cases in the order of subjects. If a transaction is closing a case, waits for it and then makes a new case.
 */
export async function upsertCases(
  tx: Tx,
  orgId: string,
  by: { kind: string; id: string },
  cases: readonly RuleCase[],
): Promise<CaseRow[]> {
  const wanted = rowsOf(cases, { id: 'text', subjectId: 'text', basePriority: 'smallint' }, 'c');
  const { rows } = await sql<CaseRow>`
    INSERT INTO cases AS t (org_id, id, subject_id, base_priority, origin, created_kind, created_by)
    SELECT ${orgId}, c.id, c.subject_id, c.base_priority, 'rule', ${by.kind}, ${by.id}
    FROM ${wanted.from}
    ORDER BY c.subject_id COLLATE "C"
    ON CONFLICT (org_id, subject_id) WHERE origin = 'rule' AND status <> 'CLOSED' DO UPDATE
      SET base_priority = greatest(t.base_priority, excluded.base_priority), revision = t.revision + 1,
        updated_at = excluded.updated_at
    RETURNING *`.execute(tx);
  return rows;
}

/**
 * Locks all cases of a subject, in the order of their ids, and erases their notes and files.
 * @returns the ids of cases that had any
 */
export async function eraseCases(tx: Tx, orgId: string, subjectId: string): Promise<string[]> {
  const locked = await tx
    .selectFrom('cases')
    .select('id')
    .where('org_id', '=', orgId)
    .where('subject_id', '=', subjectId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const ids = locked.map(({ id }) => id);
  if (ids.length === 0) return [];
  const own = sql`org_id = ${orgId} AND case_id = ANY (${arrayText(ids)}::text[])`;
  const notes = await sql<{ case_id: string }>`
    UPDATE case_notes SET envelope = NULL WHERE ${own} AND envelope IS NOT NULL RETURNING case_id`.execute(
    tx,
  );
  await sql`
    DELETE FROM case_contents c USING case_files f
    WHERE f.org_id = ${orgId} AND f.case_id = ANY (${arrayText(ids)}::text[])
      AND c.org_id = f.org_id AND c.file_id = f.id`.execute(tx);
  const files = await sql<{ case_id: string }>`
    DELETE FROM case_files WHERE ${own} RETURNING case_id`.execute(tx);
  const had = new Set([...notes.rows, ...files.rows].map((row) => row.case_id));
  return ids.filter((id) => had.has(id));
}
