import { sql, type Selectable } from 'kysely';
import { anyOf, arrayText } from '../../../platform/db/bulk/arrays.ts';
import { distinctValues } from '../../../platform/db/bulk/distinct.ts';
import { settingsStore } from '../../../platform/db/lists/settings-row.ts';
import { rowsOf } from '../../../platform/db/bulk/rows.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { CaseSettings } from '../../../platform/db/types.ts';
import type { CaseRow } from '../store.ts';

export type SettingsRow = Selectable<CaseSettings>;

export const {
  select: selectSettings,
  lock: lockSettings,
  update: updateSettings,
} = settingsStore('case_settings');

/** Returns the id of the newest case that each of these people is assigned to; ids grow with time. */
export async function selectLastCases(
  db: Queryable,
  orgId: string,
  people: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ person: string; id: string }>`
    SELECT p.person, c.id FROM unnest(${arrayText(people)}::text[]) AS p (person)
    CROSS JOIN LATERAL (
      SELECT id FROM cases WHERE org_id = ${orgId} AND assignee = p.person COLLATE "C" ORDER BY id DESC LIMIT 1) AS c`.execute(
    db,
  );
  return new Map(rows.map(({ person, id }) => [person, id]));
}

/**
 * Locks the open cases that opened hits change, in the order of subjects: those that the rule made for these subjects,
 * and snoozed ones with any of these hits.
 */
export async function lockConcerned(
  tx: Tx,
  orgId: string,
  subjectIds: readonly string[],
  hitIds: readonly string[],
): Promise<Pick<CaseRow, 'id' | 'subject_id' | 'origin'>[]> {
  const isRuled = sql`origin = 'rule' AND subject_id = ${anyOf(subjectIds)}`;
  const { rows } = await sql<Pick<CaseRow, 'id' | 'subject_id' | 'origin'>>`
    SELECT id, subject_id, origin FROM cases
    WHERE org_id = ${orgId} AND status <> 'CLOSED' AND (${isRuled} OR snoozed_until > now())
      AND id = ANY (ARRAY(
        SELECT id FROM cases WHERE org_id = ${orgId} AND status <> 'CLOSED' AND ${isRuled}
        UNION ALL
        SELECT case_id FROM case_items WHERE org_id = ${orgId} AND item_id = ${anyOf(hitIds)}))
    ORDER BY subject_id COLLATE "C", id FOR UPDATE`.execute(tx);
  return rows;
}

/** Ends the snooze of cases that the caller has locked, and raises their revision. */
export async function endSnoozes(
  tx: Tx,
  orgId: string,
  ids: readonly string[],
): Promise<CaseRow[]> {
  if (ids.length === 0) return [];
  return tx
    .updateTable('cases')
    .set({ snoozed_until: null, revision: sql`revision + 1`, updated_at: sql`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', anyOf(ids))
    .returningAll()
    .execute();
}

type RuleCase = {
  id: string;
  subjectId: string;
  basePriority: number;
  assignee: string | null;
};

/**
 * Makes a case for each subject, or updates the open case that the rule made for it, raises its revision and ends its
 * snooze. Locks cases in the order of subjects. If a transaction is closing a case, waits for it and then makes a new
 * case.
 */
export async function upsertCases(
  tx: Tx,
  orgId: string,
  by: { kind: string; id: string },
  cases: readonly RuleCase[],
): Promise<CaseRow[]> {
  const wanted = rowsOf(
    cases,
    { id: 'text', subjectId: 'text', basePriority: 'smallint', assignee: 'text' },
    'c',
  );
  const { rows } = await sql<CaseRow>`
    INSERT INTO cases AS t
      (org_id, id, subject_id, base_priority, assignee, origin, created_kind, created_by)
    SELECT ${orgId}, c.id, c.subject_id, c.base_priority, c.assignee, 'rule', ${by.kind}, ${by.id}
    FROM ${wanted.from}
    ORDER BY c.subject_id COLLATE "C"
    ON CONFLICT (org_id, subject_id) WHERE origin = 'rule' AND status <> 'CLOSED' DO UPDATE
      SET base_priority = greatest(t.base_priority, excluded.base_priority), revision = t.revision + 1,
        updated_at = excluded.updated_at, snoozed_until = NULL
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
  const own = sql`org_id = ${orgId} AND case_id = ${anyOf(ids)}`;
  const notes = await sql<{ case_id: string }>`
    UPDATE case_notes SET envelope = NULL WHERE ${own} AND envelope IS NOT NULL RETURNING case_id`.execute(
    tx,
  );
  await sql`
    DELETE FROM case_contents c USING case_files f
    WHERE f.org_id = ${orgId} AND f.case_id = ${anyOf(ids)}
      AND c.org_id = f.org_id AND c.file_id = f.id`.execute(tx);
  const files = await sql<{ case_id: string }>`
    DELETE FROM case_files WHERE ${own} RETURNING case_id`.execute(tx);
  const had = new Set([...notes.rows, ...files.rows].map((row) => row.case_id));
  return ids.filter((id) => had.has(id));
}

/** Selects the people of all organizations to whom open cases are assigned. */
export async function selectAssignees(db: Queryable): Promise<{ orgId: string; userId: string }[]> {
  const where = sql`status <> 'CLOSED'`;
  const rows = await distinctValues(db, { table: 'cases', column: 'assignee', where });
  return rows.map(({ orgId, value: userId }) => ({ orgId, userId }));
}

/** Takes up to `limit` open cases from a person, and raises their revision. */
export async function unassign(
  tx: Tx,
  orgId: string,
  userId: string,
  limit: number,
): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    UPDATE cases t SET assignee = NULL, revision = t.revision + 1, updated_at = now()
    FROM (SELECT id FROM cases WHERE org_id = ${orgId} AND status <> 'CLOSED' AND assignee = ${userId}
      ORDER BY subject_id COLLATE "C", id LIMIT ${limit} FOR UPDATE) AS c
    WHERE t.org_id = ${orgId} AND t.id = c.id RETURNING t.*`.execute(tx);
  return rows;
}
