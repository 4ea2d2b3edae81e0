/** The actions for which an organization requires two people. */
import type { Actor } from '../../platform/audit/action.ts';
import { Changed } from '../../platform/audit/audit.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import type { ApprovalSettings, UpdateSettings } from './schemas.ts';
import { assertSecondPerson } from './second-person.ts';
import * as store from './store.ts';

export const DEFAULT_HOURS = 24;

function toSettings({ org_id: orgId, actions, expires_hours: hours }: store.SettingsRow) {
  return {
    organizationId: orgId,
    actions: actions as ApprovalSettings['actions'],
    expiresHours: hours,
  };
}

/** The settings of an organization that has not changed them. */
function nothingChosen(orgId: string): store.SettingsRow {
  return { org_id: orgId, actions: [], expires_hours: DEFAULT_HOURS };
}

export async function getSettings(db: Queryable, orgId: string): Promise<ApprovalSettings> {
  return toSettings((await store.selectSettings(db, orgId)) ?? nothingChosen(orgId));
}

/** Returns the revision of the settings, to which requests are bound. */
export function settingsRevision({ actions, expiresHours }: ApprovalSettings): string {
  return canonicalJson({ actions: actions.toSorted(), expiresHours });
}

/**
 * Changes which actions require two people. Requiring two people for fewer actions, and changing the expiry of
 * requests, needs two people.
 * @throws ApiError APPROVAL_REQUIRED
 */
export async function updateSettings(
  tx: Tx,
  orgId: string,
  input: UpdateSettings,
  actor: Actor,
): Promise<Changed<ApprovalSettings>> {
  // The lock makes the later of two concurrent changes compare with the result of the other.
  const before = toSettings(await store.lockSettings(tx, nothingChosen(orgId)));
  const after = { ...before, ...input };
  const isLower = before.actions.some((action) => !after.actions.includes(action));
  const expiryChanges = before.expiresHours !== after.expiresHours;
  if (isLower || expiryChanges) {
    const detail = {
      actions: after.actions.toSorted(),
      ...(expiryChanges && { expiresHours: after.expiresHours }),
    };
    const revision = settingsRevision(before);
    await assertSecondPerson(
      tx,
      { orgId, action: 'approval_settings.lower', objectId: orgId, revision, detail },
      actor,
    );
  }
  if (settingsRevision(before) !== settingsRevision(after))
    await store.voidAbout(tx, orgId, orgId, { action: 'approval_settings.lower' });
  await store.updateSettings(tx, {
    org_id: orgId,
    actions: after.actions,
    expires_hours: after.expiresHours,
  });
  return new Changed(before, after);
}
