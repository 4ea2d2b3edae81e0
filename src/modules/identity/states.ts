import type { Queryable } from '../../platform/db/database.ts';
import { selectStatuses } from './audit/store.ts';
import { selectLetterStatuses } from './verify/dead-letters/store.ts';

/** The statuses of these verifications; skips ids that the organization does not have. */
export function verificationStates(db: Queryable, orgId: string, ids: readonly string[]) {
  return selectStatuses(db, orgId, ids);
}

/** The statuses of these dead letters; skips ids that the organization does not have. */
export function deadLetterStates(db: Queryable, orgId: string, ids: readonly string[]) {
  return selectLetterStatuses(db, orgId, ids);
}
