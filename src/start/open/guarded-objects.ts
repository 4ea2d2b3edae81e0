import { MODULES } from '../../modules/index.ts';
import { tablesOf } from '../../modules/module.ts';
import { exportRevision, subjectTablesOf } from '../../modules/privacy/index.ts';
import type { GuardedAction } from '../../modules/approvals/index.ts';
import { deadLetterRevision, verificationRevision } from '../../modules/identity/index.ts';
import { rolesRevision } from '../../modules/people/index.ts';
import { holdRevision } from '../../modules/retention/index.ts';
import { profileRevision } from '../../modules/screening/index.ts';
import { listRevision } from '../../modules/lists/index.ts';
import { hitRevision, subjectRevision } from '../../modules/monitoring/index.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors/index.ts';

type ReadRevision = (db: Queryable, orgId: string, objectId: string) => Promise<string>;

const subjectTables = subjectTablesOf(tablesOf(MODULES));

const revisions: Partial<Record<GuardedAction, ReadRevision>> = {
  'hit.false_positive': hitRevision,
  'list.remove_entries': listRevision,
  'dead_letter.replay': deadLetterRevision,
  'member.change_roles': rolesRevision,
  'verification.reveal': verificationRevision,
  'legal_hold.lift': holdRevision,
  'subject.enrol': subjectRevision,
  'subject.delete': subjectRevision,
  'subject.export': (db, orgId, id) => exportRevision(db, subjectTables, orgId, id),
  'subject.erase': (db, orgId, id) => exportRevision(db, subjectTables, orgId, id),
  'screening_profile.choose': profileRevision,
};

/** Returns the revision of the object of a guarded action, from its module. @throws ApiError NOT_FOUND */
export function revisionOf(
  db: Queryable,
  orgId: string,
  action: GuardedAction,
  objectId: string,
): Promise<string> {
  const read = revisions[action];
  if (!read) throw notFound('object');
  return read(db, orgId, objectId);
}
