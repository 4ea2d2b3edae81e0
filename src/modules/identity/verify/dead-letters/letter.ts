import type { Action, Actor } from '../../../../platform/audit/action.ts';
import { newAction } from '../../../../platform/audit/audit.ts';
import type { Kind } from '../../kinds/schemas.ts';
import { type DeadLetter, type DeadLetterMode, DEAD_LETTER_PREFIX } from './schemas.ts';
import type { DeadLetterRow } from './store.ts';
import type { Queryable } from '../../../../platform/db/database.ts';
import { found } from '../../../../platform/errors/index.ts';
import { isId } from '../../../../platform/ids.ts';
import * as store from './store.ts';

/** A dead letter as operators see it, without its contents. */
export function toDeadLetter(row: DeadLetterRow, mode: DeadLetterMode): DeadLetter {
  return {
    id: row.id,
    organizationId: row.org_id,
    verificationId: row.verification_id,
    kind: row.kind as Kind,
    country: row.country,
    status: row.status as DeadLetter['status'],
    replayable: row.envelope !== null,
    replays: row.replays,
    replayedAs: row.replayed_as,
    dueAt: (mode === 'auto' && row.due_at?.toISOString()) || null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** The audit row of a replay in the dead letter's organization. */
export function replayedBy(actor: Actor, { organizationId, id, status }: DeadLetter): Action {
  const action = 'dead_letter.replay';
  return newAction({ orgId: organizationId, actor, action, object: id, after: { status } });
}

export function revisionOf({ status, replays }: store.DeadLetterRow): string {
  return `${status} ${replays}`;
}

/** The revision of a dead letter, to which an approval request is bound. @throws ApiError NOT_FOUND */
export async function deadLetterRevision(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<string> {
  const row = await found(
    'dead letter',
    isId(DEAD_LETTER_PREFIX, id) && store.findOwnDeadLetter(db, orgId, id),
  );
  return revisionOf(row);
}
