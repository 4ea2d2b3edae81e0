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
  const people = found.map(({ subject, hits }) => {
    const { subjectId, name, aliases, dob = null, country = null, identifiers } = subject;
    const person = { name, aliases, dob, identifiers, facts: factsOf(subject) };
    return { subjectId, fields: { ...person, country: country?.toUpperCase() ?? null }, hits };
  });
  const withHits = people.filter(({ hits }) => hits.length > 0);
  const fields = withHits.map((person) => person.fields);
  const shared = await sharedDecisionsFor(db, orgId, sharers, fields);
  const sharedOf = new Map(withHits.map((person, i) => [person, shared?.[i]]));
  const marked: H[][] = [];
  for (const person of people) {
    const ids = person.hits.map(({ entryId }) => entryId);
    const { subjectId } = person;
    const own =
      subjectId === undefined || ids.length === 0
        ? new Set()
        : await decisionsFor(
            await bucketOf(db, orgId),
            orgId,
            { subjectId, ...person.fields },
            ids,
          );
    const decision = 'false_positive' as const;
    marked.push(
      person.hits.map((hit) => {
        if (own.has(hit.entryId)) return { ...hit, decision };
        const isShared = sharedOf.get(person)?.has(hit.entryId);
        return isShared ? { ...hit, decision, federated: true as const } : hit;
      }),
    );
  }
  return { hits: marked, isWhole: shared !== undefined };
}
