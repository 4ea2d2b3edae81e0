import { Type } from 'typebox';
import { defineRoute, type Policy } from './access.ts';
import { PageQuery, idParam } from '../../platform/http/schema.ts';
import * as keys from './keys.ts';
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
  RotateKey,
  UpdateOrganization,
} from './schemas.ts';
import { PLATFORM_SCOPE } from '../../platform/http/policy.ts';

const read: Policy = {
  scope: PLATFORM_SCOPE,
  context: 'platform',
  rateLimit: 'none',
  idempotency: false,
};
const write: Policy = { ...read, idempotency: true };

const organizationParams = Type.Object({
  id: idParam('organization', organizations.ORGANIZATION_PREFIX),
});
const keyParams = Type.Object({ id: idParam('api-key', keys.KEY_PREFIX) });

const exampleOrganization: Organization = {
  id: 'org_01kf3v8e3zfk2tjq0xw5c8m9ra',
  name: 'Acme Bank',
  plan: 'pro',
  addons: ['detection_pack'],
  identifierLast4: true,
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
};

const exampleKey: ApiKey = {
  id: 'key_01kf3v9k1weh2v8y6m3q4n5s7t',
  organizationId: exampleOrganization.id,
  name: 'screening service',
  hint: 'ork_x4Yk…9fQz',
  scopes: ['fraud:manage', 'fraud:screen'],
  rotatedFrom: null,
  createdAt: '2026-11-21T09:31:00.000Z',
  expiresAt: null,
  revokedAt: null,
};
const exampleCreatedKey: CreatedApiKey = {
  ...exampleKey,
  key: 'ork_x4YkPq7nB2mVt8Rs1LwZc6Jd3HfG5KaE0Uo9fQz',
};

const page = { total: 1, page: 1, limit: 20 };
const common = { tag: 'Administration', extension: true } as const;

/** Operators' routes for organizations and API keys. */
export const tenantRoutes = [
  defineRoute({
    ...common,
    method: 'POST',
    path: '/admin/organizations',
    operationId: 'createOrganization',
    summary: 'Create an organization',
    policy: write,
    body: CreateOrganization,
    status: 201,
    data: Organization,
    example: {
      body: { name: 'Acme Bank', plan: 'pro', addons: ['detection_pack'] },
      data: exampleOrganization,
    },
    creates: { resource: 'organization', ids: (data: Organization) => [data.id] },
    handle: ({ body }, tx) => organizations.createOrganization(tx, body),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/admin/organizations',
    operationId: 'listOrganizations',
    summary: 'List organizations',
    policy: read,
    query: PageQuery,
    status: 200,
    data: OrganizationPage,
    example: { data: { items: [exampleOrganization], ...page } },
    handle: ({ query }, db) => organizations.listOrganizations(db, query),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/admin/organizations/:id',
    operationId: 'getOrganization',
    summary: 'Fetch an organization',
    policy: read,
    params: organizationParams,
    status: 200,
    data: Organization,
    example: { data: exampleOrganization },
    handle: ({ params }, db) => organizations.getOrganization(db, params.id),
  }),
  defineRoute({
    ...common,
    method: 'PATCH',
    path: '/admin/organizations/:id',
    operationId: 'updateOrganization',
    summary:
      'Change name, plan, addons or whether the last four characters of identifiers are kept',
    description:
      'A changed plan takes effect on every process within 5 seconds. With `identifierLast4: false` new identity ' +
      'verifications are stored without it, and reads answer null, also for those stored before.',
    policy: write,
    params: organizationParams,
    body: UpdateOrganization,
    status: 200,
    data: Organization,
    example: { body: { plan: 'enterprise' }, data: { ...exampleOrganization, plan: 'enterprise' } },
    handle: ({ params, body }, tx) => organizations.updateOrganization(tx, params.id, body),
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path: '/admin/keys',
    operationId: 'createApiKey',
    summary: 'Create an API key',
    description: 'The key is shown only in this response; only its SHA-256 is stored.',
    policy: write,
    body: CreateKey,
    status: 201,
    data: CreatedApiKey,
    errors: ['NOT_FOUND'],
    example: {
      body: { organizationId: null, scopes: [PLATFORM_SCOPE], name: 'operations' },
      data: exampleCreatedKey,
    },
    creates: { resource: 'api-key', ids: (data: CreatedApiKey) => [data.id] },
    handle: ({ body }, tx) => keys.createKey(tx, body),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/admin/keys',
    operationId: 'listApiKeys',
    summary: 'List API keys',
    policy: read,
    query: KeyListQuery,
    status: 200,
    data: ApiKeyPage,
    example: {
      query: { organizationId: exampleOrganization.id },
      data: { items: [exampleKey], ...page },
    },
    handle: ({ query }, db) => keys.listKeys(db, query),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/admin/keys/:id',
    operationId: 'getApiKey',
    summary: 'Fetch an API key',
    policy: read,
    params: keyParams,
    status: 200,
    data: ApiKey,
    example: { data: exampleKey },
    handle: ({ params }, db) => keys.getKey(db, params.id),
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path: '/admin/keys/:id/rotate',
    operationId: 'rotateApiKey',
    summary: 'Replace an API key',
    description: 'The new key has the same organization and expiry, and the same or fewer scopes.',
    policy: write,
    params: keyParams,
    body: RotateKey,
    status: 201,
    data: CreatedApiKey,
    errors: ['CONFLICT'],
    example: {
      body: { overlapSeconds: 3600 },
      data: { ...exampleCreatedKey, rotatedFrom: 'key_01kf3v7a0b4c6d8e9f1g2h3j4k' },
    },
    handle: ({ params, body }, tx) => keys.rotateKey(tx, params.id, body),
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path: '/admin/keys/:id/revoke',
    operationId: 'revokeApiKey',
    summary: 'Revoke an API key',
    description: 'Refused on every process within 5 seconds.',
    policy: write,
    params: keyParams,
    status: 200,
    data: ApiKey,
    example: { data: { ...exampleKey, revokedAt: '2026-11-21T10:00:00.000Z' } },
    handle: ({ params }, tx) => keys.revokeKey(tx, params.id),
  }),
];
