import type { PlanGate } from '../../platform/http/policy.ts';

export const PLANS = ['free', 'pro', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

export const ADDONS = ['detection_pack'] as const;
export type Addon = (typeof ADDONS)[number];

function isEnterprise({ plan }: { plan: string }): boolean {
  return plan === 'enterprise';
}
const NEEDS_ENTERPRISE = 'federation needs the Enterprise plan';

/** Features that not every plan has, and what the contract answers without them. */
export const planGates: Record<string, PlanGate> = {
  detection_pack: {
    allows: ({ plan, addons }) => plan !== 'free' && addons.includes('detection_pack'),
    code: 'DETECTION_PACK_REQUIRED',
    message: 'the Detection Pack addon is not enabled for the organization',
  },
  // The contract has one code for the members of a group and another for federation's other endpoints.
  federation_members: {
    allows: isEnterprise,
    code: 'FORBIDDEN',
    message: NEEDS_ENTERPRISE,
  },
  federation: {
    allows: isEnterprise,
    code: 'FEDERATION_NOT_ALLOWED',
    message: NEEDS_ENTERPRISE,
  },
};
