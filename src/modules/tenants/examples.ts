import type { ApiKey, CreatedApiKey, Organization } from './schemas.ts';

export const EXAMPLE_ORGANIZATION: Organization = {
  id: 'org_01kf3v8e3zfk2tjq0xw5c8m9ra',
  name: 'Acme Bank',
  plan: 'pro',
  addons: ['detection_pack'],
  identifierLast4: true,
  billingTimeZone: 'UTC',
  nextBillingTimeZone: null,
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
};

export const exampleKey: ApiKey = {
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
export const exampleCreatedKey: CreatedApiKey = {
  ...exampleKey,
  key: 'ork_x4YkPq7nB2mVt8Rs1LwZc6Jd3HfG5KaE0Uo9fQz',
};
