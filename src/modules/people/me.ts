import { Type, type Static } from 'typebox';
import type { Principal } from '../../platform/auth/key-cache.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { ANY_SCOPE } from '../../platform/http/policy.ts';
import { Nullable, StringEnum, Timestamp } from '../../platform/http/schema.ts';
import { getOrganization } from '../tenants/index.ts';
import { defineRoute, type PeopleServices } from './access.ts';
import { findMembership } from './members/store.ts';
import type { ProfileBox } from './profiles.ts';
import { homeOf } from './sign-in/viewing.ts';

const Organization = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    plan: Type.String(),
    addons: Type.Array(Type.String()),
  },
  { title: 'CallersOrganization' },
);

const Me = Type.Object(
  {
    kind: StringEnum('CallerKind', ['key', 'person']),
    id: Type.String({ description: 'Id of the API key, or of the person.' }),
    sessionId: Nullable(Type.String(), { description: 'Id of the session of a person.' }),
    name: Nullable(Type.String()),
    email: Nullable(Type.String()),
    organization: Type.Union([Organization, Type.Null()]),
    viewing: Nullable(Type.Object({ until: Timestamp('Until when.') }, { title: 'View' }), {
      description: 'An operator who views the organization without being a member.',
    }),
    roles: Type.Array(Type.String(), { description: 'The roles of a person.' }),
    scopes: Type.Array(Type.String(), { description: 'Rights to read and write.' }),
    readScopes: Type.Array(Type.String(), { description: 'Rights to read only.' }),
    expiresAt: Nullable(Timestamp('When the key or the session ends at the latest.')),
  },
  { title: 'Me' },
);
type Me = Static<typeof Me>;

/** Returns the facts that callers may know about themselves. */
async function describe(db: Queryable, caller: Principal, profiles: ProfileBox): Promise<Me> {
  const orgId = homeOf(caller);
  const membership =
    caller.kind === 'person' ? await findMembership(db, orgId, caller.id) : undefined;
  const profile = membership && profiles.open(orgId, caller.id, membership.profile);
  const { organization, scopes, reads, roles, expiresAtMs, viewing } = caller;
  return {
    kind: caller.kind,
    id: caller.id,
    sessionId: caller.session && caller.via,
    name: profile?.name ?? null,
    email: profile?.email ?? null,
    organization: organization && {
      id: organization.id,
      name: (await getOrganization(db, organization.id)).name,
      plan: organization.plan,
      addons: organization.addons,
    },
    viewing: viewing ? { until: new Date(viewing.untilMs).toISOString() } : null,
    roles: [...roles],
    scopes: [...scopes].toSorted(),
    readScopes: [...reads].filter((scope) => !scopes.has(scope)).toSorted(),
    expiresAt: expiresAtMs === null ? null : new Date(expiresAtMs).toISOString(),
  };
}

/**
 * Returns the id from which the stream of changes continues after this answer, so that the console does not read twice. There is
 * none if the roles in memory have ended, because the answer would be older than the id.
 */
async function continuation(
  db: Queryable,
  caller: Principal,
  { liveStreams }: Pick<PeopleServices, 'liveStreams'>,
): Promise<Record<string, string>> {
  if (caller.kind !== 'person' || !caller.organization || caller.viewing) return {};
  const lastEventId = await liveStreams.idNow(db);
  const membership = await findMembership(db, homeOf(caller), caller.id);
  const roles = new Set(membership && [...membership.roles, ...membership.group_roles]);
  const isCurrent = roles.symmetricDifference(new Set(caller.roles)).size === 0;
  return isCurrent ? { 'last-event-id': lastEventId } : {};
}

export const meRoutes = [
  defineRoute({
    tag: 'People',
    extension: true,
    method: 'GET',
    path: '/me',
    operationId: 'getMe',
    summary: 'Show the caller: a key or a person, with organization, roles, scopes and plan',
    policy: { scope: ANY_SCOPE, context: 'any', rateLimit: 'people', idempotency: false },
    data: Me,
    example: {
      data: {
        kind: 'person',
        id: 'usr_00000000008g2q4k9v1m7c5d3e',
        sessionId: 'ses_01kf3vm9c4e6g8j0m2p4r6t8v0',
        name: 'Ada Obi',
        email: 'ada.obi@example.com',
        organization: {
          id: 'org_01kf3v8e3zfk2tjq0xw5c8m9ra',
          name: 'Ledger Bank',
          plan: 'pro',
          addons: [],
        },
        viewing: null,
        roles: ['analyst'],
        scopes: ['fraud:screen'],
        readScopes: [],
        expiresAt: '2026-11-21T17:30:00.000Z',
      },
    },
    headers: ({ principal, services }, db) => continuation(db, principal, services),
    handle: ({ principal, services }, db) => describe(db, principal, services.profiles),
  }),
];
