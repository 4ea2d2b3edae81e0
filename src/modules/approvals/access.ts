import type { Access, PolicyOf } from '../../platform/http/policy.ts';
import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { GuardedAction } from './schemas.ts';

/** The scopes, plan gates and rate limits of the module's routes. */
export const access = {
  scopes: {
    'approvals:request': 'Request a second person, and read requests',
    'approvals:manage': 'Choose which actions need two people',
  },
  rateLimits: { approvals: { points: 10_000, windowSeconds: 3600 } },
  plans: {},
} as const satisfies Access;

export type Policy = PolicyOf<typeof access>;

/** The object and revision to which a request is bound, and the detail of the action. */
export type Bound = { objectId: string; revision: string; detail: Record<string, unknown> };

/** Services in the context of this module's handlers. */
export type ApprovalServices = {
  envelopes: Envelopes;
  /** Returns the revision of an existing object, the same as the verbs that change it. @throws ApiError NOT_FOUND */
  revisionOf: (
    db: Queryable,
    orgId: string,
    action: GuardedAction,
    objectId: string,
  ) => Promise<string>;
  /**
   * Returns the object, its revision and the detail of a request to add or invite a member; undefined for another
   * change of roles. Contains no personal data. @throws ApiError BAD_REQUEST
   */
  newMember: (
    db: Queryable,
    orgId: string,
    detail: Record<string, unknown>,
  ) => Promise<Bound | undefined>;
  /** Returns the detail of a request for a hit and its identical hits. @throws ApiError CONFLICT */
  identicalTo: (db: Queryable, orgId: string, hitId: string) => Promise<Record<string, unknown>>;
  /** Returns the score of an existing hit. @throws ApiError NOT_FOUND */
  scoreOf: (db: Queryable, orgId: string, hitId: string) => Promise<number>;
  /** Returns the detail of a request for the rejected file of a global list. @throws ApiError NOT_FOUND, CONFLICT */
  refusedFile: (db: Queryable, listId: string) => Promise<Record<string, unknown>>;
};

export const defineRoute = routesOf<typeof access, ApprovalServices>();
