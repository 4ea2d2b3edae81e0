import { hash } from 'node:crypto';
import type { Actor } from '../../../platform/audit/action.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { ApiError, found, type ErrorDetail } from '../../../platform/errors/index.ts';
import { assertSecondPerson, needsSecondPerson } from '../../approvals/index.ts';
import { revisionOfHits } from '../hits/store.ts';
import { canExist } from './schemas.ts';
import * as store from './store.ts';

/**
 * Returns the revision of a subject, which a request for a second person is bound to: its fields, and its hits that
 * are not closed.
 * @throws ApiError NOT_FOUND
 */
export async function subjectRevision(
  db: Queryable,
  orgId: string,
  subjectId: string,
): Promise<string> {
  const row = await found(
    'subject',
    canExist(subjectId) && store.selectSubject(db, orgId, subjectId),
  );
  return revisionFrom(db, orgId, subjectId, row.version);
}

/** Returns the same revision from the known version of the subject's fields. */
export async function revisionFrom(
  db: Queryable,
  orgId: string,
  subjectId: string,
  version: number,
): Promise<string> {
  return hash('sha256', `${version} ${await revisionOfHits(db, orgId, subjectId)}`);
}

/** Returns true if closing this hit requires two people: it waits for a decision, or is a true match. */
export function counts({ status }: { status: string }): boolean {
  return status === 'open' || status === 'true_match';
}

/**
 * Lets the actor enrol subjects again, or delete one, although this closes hits that count. It needs two people if a
 * false positive does. The caller has locked subjects and hits, and has not changed the hits.
 * @param subjects each with its revision before the change
 * @throws ApiError APPROVAL_REQUIRED, which names the subjects without a request by another person
 */
export async function assertMayEndHits(
  tx: Tx,
  orgId: string,
  action: 'subject.enrol' | 'subject.delete',
  subjects: { subjectId: string; revision: string }[],
  actor: Actor,
): Promise<void> {
  const details: ErrorDetail[] = [];
  for (const { subjectId, revision } of subjects)
    try {
      await assertSecondPerson(tx, { orgId, action, objectId: subjectId, revision }, actor);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      details.push({ path: 'subjectId', message: `${subjectId} has hits that this would close` });
    }
  if (details.length > 0)
    throw new ApiError(
      'APPROVAL_REQUIRED',
      `${action} would close hits that wait for a decision or are true matches, which needs two people: a person or key asks ` +
        'for it with POST /approvals for each subject, and another person does it',
      { details },
    );
}

/**
 * Checks the same for subjects that the caller has just stored with their new fields. @throws ApiError
 * APPROVAL_REQUIRED
 */
export async function assertMayEnrolAgain(
  tx: Tx,
  orgId: string,
  rows: store.SubjectRow[],
  actor: Actor,
): Promise<void> {
  if (!(await needsSecondPerson(tx, orgId, 'subject.enrol'))) return;
  const subjects: { subjectId: string; revision: string }[] = [];
  for (const { subject_id: subjectId, version } of rows)
    subjects.push({
      subjectId,
      revision: await revisionFrom(tx, orgId, subjectId, version - 1),
    });
  await assertMayEndHits(tx, orgId, 'subject.enrol', subjects, actor);
}
