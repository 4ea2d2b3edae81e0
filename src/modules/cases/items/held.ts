/** The records that a hold on a case keeps. */
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import * as store from './store.ts';

type Records = { subjects: string[]; ids: string[] };
type Rows = Awaited<ReturnType<typeof store.selectSubjectsOf>>;

async function recordsOf(db: Queryable, orgId: string, rows: Rows): Promise<Records> {
  const ids = rows.map((row) => row.id);
  return {
    subjects: [...new Set(rows.map((row) => row.subject_id))],
    ids: await store.selectItemIds(db, orgId, ids),
  };
}

export const heldCases = {
  /** Returns the subjects and the items of existing cases. */
  async read(db: Queryable, orgId: string, caseIds: readonly string[]): Promise<Records> {
    return recordsOf(db, orgId, await store.selectSubjectsOf(db, orgId, caseIds));
  },

  /**
   * Works like `read`; in addition, no item is added until the transaction ends.
   * @returns undefined if another transaction changes a case now
   */
  async lock(tx: Tx, orgId: string, caseIds: readonly string[]): Promise<Records | undefined> {
    const existing = await store.selectSubjectsOf(tx, orgId, caseIds);
    const locked = await store.lockCases(tx, orgId, caseIds);
    return locked.length < existing.length ? undefined : recordsOf(tx, orgId, locked);
  },
};
