import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { ORGANIZATION_READ, type Access, type PolicyOf } from '../../platform/http/policy.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { RecordClasses } from '../../platform/db/lists/aged/record-class.ts';

/** The records of cases that a hold keeps. */
type CaseRecords = { subjects: string[]; ids: string[] };

/** Reads the cases that legal holds name. */
export type HeldCases = {
  /** Returns the subjects and the items of existing cases. */
  read: (db: Queryable, orgId: string, caseIds: readonly string[]) => Promise<CaseRecords>;
  /**
   * Works like `read`; in addition, no item is added until the transaction ends. Returns undefined if another
   * transaction changes a case now.
   */
  lock: (tx: Tx, orgId: string, caseIds: readonly string[]) => Promise<CaseRecords | undefined>;
};

/** Services in the context of this module's handlers. */
export type RetentionServices = {
  envelopes: Envelopes;
  /** The classes of all modules, by name. */
  recordClasses: RecordClasses;
  heldCases: HeldCases;
};

/** The scopes, plan gates and rate limits of the module's routes. */
export const access = {
  scopes: {
    'retention:manage': 'Choose how long records are kept, and set and lift legal holds',
  },
  rateLimits: { retention: { points: 1000, windowSeconds: 3600 } },
  plans: {},
} as const satisfies Access;

export type Policy = PolicyOf<typeof access>;
export const defineRoute = routesOf<typeof access, RetentionServices>();

export const READ: Policy = {
  ...ORGANIZATION_READ,
  scope: 'retention:manage',
  rateLimit: 'retention',
};
export const WRITE: Policy = { ...READ, idempotency: true };
