/** Groups that an identity provider manages here. The issuer's `groupRoles` map names of groups to roles. */
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { notFound } from '../../../platform/errors/index.ts';
import { isId, newId } from '../../../platform/ids.ts';
import {
  assertSchema,
  GROUP_NAMES,
  GROUP_SCHEMA,
  MAX_MEMBERS,
  readGroup,
  type GroupInput,
  type Value,
} from './attributes.ts';
import { invalid, taken } from './errors.ts';
import { filterOf, pageOf, wants, type Query } from './filter.ts';
import { whileRegrouping } from './group-roles.ts';
import { patched } from './patch.ts';
import type { Issuing } from './place.ts';
import { groupResource } from './resources.ts';
import * as store from './store.ts';
import type { Change, Means } from './users.ts';

const GROUP_PREFIX = 'grp';

async function existing(db: Queryable, place: Issuing, id: string): Promise<store.ScimGroupRow> {
  const [row] = isId(GROUP_PREFIX, id)
    ? await store.findGroup(db, place, { column: 'id', value: id })
    : [];
  if (!row) throw notFound('group');
  return row;
}

async function membersOf(db: Queryable, orgId: string, id: string): Promise<string[]> {
  return (await store.selectMembersOf(db, orgId, [id])).map(({ user_id }) => user_id);
}

async function answered(
  db: Queryable,
  { orgId }: Issuing,
  rows: readonly store.ScimGroupRow[],
  { base }: Means,
  hasMembers = true,
): Promise<Value[]> {
  const ids = rows.map(({ id }) => id);
  const members = hasMembers && ids.length > 0 ? await store.selectMembersOf(db, orgId, ids) : [];
  const of = Map.groupBy(members, ({ group_id }) => group_id);
  return rows.map((row) =>
    groupResource(
      row,
      (of.get(row.id) ?? []).map(({ user_id }) => user_id),
      base,
    ),
  );
}

async function only(db: Queryable, place: Issuing, id: string, means: Means): Promise<Value> {
  return (await answered(db, place, [await existing(db, place, id)], means))[0]!;
}

/** @throws ScimError */
async function assertMayBe(
  tx: Tx,
  place: Issuing,
  { displayName }: GroupInput,
  id?: string,
): Promise<void> {
  const [other] = await store.findGroup(tx, place, { column: 'display_name', value: displayName });
  if (other && other.id !== id) throw taken('displayName: another group has it');
}

/** @throws ScimError for an unknown person, and for too many at once */
async function assertMembers(
  tx: Tx,
  place: Issuing,
  moved: readonly string[],
  added: readonly string[],
): Promise<void> {
  if (moved.length > MAX_MEMBERS)
    throw invalid('tooMany', `members: one request can add or remove at most ${MAX_MEMBERS}`);
  const known = new Set(await store.selectKnown(tx, place, added));
  const unknown = added.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw invalid('invalidValue', `members.value: no user has the id ${unknown.slice(0, 100)}`);
}

/**
 * @param tx holds `lockRights`
 * @throws ScimError; ApiError CONFLICT for the last admin
 */
export async function createGroup(
  tx: Tx,
  place: Issuing,
  body: unknown,
  change: Change,
): Promise<Value> {
  assertSchema(body, GROUP_SCHEMA);
  const group = readGroup(body);
  await assertMayBe(tx, place, group);
  await assertMembers(tx, place, group.members, group.members);
  const { orgId, issuerId } = place;
  const id = newId(GROUP_PREFIX);
  await whileRegrouping(tx, place, group.members, change.actor, async () => {
    await store.insertGroup(tx, {
      org_id: orgId,
      id,
      issuer_id: issuerId,
      display_name: group.displayName,
      external_id: group.externalId,
    });
    await store.insertGroupMembers(tx, orgId, id, group.members);
  });
  return only(tx, place, id, change);
}

async function changed(
  tx: Tx,
  place: Issuing,
  row: store.ScimGroupRow,
  { group, before }: { group: GroupInput; before: string[] },
  change: Change,
): Promise<Value> {
  const { orgId } = place;
  await assertMayBe(tx, place, group, row.id);
  const [old, wanted] = [new Set(before), new Set(group.members)];
  const added = group.members.filter((id) => !old.has(id));
  const left = before.filter((id) => !wanted.has(id));
  await assertMembers(tx, place, [...added, ...left], added);
  const isRenamed = group.displayName !== row.display_name;
  const concerned = isRenamed ? [...before, ...added] : [...added, ...left];
  await whileRegrouping(tx, place, concerned, change.actor, async () => {
    await store.updateGroup(tx, place, row.id, {
      display_name: group.displayName,
      external_id: group.externalId,
    });
    if (left.length > 0) await store.deleteGroupMembers(tx, orgId, row.id, left);
    if (added.length > 0) await store.insertGroupMembers(tx, orgId, row.id, added);
  });
  return only(tx, place, row.id, change);
}

/** Replaces a group. @throws as `createGroup`, and NOT_FOUND */
export async function replaceGroup(
  tx: Tx,
  place: Issuing,
  id: string,
  body: unknown,
  change: Change,
): Promise<Value> {
  const row = await existing(tx, place, id);
  assertSchema(body, GROUP_SCHEMA);
  const before = await membersOf(tx, place.orgId, id);
  return changed(tx, place, row, { group: readGroup(body), before }, change);
}

/** Changes a group by operations. @throws as `createGroup`, and NOT_FOUND */
export async function patchGroup(
  tx: Tx,
  place: Issuing,
  id: string,
  body: unknown,
  change: Change,
): Promise<Value> {
  const row = await existing(tx, place, id);
  const before = await membersOf(tx, place.orgId, id);
  const now = {
    displayName: row.display_name,
    ...(row.external_id !== null && { externalId: row.external_id }),
    members: before.map((value) => ({ value })),
  };
  const group = readGroup(patched(now, body, { schema: GROUP_SCHEMA, names: GROUP_NAMES }));
  return changed(tx, place, row, { group, before }, change);
}

/** @throws NOT_FOUND; CONFLICT for the last admin */
export async function deleteGroup(
  tx: Tx,
  place: Issuing,
  id: string,
  { actor }: Change,
): Promise<void> {
  const row = await existing(tx, place, id);
  const members = await membersOf(tx, place.orgId, id);
  await whileRegrouping(tx, place, members, actor, () => store.deleteGroup(tx, place, row.id));
}

/** @throws NOT_FOUND */
export async function getGroup(
  db: Queryable,
  place: Issuing,
  id: string,
  query: Query,
  means: Means,
): Promise<Value> {
  const rows = [await existing(db, place, id)];
  return (await answered(db, place, rows, means, wants(query, 'members')))[0]!;
}

const COLUMNS = { id: 'id', displayName: 'display_name', externalId: 'external_id' } as const;

/** @throws ScimError */
export async function listGroups(db: Queryable, place: Issuing, query: Query, means: Means) {
  const filter = filterOf(query, ['displayName', 'externalId', 'id']);
  const { startIndex, count } = pageOf(query);
  const part = { offset: startIndex - 1, limit: count };
  const all = filter
    ? await store.findGroup(db, place, { column: COLUMNS[filter.name], value: filter.value })
    : undefined;
  const { rows, total } = all
    ? { rows: all.slice(part.offset, part.offset + count), total: all.length }
    : await store.selectGroups(db, place, part);
  const resources = await answered(db, place, rows, means, wants(query, 'members'));
  return { total, startIndex, resources };
}
