/** The keys of people, and their treatment when their maker leaves. */
import { PLATFORM, type Actor } from '../../platform/audit/action.ts';
import { factsOf, newAction, writeActions } from '../../platform/audit/audit.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { bucketOf } from '../../platform/db/places.ts';
import { outbox } from '../webhooks/index.ts';
import { keyOwnerLeft } from './events.ts';
import { revokeKey, toApiKey, toEvent } from './keys.ts';
import * as store from './store.ts';

/** A key in the answer to a removal, never with its text. */
export type OwnedKey = { id: string; name: string };

/** `keep`: the keys still work. `revoke`: they end. */
export const KEYS_OF_LEAVER = ['keep', 'revoke'] as const;
export type KeysOfLeaver = (typeof KEYS_OF_LEAVER)[number];

/** Returns the ids of all keys that a person made or rotated, including ended ones. @param orgId or `platform` */
export async function keysMadeBy(
  db: Queryable,
  orgId: string,
  userId: string,
): Promise<(OwnedKey & { active: boolean })[]> {
  const rows = await store.selectKeysMadeBy(db, orgId === PLATFORM ? null : orgId, userId);
  return rows.map(({ id, name, active }) => ({ id, name, active }));
}

/**
 * Revokes the keys in use that a person made, or sends `key.owner_left` for each. A revocation takes effect in every
 * process within 5 s, and leaves a row in the audit log for each key.
 * @param orgId the organization, or `platform`, whose operators get no events
 * @returns the keys, in the order of ids
 */
export async function leaveKeys(
  tx: Tx,
  orgId: string,
  userId: string,
  { keys, actor }: { keys: KeysOfLeaver; actor: Actor },
): Promise<OwnedKey[]> {
  const isPlatform = orgId === PLATFORM;
  const rows = await store.selectKeysMadeBy(tx, isPlatform ? null : orgId, userId);
  const owned = rows.filter(({ active }) => active);
  if (owned.length === 0) return [];
  const bucket = await bucketOf(tx, orgId);
  for (const row of owned)
    if (keys === 'revoke') {
      const after = factsOf((await revokeKey(tx, row.id)).after, ['name', 'scopes', 'revokedAt']);
      const line = { orgId, actor, action: 'key.revoke', object: row.id, after };
      await writeActions(bucket, [newAction(line)]);
    } else if (!isPlatform)
      await outbox(bucket, orgId, keyOwnerLeft({ ...toEvent(toApiKey(row)), madeBy: userId }));
  return owned.map(({ id, name }) => ({ id, name }));
}
