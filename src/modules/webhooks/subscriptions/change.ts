import { Changed } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import {
  assertUnchanged,
  withRevision,
  type Seen,
} from '../../../platform/concurrency/if-match.ts';
import { noteChange } from '../../live/index.ts';
import { writeCredentials, type PreparedCredentials } from '../credentials/credentials.ts';
import { GIVE_UP_DAYS } from '../retry.ts';
import { notifyDue } from '../events/notify.ts';
import { storedFilter } from '../filter/filter.ts';
import type { UpdatedWebhook, UpdateWebhook } from './schemas.ts';
import * as store from './store.ts';
import { base, lockForChange, settleQueue } from './subscriptions.ts';
import { expirePaused } from './store.ts';

/** Compares scheme, host and port: credentials for one origin are never sent to another. */
function isElsewhere(url: string | undefined, before: string): boolean {
  return url !== undefined && new URL(url).origin !== new URL(before).origin;
}

function answerOf(row: store.ShownRow): UpdatedWebhook {
  return withRevision({ ...base(row), updatedAt: row.updated_at.toISOString() }, row.version);
}

/**
 * Changes a subscription. After the answer, no request starts to the old URL or with old credentials. If the
 * subscription is inactive, no request starts at all.
 * @throws ApiError NOT_FOUND, PRECONDITION_FAILED
 */
export async function updateWebhook(
  tx: Tx,
  orgId: string,
  id: string,
  change: UpdateWebhook,
  prepared: PreparedCredentials,
  seen: Seen = {},
): Promise<Changed<UpdatedWebhook>> {
  const before = await lockForChange(tx, orgId, id);
  assertUnchanged(before.version, seen, 'the webhook');
  if (Object.keys(change).length === 0) return new Changed(base(before), answerOf(before));
  const { name, url, events, filter, active = before.active } = change;
  const activated = active && !before.active;
  const moved = url !== undefined && url !== before.url;
  const elsewhere = isElsewhere(url, before.url);
  const credentials = await writeCredentials(
    tx,
    orgId,
    id,
    prepared,
    before.credentials,
    elsewhere,
  );
  const row = await store.updateWebhook(tx, orgId, id, {
    ...(name !== undefined && { name }),
    ...(url !== undefined && { url }),
    active,
    ...(events && { events: [...new Set(events)] }),
    ...(filter && { filter: storedFilter(filter) ?? null }),
    ...(activated && { disabled_reason: null }),
  });
  await noteChange(tx, orgId, 'webhook', [id]);
  const resealed = prepared.sealed.length > 0 || prepared.removed.length > 0;
  // This runs even without a difference: another request may have made the same change and still wait for its answer.
  if (url !== undefined || resealed || !active) await settleQueue(tx, orgId, id);
  if (activated || moved) await store.forgetFailures(tx, orgId, id);
  if (activated) {
    await expirePaused(tx, orgId, id, GIVE_UP_DAYS);
    notifyDue(orgId, [id]);
  }
  return new Changed(base(before), answerOf({ ...row, credentials }));
}
