import { Changed } from '../../../platform/audit/audit.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { CaseSettings, UpdateCaseSettings } from './schemas.ts';
import * as store from './store.ts';

/** Off: the rule selects no kinds of lists. */
const DEFAULTS = { list_kinds: [], min_score: 0 };

export async function getSettings(db: Queryable, orgId: string): Promise<CaseSettings> {
  const row = (await store.selectSettings(db, orgId)) ?? DEFAULTS;
  return {
    organizationId: orgId,
    listKinds: row.list_kinds as CaseSettings['listKinds'],
    minScore: row.min_score,
  };
}

/** Changes the settings for hits that open from now on. */
export async function updateSettings(
  tx: Tx,
  orgId: string,
  input: UpdateCaseSettings,
): Promise<Changed<CaseSettings>> {
  const before = await getSettings(tx, orgId);
  const after = { ...before, ...input };
  await store.upsertSettings(tx, {
    org_id: orgId,
    list_kinds: after.listKinds,
    min_score: after.minScore,
  });
  return new Changed(before, after);
}
