/** Decisions on the subject of a screening that were made earlier. */
import type { Queryable } from '../../../platform/db/database.ts';
import { bucketOf } from '../../../platform/db/places.ts';
import { factsOf } from '../facts/asked.ts';
import { decisionsFor, sharedDecisionsFor } from './decisions.ts';
import type { IdentifierTrace } from '../identifiers/schemas.ts';
import type { Subject } from '../screen/question.ts';
import type { Hit } from '../screen/schemas.ts';

/** Marks the hits that somebody has decided to be nobody. `isWhole`: all decisions that count could be read. */
export async function decided<H extends Hit>(
  db: Queryable,
  orgId: string,
  subject: Omit<Subject, 'identifiers'> & { identifiers: IdentifierTrace[] },
  hits: readonly H[],
  sharers: string[] = [],
): Promise<{ hits: H[]; isWhole: boolean }> {
  const { subjectId, name, aliases, dob = null, country = null, identifiers } = subject;
  if (hits.length === 0) return { hits: [], isWhole: true };
  const person = { name, aliases, dob, identifiers, facts: factsOf(subject) };
  const fields = { ...person, country: country?.toUpperCase() ?? null };
  const ids = hits.map(({ entryId }) => entryId);
  const nobody =
    subjectId === undefined
      ? new Set()
      : await decisionsFor(await bucketOf(db, orgId), orgId, { subjectId, ...fields }, ids);
  const shared = await sharedDecisionsFor(db, orgId, sharers, fields, ids);
  const decision = 'false_positive' as const;
  const marked = hits.map((hit) => {
    if (nobody.has(hit.entryId)) return { ...hit, decision };
    return shared?.has(hit.entryId) ? { ...hit, decision, federated: true as const } : hit;
  });
  return { hits: marked, isWhole: shared !== undefined };
}
