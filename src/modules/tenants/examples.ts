import { PLATFORM_SCOPE } from '../../platform/http/policy.ts';
import { examplePage } from '../../platform/http/schema.ts';
import type { ApiKey, CreatedApiKey, Organization } from './schemas.ts';

const EXAMPLE_ORGANIZATION: Organization = {
  id: 'org_01kf3v8e3zfk2tjq0xw5c8m9ra',
  name: 'Acme Bank',
  plan: 'pro',
  addons: ['detection_pack'],
  identifierLast4: true,
  sealsContent: false,
  billingTimeZone: 'UTC',
  nextBillingTimeZone: null,
  region: null,
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
};

const exampleKey: ApiKey = {
  id: 'key_01kf3v9k1weh2v8y6m3q4n5s7t',
  organizationId: EXAMPLE_ORGANIZATION.id,
  name: 'screening service',
  hint: 'ork_x4Yk…9fQz',
  scopes: ['fraud:manage', 'fraud:screen'],
  mode: 'live',
  allowedCidrs: [],
  rateLimits: {},
  lastUsedAt: '2026-11-21T10:02:00.000Z',
  rotatedFrom: null,
  madeBy: 'usr_01kf3vd1mcfj5r2q1k0t9b7xyz',
  createdAt: '2026-11-21T09:31:00.000Z',
  expiresAt: null,
  revokedAt: null,
};
const exampleCreatedKey: CreatedApiKey = {
  ...exampleKey,
  key: 'ork_x4YkPq7nB2mVt8Rs1LwZc6Jd3HfG5KaE0Uo9fQz',
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  createKey: {
    body: { scopes: ['keys:manage'], name: 'rotation of keys', rateLimits: { keys: 100 } },
    data: {
      ...exampleCreatedKey,
      name: 'rotation of keys',
      scopes: ['keys:manage'],
      rateLimits: { keys: 100 },
    },
  },
  listKeys: { data: examplePage(exampleKey) },
  listKeyNames: { data: examplePage({ id: exampleKey.id, name: exampleKey.name }) },
  getKey: { data: exampleKey },
  getKeyRefusals: {
    data: {
      refusals: [
        {
          at: '2026-11-21T09:30:00.000Z',
          method: 'POST',
          path: '/api/v1/fraud/screen',
          status: 403,
          code: 'FORBIDDEN',
          requestId: 'req_01kf3v7a0b4c6d8e9f1g2h3j4k',
        },
      ],
    },
  },
  updateKey: {
    body: { rateLimits: { screening: 1000 }, allowedCidrs: ['203.0.113.0/24'] },
    data: {
      ...exampleKey,
      rateLimits: { screening: 1000 },
      allowedCidrs: ['203.0.113.0/24'],
    },
  },
  rotateKey: {
    body: { overlapSeconds: 3600 },
    data: { ...exampleCreatedKey, rotatedFrom: 'key_01kf3v7a0b4c6d8e9f1g2h3j4k' },
  },
  revokeKey: { data: { ...exampleKey, revokedAt: '2026-11-21T10:00:00.000Z' } },
  createOrganization: {
    body: { name: 'Acme Bank', plan: 'pro', addons: ['detection_pack'] },
    data: EXAMPLE_ORGANIZATION,
  },
  listOrganizations: { data: examplePage(EXAMPLE_ORGANIZATION) },
  getOrganization: { data: EXAMPLE_ORGANIZATION },
  updateOrganization: {
    body: { plan: 'enterprise', billingTimeZone: 'Africa/Lagos' },
    data: {
      ...EXAMPLE_ORGANIZATION,
      plan: 'enterprise',
      nextBillingTimeZone: {
        month: '2026-12',
        startsAt: '2026-12-01T00:00:00.000Z',
        timeZone: 'Africa/Lagos',
      },
    },
  },
  createApiKey: {
    body: { organizationId: null, scopes: [PLATFORM_SCOPE], name: 'operations' },
    data: exampleCreatedKey,
  },
  listApiKeys: {
    query: { organizationId: EXAMPLE_ORGANIZATION.id },
    data: examplePage(exampleKey),
  },
  getApiKey: { data: exampleKey },
  rotateApiKey: {
    body: { overlapSeconds: 3600 },
    data: { ...exampleCreatedKey, rotatedFrom: 'key_01kf3v7a0b4c6d8e9f1g2h3j4k' },
  },
  revokeApiKey: { data: { ...exampleKey, revokedAt: '2026-11-21T10:00:00.000Z' } },
};
