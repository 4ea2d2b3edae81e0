import type { Action, Actor } from '../../../../platform/audit/action.ts';
import { newAction } from '../../../../platform/audit/audit.ts';
import type { Kind } from '../../kinds.ts';
import type { DeadLetter, DeadLetterMode } from './schemas.ts';
import type { DeadLetterRow } from './store.ts';

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
