import { Changed } from '../../../platform/audit/audit.ts';
import type { Principal } from '../../../platform/auth/key-cache.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { externalId } from '../../../platform/http/normalise.ts';
import { selectWithdrawals } from './store.ts';

type Subject = { orgId: string; subjectId: string };

/** Returns the time of the last withdrawal of each subject, in their order; null for none. */
export async function withdrawalsOf(
  db: Queryable,
  subjects: readonly Subject[],
): Promise<(Date | null)[]> {
  // Rows of older versions may have ids that are not in NFC.
  const asked = subjects.map(({ orgId, subjectId }) => ({
    orgId,
    subjectId: externalId(subjectId),
  }));
  const key = (orgId: string, subjectId: string): string => `${orgId} ${subjectId}`;
  const rows = await selectWithdrawals(db, asked);
  const times = new Map(rows.map((row) => [key(row.org_id, row.subject_id), row.withdrawn_at]));
  return asked.map(({ orgId, subjectId }) => times.get(key(orgId, subjectId)) ?? null);
}

/** Returns the field of answers about a subject. */
export function withdrawalFrom(at: Date | null | undefined): { consentWithdrawnAt?: string } {
  return at ? { consentWithdrawnAt: at.toISOString() } : {};
}

/**
 * Returns the same field for answers to requests that read no row about the subject. Reads nothing in an organization
 * without a withdrawal. Takes up to 5 seconds to notice the first withdrawal of the organization.
 */
export async function lastWithdrawalOf(
  db: Queryable,
  { hasWithdrawals, id: orgId }: NonNullable<Principal['organization']>,
  subjectId: string | undefined,
): Promise<{ consentWithdrawnAt?: string }> {
  if (!hasWithdrawals || subjectId === undefined) return {};
  const [at] = await withdrawalsOf(db, [{ orgId, subjectId }]);
  return withdrawalFrom(at);
}

type AboutSubject = { subjectId: string };

/** Adds the field to the result of a change of data about a subject. */
export async function withWithdrawal<Result extends AboutSubject | Changed<AboutSubject>>(
  db: Queryable,
  { organization }: Principal,
  result: Result,
): Promise<Result> {
  const given: AboutSubject | Changed<AboutSubject> = result;
  const answer = given instanceof Changed ? given.after : given;
  const withdrawal = await lastWithdrawalOf(db, organization!, answer.subjectId);
  const shown = { ...answer, ...withdrawal };
  return (given instanceof Changed ? new Changed(given.before, shown) : shown) as Result;
}
