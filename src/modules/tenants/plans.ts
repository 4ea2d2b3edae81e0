import type { PlanGate } from '../../platform/http/policy.ts';

export const PLANS = ['free', 'pro', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

export const ADDONS = ['detection_pack'] as const;
export type Addon = (typeof ADDONS)[number];

/** The plan gate of the modules that verify and screen. */
export const detectionPack: PlanGate = {
  allows: ({ plan, addons }) => plan !== 'free' && addons.includes('detection_pack'),
  code: 'DETECTION_PACK_REQUIRED',
  message: 'the Detection Pack addon is not enabled for the organization',
};
