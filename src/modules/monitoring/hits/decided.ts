/** Earlier decisions on the subjects of a screening. */
import type { Queryable } from '../../../platform/db/database.ts';
import { bucketOf } from '../../../platform/db/places.ts';
import { factsOf } from '../../../matching/index.ts';
import { decisionsFor, sharedDecisionsFor } from './decisions.ts';
import type { Found, Hit } from '../../screening/index.ts';

/**
 * Marks the hits that were decided to be false positives. Reads other organizations' decisions once for all subjects.
 * @returns the hits of each subject; `isWhole` is false if not all decisions that count could be read
 */
export async function decided<H extends Hit>(
  db: Queryable,
  orgId: string,
  found: readonly Found<H>[],
  sharers: string[] = [],
): Promise<{ hits: H[][]; isWhole: boolean }> {
  const withHits = found.filter(({ hits }) => hits.length > 0);
  const people = withHits.map(({ subject }) => {
    const { name, aliases, dob = null, country = null, identifiers } = subject;
    const person = { name, aliases, dob, identifiers, facts: factsOf(subject) };
    return { ...person, country: country?.toUpperCase() ?? null };
  });
  const shared = await sharedDecisionsFor(db, orgId, sharers, people);
  const marked = new Map<Found<H>, H[]>();
  for (const [i, one] of withHits.entries()) {
    const { subjectId } = one.subject;
    const ids = one.hits.map(({ entryId }) => entryId);
    const own =
      subjectId === undefined
        ? new Set()
        : await decisionsFor(await bucketOf(db, orgId), orgId, { subjectId, ...people[i]! }, ids);
    const decision = 'false_positive' as const;
    const marks = one.hits.map((hit) => {
      if (own.has(hit.entryId)) return { ...hit, decision };
      const isShared = shared?.[i]!.has(hit.entryId);
      return isShared ? { ...hit, decision, federated: true as const } : hit;
    });
    marked.set(one, marks);
  }
  return { hits: found.map((one) => marked.get(one) ?? []), isWhole: shared !== undefined };
}
