import { hashAction } from '../../../platform/audit/action.ts';
import type { AuditRows } from '../../../platform/audit/rows.ts';
import { selectTexts } from './store.ts';

/** Audit rows of actions. */
export const actionRows: AuditRows = {
  async check(tx, orgId, after, limit) {
    const rows = await selectTexts(tx, orgId, after, limit);
    return rows.map((row) => ({
      id: row.id,
      problems: hashAction(row).toString('hex') === row.row_hash ? [] : ['row_changed'],
    }));
  },
};
