/** The work of each SCIM endpoint, for its transaction and its row in the audit log. */
import type { Facts } from '../../../platform/audit/action.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { Value } from './attributes.ts';
import type { Query } from './filter.ts';
import * as groups from './groups.ts';
import type { Issuing } from './place.ts';
import { KEYS_SCHEMA } from './resources.ts';
import * as users from './users.ts';

const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

export type Asked = {
  place: Issuing;
  id: string;
  query: Query;
  body: unknown;
  means: users.Change;
};
type Done = { action: string; object: string; after?: Facts };
export type Change = (tx: Tx, asked: Asked) => Promise<{ resource?: Value; done: Done }>;
export type Read = (db: Queryable, asked: Asked) => Promise<Value>;

/** Returns whether the person is now a member, and which keys remain; nothing that a user has typed. */
function changeOf(action: string, resource: Value): Done {
  const left = resource[KEYS_SCHEMA] as { keys: { id: string }[] } | undefined;
  const keys = left?.keys.map(({ id }) => id);
  const { id, active, members } = resource as { id: string; active?: boolean; members?: unknown[] };
  return {
    action,
    object: id,
    after: {
      ...(active !== undefined && { active }),
      ...(members && { members: members.length }),
      ...(keys && { keys }),
    },
  };
}

export function listed({
  total,
  startIndex,
  resources,
}: {
  total: number;
  startIndex: number;
  resources: Value[];
}) {
  return {
    schemas: [LIST_SCHEMA],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

export const userOperations = {
  list: async (db: Queryable, { place, query, means }: Asked) =>
    users.listUsers(db, place, query, means),
  get: (db: Queryable, { place, id, means }: Asked) => users.getUser(db, place, id, means),
  create: async (tx: Tx, { place, body, means }: Asked) => {
    const resource = await users.createUser(tx, place, body, means);
    return { resource, done: changeOf('scim_user.create', resource) };
  },
  replace: async (tx: Tx, { place, id, body, means }: Asked) => {
    const resource = await users.replaceUser(tx, place, id, body, means);
    return { resource, done: changeOf('scim_user.update', resource) };
  },
  patch: async (tx: Tx, { place, id, body, means }: Asked) => {
    const resource = await users.patchUser(tx, place, id, body, means);
    return { resource, done: changeOf('scim_user.update', resource) };
  },
  remove: async (tx: Tx, { place, id, means }: Asked) => {
    const keys = await users.deleteUser(tx, place, id, means);
    const after = { active: false, keys: keys.map((key) => key.id) };
    return { done: { action: 'scim_user.delete', object: id, after } };
  },
};

export const groupOperations = {
  list: async (db: Queryable, { place, query, means }: Asked) =>
    groups.listGroups(db, place, query, means),
  get: (db: Queryable, { place, id, query, means }: Asked) =>
    groups.getGroup(db, place, id, query, means),
  create: async (tx: Tx, { place, body, means }: Asked) => {
    const resource = await groups.createGroup(tx, place, body, means);
    return { resource, done: changeOf('scim_group.create', resource) };
  },
  replace: async (tx: Tx, { place, id, body, means }: Asked) => {
    const resource = await groups.replaceGroup(tx, place, id, body, means);
    return { resource, done: changeOf('scim_group.update', resource) };
  },
  patch: async (tx: Tx, { place, id, body, means }: Asked) => {
    const resource = await groups.patchGroup(tx, place, id, body, means);
    return { resource, done: changeOf('scim_group.update', resource) };
  },
  remove: async (tx: Tx, { place, id, means }: Asked) => {
    await groups.deleteGroup(tx, place, id, means);
    return { done: { action: 'scim_group.delete', object: id } };
  },
};
