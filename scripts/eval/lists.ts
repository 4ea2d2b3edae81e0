import {
  buildSegment,
  prepareQuery,
  searchSegment,
} from '../../src/modules/screening/engine/index.ts';
import {
  canonicalise,
  MINIMUM_HIT_SCORE,
  type CanonicalName,
} from '../../src/modules/screening/matching/index.ts';
import type { Listed } from './data.ts';

/** Names found for a query, best first: position in the list that was indexed, and score. */
type Search = (query: CanonicalName) => { index: number; score: number }[];

/** Nothing here depends on ids; only their form has to be that of the product's. */
const ID = 'ent_00000000000000000000000000';
const searchIn = (names: readonly string[], threshold: number): Search => {
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
  return (query) =>
    searchSegment(prepareQuery(query), segment, threshold).map(({ entry, score }) => ({
      index: entry,
      score,
    }));
};

export interface FalsePositive {
  readonly person: string;
  readonly name: string;
  readonly score: number;
}

/** Unlisted people who hit a listed person's name or alias at `threshold`. */
export const falsePositives = (
  people: readonly string[],
  listed: readonly Listed[],
  threshold: number,
): FalsePositive[] => {
  const names = listed.flatMap(({ name, aliases }) => [name, ...aliases]);
  const search = searchIn(names, threshold);
  return people.flatMap((person) => {
    const top = search(canonicalise(person))[0];
    return top === undefined ? [] : [{ person, name: names[top.index]!, score: top.score }];
  });
};

export interface AliasRecall {
  readonly queries: number;
  readonly found: number;
  /** Aliases whose person was not among the candidates. */
  readonly missed: readonly { alias: string; name: string }[];
}

/**
 * Held-out aliases: only primary names are indexed, each alias is asked for, and its person has to be among
 * the `candidates` best at the least threshold there is.
 */
export const aliasRecall = (listed: readonly Listed[], candidates: number): AliasRecall => {
  const search = searchIn(
    listed.map(({ name }) => name),
    MINIMUM_HIT_SCORE,
  );
  const missed: { alias: string; name: string }[] = [];
  let queries = 0;
  for (const [index, { name, aliases }] of listed.entries()) {
    for (const alias of aliases) {
      queries++;
      const best = search(canonicalPerson(alias)).slice(0, candidates);
      if (!best.some((hit) => hit.index === index)) missed.push({ alias, name });
    }
  }
  return { queries, found: queries - missed.length, missed };
};
