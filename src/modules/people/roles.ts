import type { Principal } from '../../platform/auth/key-cache.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { PLATFORM } from '../../platform/audit/action.ts';
import { OPERATE_SCOPE, PLATFORM_SCOPE } from '../../platform/http/policy.ts';
import { TENANT_SCOPES } from '../declared.ts';

/** The rights of a role: scopes, and scopes that allow only reads. */
export type RoleRights = { does: string; scopes: readonly string[]; reads: readonly string[] };

/** The roles of an organization's people. docs/roles.md is generated from it. */
export const TENANT_ROLES = {
  admin: {
    does: 'Everything: members, sign-in and settings too.',
    scopes: TENANT_SCOPES,
    reads: [],
  },
  analyst: {
    does: 'Screens, verifies, decides hits and cases, keeps lists, and talks in threads.',
    scopes: [
      'identity:verify',
      'fraud:screen',
      'fraud:manage',
      'cases:manage',
      'threads:manage',
      'permissions:check',
      'exports:create',
      'approvals:request',
    ],
    reads: [],
  },
  reviewer: {
    does: 'Screens, decides hits and cases, and talks in threads.',
    scopes: [
      'fraud:screen',
      'cases:manage',
      'threads:manage',
      'permissions:check',
      'approvals:request',
    ],
    reads: ['fraud:manage', 'identity:verify'],
  },
  approver: {
    does: 'Reads what is asked of the second person, and does or refuses it.',
    scopes: [
      'permissions:check',
      'approvals:request',
      'fraud:screen',
      'fraud:manage',
      'cases:manage',
    ],
    reads: ['identity:verify', 'permissions:manage', 'threads:manage'],
  },
  privacy: {
    does: 'Sees the decrypted answers of identity providers, and who saw them; chooses which verifications require a consent, and how long records are kept; sets and lifts legal holds.',
    scopes: ['identity:reveal', 'identity:manage', 'retention:manage', 'approvals:request'],
    reads: ['identity:verify'],
  },
  developer: {
    does: 'Sets up webhooks, events and permissions.',
    scopes: [
      'webhooks:manage',
      'events:publish',
      'permissions:manage',
      'permissions:check',
      'keys:manage',
    ],
    reads: ['usage:read', 'fraud:manage'],
  },
  billing: {
    does: 'Reads usage and invoices.',
    scopes: ['usage:read', 'invoices:read'],
    reads: [],
  },
  auditor: {
    does: 'Reads everything and verifies it; changes nothing.',
    scopes: [],
    reads: TENANT_SCOPES,
  },
} as const satisfies Record<string, RoleRights>;

/** The roles of operators. */
export const OPERATOR_ROLES = {
  admin: {
    does: 'Everything that a platform key may do.',
    scopes: [PLATFORM_SCOPE],
    reads: [],
  },
  operator: {
    does: 'The daily work: global lists and dead letters; reads the rest.',
    scopes: [OPERATE_SCOPE],
    reads: [PLATFORM_SCOPE],
  },
  auditor: {
    does: 'Reads everything; changes nothing.',
    scopes: [],
    reads: [PLATFORM_SCOPE],
  },
} as const satisfies Record<string, RoleRights>;

export type TenantRole = keyof typeof TENANT_ROLES;
export type OperatorRole = keyof typeof OPERATOR_ROLES;

export const TENANT_ROLE_NAMES = Object.keys(TENANT_ROLES) as TenantRole[];
export const OPERATOR_ROLE_NAMES = Object.keys(OPERATOR_ROLES) as OperatorRole[];

/** Returns the roles that exist in an organization, or among operators. */
export function rolesIn(orgId: string): Readonly<Record<string, RoleRights>> {
  return orgId === PLATFORM ? OPERATOR_ROLES : TENANT_ROLES;
}

/** Returns the combined rights of several roles. Roles that no longer exist give no rights. */
export function rightsOf(
  orgId: string,
  roles: readonly string[],
): { scopes: Set<string>; reads: Set<string> } {
  const known = rolesIn(orgId);
  const all = roles.filter((role) => Object.hasOwn(known, role)).map((role) => known[role]!);
  return {
    scopes: new Set(all.flatMap(({ scopes }) => scopes)),
    reads: new Set(all.flatMap(({ reads }) => reads)),
  };
}

/** Returns true if an operator with these rights may view organizations. */
export function mayView({ scopes }: { scopes: ReadonlySet<string> }): boolean {
  return scopes.has(PLATFORM_SCOPE) || scopes.has(OPERATE_SCOPE);
}

/** The scope to add, change, invite and remove members. */
export const MEMBERS_SCOPE = 'members:manage';

/** The scope to open sessions for people of an organization's application. */
export const PORTAL_SCOPE = 'portal:create';

/** The caller that gives roles; null for the command line, which has full access to the database. */
export type Grantor = Pick<Principal, 'scopes' | 'reads'> | null;

/** Returns a scope of a role that the grantor lacks, with the role; undefined if the grantor may give all of them. */
export function lackOf(
  grantor: Grantor,
  orgId: string,
  roles: readonly string[],
): { role: string; scope: string } | undefined {
  if (grantor === null) return undefined;
  const held = new Set(grantor.scopes);
  if (held.has(PLATFORM_SCOPE)) held.add(OPERATE_SCOPE);
  for (const role of roles) {
    const { scopes, reads } = rightsOf(orgId, [role]);
    const scope =
      [...scopes].find((one) => !held.has(one)) ??
      [...reads].find((one) => !held.has(one) && !grantor.reads.has(one));
    if (scope !== undefined) return { role, scope };
  }
  return undefined;
}

/** @throws ApiError FORBIDDEN if a role has rights that the grantor lacks */
export function assertMayGrant(grantor: Grantor, orgId: string, roles: readonly string[]): void {
  const lack = lackOf(grantor, orgId, roles);
  if (lack)
    throw new ApiError(
      'FORBIDDEN',
      `the role ${lack.role} has the scope ${lack.scope}, which the caller lacks`,
    );
}
