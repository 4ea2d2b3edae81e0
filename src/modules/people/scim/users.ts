/**
 * People that an identity provider manages here. `externalId` identifies a person at the issuer; an address never
 * does.
 */
import type { Actor } from '../../../platform/audit/action.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { found } from '../../../platform/errors/index.ts';
import { isId } from '../../../platform/ids.ts';
import type { OwnedKey } from '../../tenants/index.ts';
import { join, removeMember } from '../members/members.ts';
import { findMembership, findUserId, lockPerson, updateMembership } from '../members/store.ts';
import { USER_PREFIX, type ProfileBox } from '../profiles.ts';
import {
  assertSchema,
  readUser,
  shownOf,
  USER_NAMES,
  USER_SCHEMA,
  type UserAttributes,
  type Value,
} from './attributes.ts';
import { invalid, taken } from './errors.ts';
import { filterOf, pageOf, wants, type Query } from './filter.ts';
import { rolesBy } from './group-roles.ts';
import { patched } from './patch.ts';
import type { Issuing } from './place.ts';
import { attributesOf, sealedAttributes, userResource, type Group } from './resources.ts';
import { isKnown, selectGroupsOf } from '../sign-in/store.ts';
import * as store from './store.ts';

export type Means = { profiles: ProfileBox; base: string };
export type Change = Means & { actor: Actor };
type Wanted = { attributes: UserAttributes; active: boolean | undefined };

/** Returns the hash of a user name, in lower case. */
function nameHash({ profiles }: Means, { orgId, issuerId }: Issuing, userName: string): Buffer {
  const folded = userName.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return profiles.fingerprint('scim user name', orgId, issuerId, folded);
}

async function existing(db: Queryable, place: Issuing, id: string): Promise<store.ListedUser> {
  return found('user', isId(USER_PREFIX, id) && store.findUser(db, place, id));
}

async function answered(
  db: Queryable,
  place: Issuing,
  rows: readonly store.ListedUser[],
  { profiles, base, keys }: Means & { keys?: OwnedKey[] | undefined },
  hasGroups = true,
): Promise<Value[]> {
  const groupsOf = new Map<string, Group[]>();
  const ids = rows.map(({ user_id }) => user_id);
  if (hasGroups && ids.length > 0)
    for (const one of await selectGroupsOf(db, place.orgId, ids)) {
      const group = { id: one.id, display: one.display_name };
      groupsOf.set(one.user_id, [...(groupsOf.get(one.user_id) ?? []), group]);
    }
  return rows.map((row) =>
    userResource(row, {
      profiles,
      base,
      groups: groupsOf.get(row.user_id) ?? [],
      ...(keys && { keys }),
    }),
  );
}

async function only(
  db: Queryable,
  place: Issuing,
  id: string,
  means: Means & { keys?: OwnedKey[] | undefined },
): Promise<Value> {
  return (await answered(db, place, [await existing(db, place, id)], means))[0]!;
}

/** @throws ScimError for a name that another person has */
async function assertNameIsFree(
  tx: Tx,
  place: Issuing,
  hash: Buffer,
  userId: string,
): Promise<void> {
  const other = await store.findUserByName(tx, place, hash);
  if (other && other.user_id !== userId) throw taken('userName: another person has it');
}

/**
 * Makes the person a member, or ends the membership, if that changes anything.
 * @returns the keys in use that the person made
 * @throws ApiError CONFLICT for the last admin
 */
async function settle(
  tx: Tx,
  place: Issuing,
  userId: string,
  { attributes, active }: Wanted,
  { profiles, actor }: Change,
): Promise<OwnedKey[] | undefined> {
  const { orgId, row } = place;
  const current = await findMembership(tx, orgId, userId);
  const isActive = current !== undefined;
  const profile = { subject: attributes.externalId, ...shownOf(attributes) };
  if (active === false) {
    if (!isActive) return undefined;
    return (await removeMember(tx, orgId, userId, { actor })).after.keys;
  }
  if (current) {
    const sealed = profiles.seal(orgId, userId, profile);
    await updateMembership(tx, current, { profile: sealed });
    return undefined;
  }
  // `active` is omitted and the person is not a member, so nothing changes.
  if (active === undefined) return undefined;
  const names = await selectGroupsOf(tx, orgId, [userId]);
  const groupRoles = rolesBy(
    place,
    names.map(({ display_name }) => display_name),
  );
  await join(
    tx,
    orgId,
    { issuer: row.issuer, profile, roles: [], groupRoles },
    { profiles, actor },
  );
  return undefined;
}

/**
 * @param tx holds `lockRights`
 * @throws ScimError; ApiError CONFLICT for the last admin
 */
export async function createUser(
  tx: Tx,
  place: Issuing,
  body: unknown,
  change: Change,
): Promise<Value> {
  assertSchema(body, USER_SCHEMA);
  const { attributes, active = true } = readUser(body);
  const { orgId, issuerId, row } = place;
  const { profiles } = change;
  const ids = profiles.idsOf(orgId, row.issuer, attributes.externalId);
  const userId = (await lockPerson(tx, orgId, ids))?.user_id ?? ids.userId;
  if (await isKnown(tx, orgId, userId)) throw taken('externalId: the person exists already');
  const hash = nameHash(change, place, attributes.userName);
  await assertNameIsFree(tx, place, hash, userId);
  await store.insertUser(tx, {
    org_id: orgId,
    user_id: userId,
    issuer_id: issuerId,
    user_name_hash: hash,
    attributes: sealedAttributes(profiles, orgId, userId, attributes),
  });
  const keys = await settle(tx, place, userId, { attributes, active }, change);
  return only(tx, place, userId, { ...change, keys });
}

async function changed(
  tx: Tx,
  place: Issuing,
  row: store.ListedUser,
  wanted: Wanted,
  change: Change,
): Promise<Value> {
  const { orgId } = place;
  const { profiles } = change;
  const before = attributesOf(row, profiles);
  const { attributes } = wanted;
  if (attributes.externalId !== before.externalId)
    throw invalid('mutability', 'externalId: identifies the person, and cannot be changed');
  const hash = nameHash(change, place, attributes.userName);
  await assertNameIsFree(tx, place, hash, row.user_id);
  if (JSON.stringify(attributes) !== JSON.stringify(before))
    await store.updateUser(tx, place, row.user_id, {
      user_name_hash: hash,
      attributes: sealedAttributes(profiles, orgId, row.user_id, attributes),
    });
  const keys = await settle(tx, place, row.user_id, wanted, change);
  return only(tx, place, row.user_id, { ...change, keys });
}

/** Replaces a person. @throws as `createUser`, and NOT_FOUND */
export async function replaceUser(
  tx: Tx,
  place: Issuing,
  id: string,
  body: unknown,
  change: Change,
): Promise<Value> {
  const row = await existing(tx, place, id);
  assertSchema(body, USER_SCHEMA);
  const { externalId } = attributesOf(row, change.profiles);
  return changed(tx, place, row, readUser({ externalId, ...body }), change);
}

/** Changes a person by operations. @throws as `createUser`, and NOT_FOUND */
export async function patchUser(
  tx: Tx,
  place: Issuing,
  id: string,
  body: unknown,
  change: Change,
): Promise<Value> {
  const row = await existing(tx, place, id);
  const now = { ...attributesOf(row, change.profiles), active: row.active };
  const kind = { schema: USER_SCHEMA, names: USER_NAMES };
  return changed(tx, place, row, readUser(patched(now, body, kind)), change);
}

/**
 * Ends the membership, and deletes the person. @returns the keys in use that the person made. @throws NOT_FOUND,
 * CONFLICT
 */
export async function deleteUser(
  tx: Tx,
  place: Issuing,
  id: string,
  { actor }: Change,
): Promise<OwnedKey[]> {
  const row = await existing(tx, place, id);
  const keys = row.active ? (await removeMember(tx, place.orgId, id, { actor })).after.keys : [];
  await store.deleteUser(tx, place, id);
  return keys;
}

/** @throws NOT_FOUND */
export async function getUser(
  db: Queryable,
  place: Issuing,
  id: string,
  means: Means,
): Promise<Value> {
  return only(db, place, id, means);
}

async function foundBy(
  db: Queryable,
  place: Issuing,
  { name, value }: { name: 'id' | 'userName' | 'externalId'; value: string },
  means: Means,
): Promise<store.ListedUser | undefined> {
  if (name === 'userName') return store.findUserByName(db, place, nameHash(means, place, value));
  const { orgId, row } = place;
  const id =
    name === 'id'
      ? value
      : await findUserId(db, orgId, means.profiles.idsOf(orgId, row.issuer, value)).then(
          (known) => known ?? means.profiles.idsOf(orgId, row.issuer, value).userId,
        );
  return isId(USER_PREFIX, id) ? store.findUser(db, place, id) : undefined;
}

/** @throws ScimError */
export async function listUsers(db: Queryable, place: Issuing, query: Query, means: Means) {
  const filter = filterOf(query, ['userName', 'externalId', 'id']);
  const { startIndex, count } = pageOf(query);
  const hasGroups = wants(query, 'groups');
  if (filter) {
    const row = await foundBy(db, place, filter, means);
    const rows = row ? [row] : [];
    const shown = rows.slice(startIndex - 1, startIndex - 1 + count);
    return {
      total: rows.length,
      startIndex,
      resources: await answered(db, place, shown, means, hasGroups),
    };
  }
  const { rows, total } = await store.selectUsers(db, place, {
    offset: startIndex - 1,
    limit: count,
  });
  return { total, startIndex, resources: await answered(db, place, rows, means, hasGroups) };
}
