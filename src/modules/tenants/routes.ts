import { Type } from 'typebox';
import { defineRoute, type Policy } from './access.ts';
import { idParam } from '../../platform/http/schema.ts';

import { KEY_PREFIX } from './key-maker.ts';
import * as keys from './keys.ts';
import { billingZoneProblems } from './billing-zones.ts';
import * as organizations from './organizations.ts';
import {
  ApiKey,
  ApiKeyPage,
  CreatedApiKey,
  CreateKey,
  CreateOrganization,
  KeyListQuery,
  Organization,
  OrganizationPage,
  OrganizationQuery,
  RotateKey,
  UpdateOrganization,
} from './schemas.ts';
import { PLATFORM_READ, PLATFORM_WRITE } from '../../platform/http/policy.ts';
import { getKey, listKeys } from './keys.ts';
import { EXAMPLES } from './examples.ts';
import { withExamples } from '../../platform/http/route.ts';

const organizationParams = Type.Object({
  id: idParam('organization', organizations.ORGANIZATION_PREFIX),
});
/** The policy of routes that return a key. */
const GIVE: Policy = { ...PLATFORM_WRITE, stepUp: true, rereadsCaller: true };
const keyParams = Type.Object({ id: idParam('api-key', KEY_PREFIX) });

const COMMON = { tag: 'Administration', extension: true } as const;
const ORGANIZATION_FACTS = [
  'plan',
  'addons',
  'identifierLast4',
  'sealsContent',
  'billingTimeZone',
  'nextBillingTimeZone',
  'region',
] as const;

/** The operators' routes for organizations and API keys. */
export const tenantRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/admin/organizations',
    operationId: 'createOrganization',
    audit: {
      action: 'organization.create',
      does: 'created an organization',
      shows: ORGANIZATION_FACTS,
    },
    summary: 'Create an organization',
    description:
      'With `billingTimeZone` its first month has that time zone already: docs/invoices.md. With `region` it is on that server, ' +
      'and a move elsewhere is refused: docs/scale.md.',
    policy: PLATFORM_WRITE,
    body: CreateOrganization,
    check: ({ body }) => billingZoneProblems(body),
    status: 201,
    data: Organization,
    errors: ['CONFLICT'],
    creates: { resource: 'organization', ids: (data: Organization) => [data.id] },
    handle: ({ body }, tx) => organizations.createOrganization(tx, body),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/admin/organizations',
    operationId: 'listOrganizations',
    summary: 'List organizations',
    policy: PLATFORM_READ,
    query: OrganizationQuery,
    appended: ['plan', 'cursor'],
    data: OrganizationPage,
    handle: ({ query }, db) => organizations.listOrganizations(db, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/admin/organizations/:id',
    operationId: 'getOrganization',
    summary: 'Fetch an organization',
    policy: PLATFORM_READ,
    params: organizationParams,
    data: Organization,
    handle: ({ params }, db) => organizations.getOrganization(db, params.id),
  }),
  defineRoute({
    ...COMMON,
    method: 'PATCH',
    path: '/admin/organizations/:id',
    operationId: 'updateOrganization',
    audit: {
      action: 'organization.update',
      does: 'changed an organization',
      organization: ({ params }) => params.id,
      shows: ORGANIZATION_FACTS,
      compares: ['name'],
    },
    summary: 'Change name, plan, addons, kept identifiers, the time zone of billing or the region',
    description:
      'A changed plan takes effect on every process within 5 seconds. With `identifierLast4: false` new identity ' +
      'verifications are stored without it, and reads answer null, also for those stored before. `sealsContent` also seals ' +
      'screenings and messages from before, in the background; false unseals none. A changed ' +
      '`billingTimeZone` applies from the next month on, or the month after it within the last hour of a month: ' +
      '`nextBillingTimeZone` has it until then. Naming the current one withdraws a change that is still to come. A ' +
      '`region` must be the server that has its data: otherwise 409.',
    policy: PLATFORM_WRITE,
    params: organizationParams,
    body: UpdateOrganization,
    check: ({ body }) => billingZoneProblems(body),
    data: Organization,
    errors: ['CONFLICT'],
    handle: ({ params, body }, tx) => organizations.updateOrganization(tx, params.id, body),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/admin/keys',
    operationId: 'createApiKey',
    replay: 'actor',
    audit: {
      action: 'key.create',
      does: 'created a key',
      organization: ({ data }) => data.organizationId,
      shows: ['scopes', 'expiresAt'],
    },
    summary: 'Create an API key',
    description:
      'A platform key passes on its own end, addresses and limits where the request sets none, and never wider ' +
      'ones: 403. The key is shown only in this response; only its SHA-256 is stored.',
    policy: GIVE,
    body: CreateKey,
    status: 201,
    data: CreatedApiKey,
    errors: ['NOT_FOUND'],
    creates: { resource: 'api-key', ids: (data: CreatedApiKey) => [data.id] },
    handle: ({ body, principal: grantor, services: { copyToTest: copy } }, tx) =>
      keys.createKey(tx, body, { grantor, copy }),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/admin/keys',
    operationId: 'listApiKeys',
    summary: 'List API keys',
    policy: PLATFORM_READ,
    query: KeyListQuery,
    appended: ['active', 'cursor', 'name'],
    data: ApiKeyPage,
    handle: ({ query }, db) => listKeys(db, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/admin/keys/:id',
    operationId: 'getApiKey',
    summary: 'Fetch an API key',
    policy: PLATFORM_READ,
    params: keyParams,
    data: ApiKey,
    handle: ({ params }, db) => getKey(db, params.id),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/admin/keys/:id/rotate',
    operationId: 'rotateApiKey',
    replay: 'actor',
    audit: {
      action: 'key.rotate',
      does: 'rotated a key',
      organization: ({ data }) => data.organizationId,
      shows: ['id', 'scopes', 'expiresAt'],
    },
    summary: 'Replace an API key',
    description:
      'The new key has the same organization, expiry, addresses and limits, and the same or fewer scopes. A platform key ' +
      'cannot replace a key with wider limits than its own: 403.',
    policy: GIVE,
    params: keyParams,
    body: RotateKey,
    status: 201,
    data: CreatedApiKey,
    errors: ['CONFLICT'],
    handle: ({ params, body, principal: grantor }, tx) =>
      keys.rotateKey(tx, params.id, body, { grantor }),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/admin/keys/:id/revoke',
    operationId: 'revokeApiKey',
    audit: {
      action: 'key.revoke',
      does: 'revoked a key',
      organization: ({ data }) => data.organizationId,
      shows: ['scopes', 'revokedAt'],
    },
    summary: 'Revoke an API key',
    description: 'Every process rejects it within 5 seconds.',
    policy: { ...PLATFORM_WRITE, stepUp: true },
    params: keyParams,
    data: ApiKey,
    handle: ({ params, services, actor }, tx) =>
      keys.revokeKey(tx, params.id, {
        revoked: (key) => services.keyRevoked(tx, key, actor),
      }),
  }),
]);
