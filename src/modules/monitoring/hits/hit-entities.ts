/** Finds the hits of a subject that are one person or thing. */
import type { Static } from 'typebox';
import type { Queryable } from '../../../platform/db/database.ts';
import type { SameEntity } from '../../screening/index.ts';
import { groupSame, knownOf } from '../../../matching/index.ts';
import { selectVersions } from '../../lists/index.ts';

type ListedHit = {
  id: string;
  subjectId: string;
  listId: string;
  entryId: string;
  listRevision: number;
};

/**
 * Returns the entity of each hit, by the hit's id. A hit has one if another of these hits of its subject has the same
 * entity, judged by the entries in their screened state.
 */
export async function entitiesOf(
  db: Queryable,
  orgId: string,
  hits: readonly ListedHit[],
): Promise<Map<string, Static<typeof SameEntity>>> {
  const ofSubjects = [...Map.groupBy(hits, ({ subjectId }) => subjectId).values()].filter(
    (own) => new Set(own.map(({ listId }) => listId)).size > 1,
  );
  const found = new Map<string, Static<typeof SameEntity>>();
  if (ofSubjects.length === 0) return found;
  const versions = ofSubjects.flat().map((hit) => ({ ...hit, revision: hit.listRevision }));
  const key = ({ entryId, revision }: { entryId: string; revision: number }) =>
    `${entryId} ${revision}`;
  const entries = new Map(
    (await selectVersions(db, orgId, versions)).map((one) => [key(one), knownOf(one)]),
  );
  for (const own of ofSubjects) {
    const known = own.flatMap(({ id, entryId, listRevision: revision }) => {
      const entry = entries.get(key({ entryId, revision }));
      return entry ? [{ id, entryId, entry }] : [];
    });
    for (const [i, same] of groupSame(known.map(({ entry }) => entry)).entries())
      if (same) found.set(known[i]!.id, { id: known[same.first]!.entryId, sameBy: same.by });
  }
  return found;
}
