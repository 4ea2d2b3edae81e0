import type { Policy } from '../../platform/http/policy.ts';

export const read: Policy = {
  scope: 'threads:manage',
  context: 'organization',
  rateLimit: 'threads',
  idempotency: false,
};
export const write: Policy = { ...read, idempotency: true };
