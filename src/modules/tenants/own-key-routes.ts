import { Type } from 'typebox';
import type { Actor } from '../../platform/audit/action.ts';
import type { Principal } from '../../platform/auth/key-cache.ts';
import type { Tx } from '../../platform/db/database.ts';
import { idParam } from '../../platform/http/schema.ts';
import { defineRoute, type Policy, type TenantServices } from './access.ts';

import { KEY_PREFIX } from './key-maker.ts';
import * as keys from './keys.ts';
import {
  ApiKey,
  ApiKeyPage,
  OwnKeyQuery,
  CreatedApiKey,
  CreateOwnKey,
  KeyNamePage,
  KeyNameQuery,
  KeyRefusals,
  RotateOwnKey,
  UpdateKey,
} from './schemas.ts';
import { getKey, listKeyNames, listKeys } from './keys.ts';
import { updateKey } from './update-key.ts';
import { EXAMPLES } from './examples.ts';
import { withExamples } from '../../platform/http/route.ts';

const READ: Policy = {
  scope: 'keys:manage',
  context: 'organization',
  // The organization's twin is another organization.
  acrossOrganizations: true,
  rateLimit: 'keys',
  idempotency: false,
};
const WRITE: Policy = { ...READ, idempotency: true, stepUp: true };
/** The policy of routes that make a key or widen one. */
const GIVE: Policy = { ...WRITE, rereadsCaller: true };
const COMMON = { tag: 'Keys', extension: true } as const;
const params = Type.Object({ id: idParam('own-key', KEY_PREFIX) });

type Giving = {
  orgId: string;
  principal: Principal;
  actor: Actor;
  services: Pick<TenantServices, 'assertMayHandOut'>;
};

/** Returns the required owner of the keys, and the caller. */
function ownerOf({ orgId, principal }: { orgId: string; principal: Principal }) {
  return { orgId, grantor: principal };
}

/**
 * Returns the owner and the caller, for a caller that replaces or resumes a key. A key that replaces itself gives
 * nothing to another caller.
 */
function giverOf(context: Giving, tx: Tx) {
  const { orgId, principal, actor, services } = context;
  return {
    ...ownerOf(context),
    async mayHandOut(key: Pick<ApiKey, 'id' | 'scopes' | 'mode'>): Promise<void> {
      if (key.id !== principal.id) await services.assertMayHandOut(tx, orgId, key, actor);
    },
  };
}

/** The routes for keys that an organization manages itself. */
export const ownKeyRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/keys',
    operationId: 'createKey',
    replay: 'actor',
    audit: { action: 'key.create', does: 'created a key', shows: ['scopes', 'mode', 'expiresAt'] },
    summary: 'Create an API key of the own organization',
    description:
      'A caller cannot grant scopes that it lacks. A key that creates another passes on its own end, addresses and limits where the ' +
      'request sets none, and never wider ones: 403. The same applies to a person in a portal session that a key opened. Only a person whose session no key opened creates one with ' +
      '`scim:manage`, and needs all scopes of the roles that groups of the identity providers give: 403. Where `member.change_roles` needs two people, so does such a key. ' +
      'The key is shown only in this response; only its SHA-256 is stored.',
    policy: GIVE,
    body: CreateOwnKey,
    status: 201,
    data: CreatedApiKey,
    errors: ['APPROVAL_REQUIRED'],
    creates: { resource: 'own-key', ids: (data: CreatedApiKey) => [data.id] },
    async handle({ body, orgId, principal: grantor, actor, services }, tx) {
      await services.assertMayProvision(tx, orgId, body, { grantor, actor });
      const { copyToTest: copy } = services;
      return keys.createKey(tx, { ...body, organizationId: orgId }, { grantor, copy });
    },
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/keys',
    operationId: 'listKeys',
    summary: 'List the API keys of your organization',
    policy: READ,
    query: OwnKeyQuery,
    appended: ['name'],
    data: ApiKeyPage,
    handle: ({ query, orgId }, db) => listKeys(db, { ...query, organizationId: orgId }),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/keys/names',
    operationId: 'listKeyNames',
    summary: 'List all keys of the own organization, with id and name only',
    description:
      'For people who work on cases, to show the names for ids in decisions, claims, notes and history. Includes revoked and ' +
      'expired keys.',
    policy: { ...READ, scope: 'cases:manage' },
    query: KeyNameQuery,
    data: KeyNamePage,
    handle: ({ query, orgId }, db) => listKeyNames(db, { ...query, organizationId: orgId }),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/keys/:id',
    operationId: 'getKey',
    summary: 'Fetch an API key of your organization',
    policy: READ,
    params,
    data: ApiKey,
    handle: (context, db) => getKey(db, context.params.id, ownerOf(context)),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/keys/:id/refusals',
    operationId: 'getKeyRefusals',
    summary: 'Show the latest rejected requests of an API key',
    description:
      'Requests that this process answered with a status from 400 to 499 after it knew the key. They are in its memory ' +
      'alone: a restart empties the list, and another process has another list. They contain nothing of what a request sent.',
    policy: READ,
    params,
    data: KeyRefusals,
    async handle(context, db) {
      const { id } = await getKey(db, context.params.id, ownerOf(context));
      return { refusals: context.services.refusals.of(id) };
    },
  }),
  defineRoute({
    ...COMMON,
    method: 'PATCH',
    path: '/keys/:id',
    operationId: 'updateKey',
    audit: {
      action: 'key.update',
      does: 'changed a key',
      shows: ['scopes', 'allowedCidrs', 'rateLimits', 'expiresAt', 'pausedAt'],
      compares: ['name'],
    },
    summary: 'Narrow, pause or resume an API key',
    description:
      'Takes effect on every process within 5 seconds. With `paused: true` the key is rejected like an unknown one, until ' +
      '`paused: false` resumes it, which requires all of its scopes. Scopes can only be removed, and the end only moved earlier. A key gives ' +
      'no key wider addresses or limits than its own, so it cannot widen itself.',
    policy: GIVE,
    params,
    body: UpdateKey,
    data: ApiKey,
    errors: ['APPROVAL_REQUIRED', 'CONFLICT'],
    handle: (context, tx) => updateKey(tx, context.params.id, context.body, giverOf(context, tx)),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/keys/:id/rotate',
    operationId: 'rotateKey',
    replay: 'actor',
    audit: { action: 'key.rotate', does: 'rotated a key', shows: ['id', 'scopes', 'expiresAt'] },
    summary: 'Replace an API key of your organization',
    description:
      'The new key has the expiry, addresses and limits of the old one, and the same or fewer scopes, all of which the ' +
      'caller must have, because the answer contains the key. A key cannot replace a key with wider limits than its own: 403.',
    policy: GIVE,
    params,
    body: RotateOwnKey,
    status: 201,
    data: CreatedApiKey,
    errors: ['APPROVAL_REQUIRED', 'CONFLICT'],
    handle: (context, tx) =>
      keys.rotateKey(tx, context.params.id, context.body, giverOf(context, tx)),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/keys/:id/revoke',
    operationId: 'revokeKey',
    audit: { action: 'key.revoke', does: 'revoked a key', shows: ['scopes', 'revokedAt'] },
    summary: 'Revoke an API key of your organization',
    description:
      'Every process rejects it within 5 seconds. Callers who may manage keys may revoke any key.',
    policy: WRITE,
    params,
    bodyRule: 'ignored',
    data: ApiKey,
    handle: (context, tx) =>
      keys.revokeKey(tx, context.params.id, {
        ...ownerOf(context),
        revoked: (key) => context.services.keyRevoked(tx, key, context.actor),
      }),
  }),
]);
