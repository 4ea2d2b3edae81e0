import type { Access } from '../../platform/http/policy.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { AuditReport } from './chain/verify.ts';

/** The services that handlers of this module use. */
export type AuditServices = {
  /** Checks the log of one organization, or of the platform. */
  verifyChain: (orgId: string) => Promise<AuditReport>;
};

/** The callers that the module admits. */
export const access = {
  scopes: {
    'audit:read': 'Read the audit log',
  },
  rateLimits: {
    audit: { points: 10_000, windowSeconds: 3600 },
    // The limit of a check, which reads the whole log.
    chain: { points: 12, windowSeconds: 3600 },
  },
  plans: {},
} as const satisfies Access;

export const defineRoute = routesOf<typeof access, AuditServices>();
