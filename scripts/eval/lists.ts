import {
  buildSegment,
  prepareName,
  prepareQuery,
  searchName,
  searchSegment,
} from '../../src/matching/engine/index.ts';
import { INDEXED_FROM } from '../../src/matching/engine/similarity-tier.ts';
import {
  applyEvidence,
  buildScanSet,
  canonicalise,
  MINIMUM_HIT_SCORE,
  scan,
  type CanonicalName,
} from '../../src/names/index.ts';
import type { ImportedEntry } from '../../src/modules/lists/import/types.ts';
import type { Listed } from './data.ts';

/** Finds names for a query, best first: position in the indexed list, and score. */
type Search = (query: CanonicalName, threshold: number) => { index: number; score: number }[];

function canonicalPerson(text: string): CanonicalName {
  return canonicalise(text, { entity: 'person' });
}

/** An id of valid form; no result depends on it. */
const ID = 'ent_00000000000000000000000000';
/** The product's own search. */
function searchIn(names: readonly string[]): Search {
  const segment = buildSegment(
    names.map((name) => ({
      id: ID,
      name,
      aliases: [],
      dobs: [],
      countries: [],
      entityType: 'person',
    })),
  );
  return (query, threshold) =>
    searchSegment(prepareQuery(query), segment, threshold).map(({ entry, score }) => ({
      index: entry,
      score,
    }));
}

/**
 * Gives the same answers by comparing every name. At scores below `INDEXED_FROM`, thousands of queries take minutes
 * here, and hours with the index.
 */
function scanIn(names: readonly string[]): Search {
  const set = buildScanSet(
    names.map((name, index) => ({ id: index, name: canonicalPerson(name) })),
  );
  return (query, threshold) =>
    scan(query, set, threshold).map(({ id, score }) => ({ index: id, score }));
}

export type FalsePositive = {
  readonly person: string;
  readonly name: string;
  readonly score: number;
};

/** Counts unlisted people who hit any entry of the whole list at `threshold`, as a screening would. */
export function falsePositives(
  people: readonly string[],
  entries: readonly ImportedEntry[],
  threshold: number,
): FalsePositive[] {
  const segment = buildSegment(
    entries.map(({ name, aliases, entityType }) => ({
      id: ID,
      name,
      aliases,
      dobs: [],
      countries: [],
      entityType,
    })),
  );
  return people.flatMap((person) => {
    const [top] = searchName(prepareName(person), segment, threshold)
      .map(({ text, quality, ...hit }) => ({
        name: text,
        score: applyEvidence(hit, { candidateQuality: quality }).score,
      }))
      .filter(({ score }) => score >= threshold)
      .toSorted((a, b) => b.score - a.score);
    return top === undefined ? [] : [{ person, ...top }];
  });
}

export type AliasRecall = {
  readonly queries: number;
  readonly found: number;
  /** Aliases whose person was not among the candidates. */
  readonly missed: readonly { alias: string; name: string }[];
};

/**
 * Tests held-out aliases: indexes only primary names, searches each alias, and counts whether its person is among the
 * `candidates` best at the lowest threshold.
 */
export function aliasRecall(listed: readonly Listed[], candidates: number): AliasRecall {
  const names = listed.map(({ name }) => name);
  const [search, scanned] = [searchIn(names), scanIn(names)];
  const missed: { alias: string; name: string }[] = [];
  let queries = 0;
  for (const [index, { name, aliases }] of listed.entries()) {
    for (const alias of aliases) {
      queries++;
      const query = canonicalPerson(alias);
      const isAmong = (hits: ReturnType<Search>): boolean =>
        hits.slice(0, candidates).some((hit) => hit.index === index);
      const best = search(query, INDEXED_FROM);
      const found =
        isAmong(best) || (best.length < candidates && isAmong(scanned(query, MINIMUM_HIT_SCORE)));
      if (!found) missed.push({ alias, name });
    }
  }
  return { queries, found: queries - missed.length, missed };
}
