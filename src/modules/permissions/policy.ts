import type { Policy } from '../../platform/http/policy.ts';

export const read: Policy = {
  scope: 'permissions:manage',
  context: 'organization',
  rateLimit: 'permissions',
  idempotency: false,
};
export const write: Policy = { ...read, idempotency: true };

/** Of one group of its own, so that managing and asking do not use up each other's requests. */
export const ask: Policy = {
  scope: 'permissions:check',
  context: 'organization',
  rateLimit: 'permissions-check',
  idempotency: true,
};
