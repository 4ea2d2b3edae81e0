import { Notifier } from '../../platform/db/session/notifier.ts';
import type { Tx } from '../../platform/db/database.ts';
import { MAX_IDS, type Kind } from './schemas.ts';
import { insertChanges, insertChangesOfAll } from './store.ts';

/** The channel on which streams of every process learn of changes. */
export const LIVE_CHANNEL = 'live_changed';
const changed = new Notifier(LIVE_CHANNEL, 50);

/**
 * Logs changes in the open transaction, and notifies the streams of all processes once it has committed.
 * @param ids null if the ids are unknown
 */
export async function noteChange(
  tx: Tx,
  orgId: string,
  kind: Kind,
  ids: readonly string[] | null,
): Promise<void> {
  if (ids?.length === 0) return;
  await insertChanges(tx, orgId, kind, !ids || ids.length > MAX_IDS ? [null] : [...new Set(ids)]);
  changed.afterCommit();
}

/** Logs changes of any organizations of a bucket, each by its id. */
export async function noteChanges(
  tx: Tx,
  kind: Kind,
  changes: readonly { orgId: string; id: string }[],
): Promise<void> {
  if (changes.length === 0) return;
  await insertChangesOfAll(tx, kind, changes);
  changed.afterCommit();
}
