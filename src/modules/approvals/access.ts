import type { Access, PolicyOf } from '../../platform/http/policy.ts';
import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { GuardedAction } from './schemas.ts';

/** Whom the module admits. */
export const access = {
  scopes: ['approvals:request', 'approvals:manage'],
  rateLimits: { approvals: { points: 1000, windowSeconds: 3600 } },
  plans: {},
} as const satisfies Access;

export type Policy = PolicyOf<typeof access>;

/** An object as a request is bound to it, and how the action is to be done. */
export type Bound = { objectId: string; revision: string; detail: Record<string, unknown> };

/** The services that handlers of this module use. */
export type ApprovalServices = {
  envelopes: Envelopes;
  /** The revision of an object that exists, as the verbs that change it give it. @throws ApiError NOT_FOUND */
  revisionOf: (
    db: Queryable,
    orgId: string,
    action: GuardedAction,
    objectId: string,
  ) => Promise<string>;
  /**
   * The object, its revision and the detail of a request to make somebody a member, or to invite; undefined for another change of
   * roles. It has no personal data. @throws ApiError BAD_REQUEST
   */
  newMember: (
    db: Queryable,
    orgId: string,
    detail: Record<string, unknown>,
  ) => Promise<Bound | undefined>;
  /** A hit and those identical to it, as a request about all of them carries them. @throws ApiError CONFLICT */
  identicalTo: (db: Queryable, orgId: string, hitId: string) => Promise<Record<string, unknown>>;
  /** The file of a global list that was refused, as a request about it carries it. @throws ApiError NOT_FOUND, CONFLICT */
  refusedFile: (db: Queryable, listId: string) => Promise<Record<string, unknown>>;
};

export const defineRoute = routesOf<typeof access, ApprovalServices>();
