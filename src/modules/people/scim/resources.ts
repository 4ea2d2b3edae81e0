/** People and groups as SCIM returns them. */
import type { OwnedKey } from '../../tenants/index.ts';
import type { ProfileBox } from '../profiles.ts';
import { GROUP_SCHEMA, USER_SCHEMA, type UserAttributes, type Value } from './attributes.ts';
import type { ListedUser, ScimGroupRow } from './store.ts';

/** API keys that the former member made. */
export const KEYS_SCHEMA = 'urn:oriki:params:scim:schemas:extension:2.0:Keys';

export type Group = { id: string; display: string };

export function attributesOf(row: ListedUser, profiles: ProfileBox): UserAttributes {
  return profiles.openText(row.org_id, `scim ${row.user_id}`, row.attributes) as UserAttributes;
}

export function sealedAttributes(
  profiles: ProfileBox,
  orgId: string,
  userId: string,
  attributes: UserAttributes,
): Buffer {
  return profiles.sealText(orgId, `scim ${userId}`, attributes);
}

function metaOf(
  resourceType: 'User' | 'Group',
  row: { created_at: Date; updated_at: Date },
  location: string,
) {
  return {
    resourceType,
    created: row.created_at.toISOString(),
    lastModified: row.updated_at.toISOString(),
    location,
  };
}

/** @param base the address of SCIM, without a slash at the end */
export function userResource(
  row: ListedUser,
  {
    profiles,
    base,
    groups,
    keys = [],
  }: { profiles: ProfileBox; base: string; groups: Group[]; keys?: OwnedKey[] },
): Value {
  return {
    schemas: [USER_SCHEMA, ...(keys.length > 0 ? [KEYS_SCHEMA] : [])],
    id: row.user_id,
    ...attributesOf(row, profiles),
    active: row.active,
    groups: groups.map(({ id, display }) => ({
      value: id,
      display,
      type: 'direct',
      $ref: `${base}/Groups/${id}`,
    })),
    ...(keys.length > 0 && { [KEYS_SCHEMA]: { keys } }),
    meta: metaOf('User', row, `${base}/Users/${row.user_id}`),
  };
}

export function groupResource(row: ScimGroupRow, members: readonly string[], base: string): Value {
  return {
    schemas: [GROUP_SCHEMA],
    id: row.id,
    displayName: row.display_name,
    ...(row.external_id !== null && { externalId: row.external_id }),
    members: members.map((value) => ({ value, type: 'User', $ref: `${base}/Users/${value}` })),
    meta: metaOf('Group', row, `${base}/Groups/${row.id}`),
  };
}
