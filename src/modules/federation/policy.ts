import type { Policy } from '../../platform/http/policy.ts';

export const read: Policy = {
  scope: 'permissions:manage',
  context: 'organization',
  acrossOrganizations: true,
  plan: 'federation',
  rateLimit: 'federation',
  idempotency: false,
};
export const write: Policy = { ...read, idempotency: true };

/** The three endpoints of the contract: their own code without the plan, and a counter of their own. */
export const members: Policy = {
  ...write,
  plan: 'federation_members',
  rateLimit: 'federation-members',
};
