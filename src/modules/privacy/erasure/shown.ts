import type { ListedErasure } from './list.ts';
import type { SubjectErasure } from './schemas.ts';
import type { ErasureRow } from './store.ts';

/** @param status of an erasure that is not done */
export function toErasure(row: ErasureRow, status: 'running' | 'held' = 'running'): SubjectErasure {
  return {
    id: row.id,
    subjectId: row.subject_id,
    requestedBy: row.person_id,
    approvalId: row.approval_id,
    reasonCode: row.reason_code as SubjectErasure['reasonCode'],
    requestedAt: row.requested_at.toISOString(),
    status: row.completed_at === null ? status : 'done',
    completedAt: row.completed_at?.toISOString() ?? null,
    receipt:
      row.receipt === null ? null : { ...JSON.parse(row.receipt), ...JSON.parse(row.signature!) },
  };
}

/** Returns an erasure as the list has it. */
export function listedOf(
  row: Pick<
    ErasureRow,
    'id' | 'org_id' | 'subject_id' | 'person_id' | 'approval_id' | 'reason_code' | 'requested_at'
  >,
): ListedErasure {
  return {
    id: row.id,
    organizationId: row.org_id,
    subjectId: row.subject_id,
    requestedBy: row.person_id,
    approvalId: row.approval_id,
    reasonCode: row.reason_code,
    requestedAt: row.requested_at.toISOString(),
  };
}
