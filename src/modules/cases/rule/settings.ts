import { Changed } from '../../../platform/audit/audit.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { badRequest } from '../../../platform/errors/index.ts';
import { mayDecide, roleMayDecide } from './assignment.ts';
import type { CaseSettings, UpdateCaseSettings } from './schemas.ts';
import * as store from './store.ts';

/** The default is off: the rule selects no kinds of lists. */
function defaults(orgId: string): store.SettingsRow {
  return { org_id: orgId, list_kinds: [], min_score: 0, assignee: null, assignee_role: null };
}

function toSettings(row: store.SettingsRow): CaseSettings {
  return {
    organizationId: row.org_id,
    listKinds: row.list_kinds as CaseSettings['listKinds'],
    minScore: row.min_score,
    assignee: row.assignee,
    assigneeRole: row.assignee_role as CaseSettings['assigneeRole'],
  };
}

export async function getSettings(db: Queryable, orgId: string): Promise<CaseSettings> {
  return toSettings((await store.selectSettings(db, orgId)) ?? defaults(orgId));
}

/** Runs before the transaction. @throws ApiError BAD_REQUEST for a person or a role that cannot decide cases, and for both */
export async function requireDeciders(
  db: Queryable,
  orgId: string,
  { assignee, assigneeRole }: UpdateCaseSettings,
): Promise<void> {
  if (assignee && assigneeRole)
    throw badRequest([{ path: 'assigneeRole', message: 'must be null if assignee is given' }]);
  if (assignee && !(await mayDecide(db, orgId, assignee)))
    throw badRequest([
      { path: 'assignee', message: 'must be the id of a member with the scope cases:manage' },
    ]);
  if (assigneeRole && !roleMayDecide(assigneeRole))
    throw badRequest([{ path: 'assigneeRole', message: 'must have the scope cases:manage' }]);
}

/** Changes the settings for hits that open from now on. An assignee replaces the role, and a role the assignee. */
export async function updateSettings(
  tx: Tx,
  orgId: string,
  input: UpdateCaseSettings,
): Promise<Changed<CaseSettings>> {
  // The lock makes the later of two concurrent changes start from the result of the other.
  const before = toSettings(await store.lockSettings(tx, defaults(orgId)));
  const after = {
    ...before,
    ...(input.assignee && { assigneeRole: null }),
    ...(input.assigneeRole && { assignee: null }),
    ...input,
  };
  await store.updateSettings(tx, {
    org_id: orgId,
    list_kinds: after.listKinds,
    min_score: after.minScore,
    assignee: after.assignee,
    assignee_role: after.assigneeRole,
  });
  return new Changed(before, after);
}
