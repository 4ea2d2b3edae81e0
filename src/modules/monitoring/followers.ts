import type { Actor } from '../../platform/audit/action.ts';
import type { Tx } from '../../platform/db/database.ts';

/** A hit that has become open. */
export type OpenedHit = { id: string; subjectId: string; listKind: string; score: number };

/** Others that act on what becomes of hits and subjects, in the transaction of it: this module knows none of them. */
export type Followers = {
  opened: (tx: Tx, orgId: string, hits: readonly OpenedHit[]) => Promise<void>;
  /**
   * Hits, which are locked, are about to be decided.
   * @throws ApiError CONFLICT when another actor has claimed them
   */
  deciding: (tx: Tx, orgId: string, hitIds: readonly string[], actor: Actor) => Promise<void>;
  /** The subject is deleted, enrolled or not: what was written about it goes with it. @returns false if there was nothing */
  erased: (tx: Tx, orgId: string, subjectId: string) => Promise<boolean>;
};
