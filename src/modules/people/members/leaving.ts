/** Rules for people who lose a role or their membership. */
import type { Actor } from '../../../platform/audit/action.ts';
import { drain } from '../../../platform/background/job.ts';
import type { Database, Queryable, Tx } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { leaveKeys, type KeysOfLeaver, type OwnedKey } from '../../tenants/index.ts';
import { revokeInvitationsOf } from '../revoke-invitations.ts';
import { endSessionsOf } from '../sessions/store.ts';
import * as store from './store.ts';

type Whose = Pick<store.MembershipRow, 'org_id' | 'user_id'>;

/**
 * @param tx holds `lockRights`, so that two admins cannot lose the role at the same time
 * @param roles the remaining roles of the person
 * @throws ApiError CONFLICT if the person is the only admin and would lose the role
 */
export async function assertAdminStays(
  tx: Tx,
  { org_id: orgId, user_id: userId }: Whose,
  roles: readonly string[],
): Promise<void> {
  if (roles.includes('admin')) return;
  const admins = await store.selectAdmins(tx, orgId);
  if (admins.length === 1 && admins[0] === userId)
    throw new ApiError('CONFLICT', 'the last admin stays an admin: make another one first');
}

/**
 * Ends everything that depends on a membership: sessions, open invitations, and with `keys: 'revoke'` the keys that the
 * person created.
 * @param tx holds `lockRights`
 * @returns the person's keys that are in use
 */
export async function endRights(
  tx: Tx,
  { org_id: orgId, user_id: userId }: Whose,
  { keys, actor }: { keys: KeysOfLeaver; actor: Actor },
): Promise<OwnedKey[]> {
  await endSessionsOf(tx, orgId, { userId });
  await revokeInvitationsOf(tx, orgId, userId, { roles: [], actor });
  return leaveKeys(tx, orgId, userId, { keys, actor });
}

/** Selects the people who are not members of their organization. */
async function withoutMembership(
  db: Queryable,
  people: readonly { orgId: string; userId: string }[],
): Promise<{ orgId: string; userId: string }[]> {
  if (people.length === 0) return [];
  const keyOf = ({ orgId, userId }: (typeof people)[number]) => `${orgId} ${userId}`;
  const current = new Set((await store.selectCurrent(db, people)).map(keyOf));
  return people.filter((person) => !current.has(keyOf(person)));
}

/** The number of pieces of work in one transaction. */
const BATCH = 500;

/**
 * Takes work from people who are no longer members, in batches.
 * @param people those who have such work
 * @param take takes at most `limit` pieces from a person
 * @returns the number of pieces
 */
export async function takeFromLeavers(
  db: Database,
  people: readonly { orgId: string; userId: string }[],
  take: (tx: Tx, orgId: string, userId: string, limit: number) => Promise<number>,
  signal?: AbortSignal,
): Promise<number> {
  let taken = 0;
  for (const { orgId, userId } of await withoutMembership(db.read, people))
    taken += await drain(BATCH, signal, () =>
      db.transaction((tx) => take(tx, orgId, userId, BATCH)),
    );
  return taken;
}
