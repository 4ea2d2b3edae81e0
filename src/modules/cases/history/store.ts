import { sql } from 'kysely';
import type { Actor } from '../../../platform/audit/action.ts';
import { rowsOf } from '../../../platform/db/bulk/rows.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';

const CHANGE_PREFIX = 'casechange';

export type Change = { caseId: string; change: string; detail?: Record<string, unknown> };

/** Writes changes of cases into their history, in the transaction that makes them. */
export async function insertHistory(
  tx: Tx,
  orgId: string,
  actor: Pick<Actor, 'kind' | 'id'>,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ caseId, change, detail = {} }) => ({
    caseId,
    id: newId(CHANGE_PREFIX),
    change,
    detail: JSON.stringify(detail),
  }));
  await sql`
    INSERT INTO case_history (org_id, case_id, id, change, actor_kind, actor_id, detail)
    SELECT ${orgId}, c.case_id, c.id, c.change, ${actor.kind}, ${actor.id}, c.detail
    FROM ${rowsOf(rows, { caseId: 'text', id: 'text', change: 'text', detail: 'json' }, 'c').from}`.execute(
    tx,
  );
}

/**
 * Selects the newest entries and the number of all. @param before only entries before this id; undefined for the
 * newest
 */
export async function selectHistory(
  db: Queryable,
  orgId: string,
  caseId: string,
  before: string | undefined,
  limit: number,
) {
  const all = db
    .selectFrom('case_history')
    .where('org_id', '=', orgId)
    .where('case_id', '=', caseId);
  const asked = before === undefined ? all : all.where('id', '<', before);
  const [rows, { total }] = await Promise.all([
    asked
      .select(['id', 'change', 'actor_kind', 'actor_id', 'detail', 'at'])
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
    all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows: rows.toReversed(), total };
}
