import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import { routesOf } from '../../platform/http/route.ts';
import { access } from '../lists/index.ts';
import type { Screening } from '../screening/index.ts';
import type { Actor } from '../../platform/audit/action.ts';
import type { Tx } from '../../platform/db/database.ts';

/** A hit that has opened. */
export type OpenedHit = { id: string; subjectId: string; listKind: string; score: number };

/**
 * Other modules that react to changes of hits and subjects, in the same transaction. This module imports none of
 * them.
 */
export type Followers = {
  opened: (tx: Tx, orgId: string, hits: readonly OpenedHit[]) => Promise<void>;
  /**
   * Called before locked hits are decided.
   * @throws ApiError CONFLICT if another actor has claimed them
   */
  deciding: (tx: Tx, orgId: string, hitIds: readonly string[], actor: Actor) => Promise<void>;
  /**
   * Called when the subject is deleted, even if it is not enrolled, because texts about it are also deleted. @returns
   * false if there was nothing to delete
   */
  erased: (tx: Tx, orgId: string, subjectId: string) => Promise<boolean>;
};

/** Services in the context of this module's handlers. */
export type MonitoringServices = {
  screening: Screening;
  followers: Followers;
  /** Encrypts the reasons of decisions. */
  envelopes: Envelopes;
};

export const defineRoute = routesOf<typeof access, MonitoringServices>();
