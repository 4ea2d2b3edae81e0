/** Finds entries that have an identifier of the query, in addition to those with a similar name. */
import {
  applyContradiction,
  canonicalise,
  scoreAcronym,
  scoreNames,
  type EvidenceScore,
} from '../../../names/index.ts';
import {
  type AskedReading,
  contradictions,
  type Identifier,
  lastFourOf,
  type PreparedName,
  type Profile,
  type Segment,
  type SharedIdentifier,
  sharedIdentifiers,
  type FactsAccount,
  WorkLimit,
  WorkLimitReached,
} from '../../../matching/index.ts';
import type { Judge } from './evidence.ts';
import type { IdentifierMatch } from './schemas.ts';

/** Maximum number of entries with one number per list. More would not help a reviewer. */
const MOST_ENTRIES = 1000;
/** Work limit for the names of one entry: a hundred alignments of the longest names. */
const MOST_WORK = 100_000;

/** The best of an entry's compared names, within the work limit. */
export type NamedEntry = {
  name: number;
  text: string;
  result: NamedResult;
  /** Undefined if the name was compared as written. */
  reading?: AskedReading;
};
type NamedResult = EvidenceScore & {
  explanation: { identifiers?: object[]; facts?: FactsAccount };
};

export function toMatch({ asked: { kind, value }, country }: SharedIdentifier): IdentifierMatch {
  return { kind, country, lastFour: lastFourOf(value) };
}

/** Returns the entries of a segment that have one of these identifiers, each with the identifiers that match. */
export function identifiedEntries(
  asked: readonly Identifier[],
  segment: Segment,
  isRemoved: (entry: number) => boolean,
): Map<number, SharedIdentifier[]> {
  const found = new Map<number, SharedIdentifier[]>();
  for (const { value } of asked) {
    let left = MOST_ENTRIES;
    for (const entry of segment.identifiers.entriesWith(value)) {
      if (found.has(entry) || isRemoved(entry)) continue;
      const agreed = sharedIdentifiers(asked, segment.identifiers.of(entry));
      if (agreed.length === 0) continue;
      found.set(entry, agreed);
      if (--left === 0) break;
    }
  }
  return found;
}

/** Returns the entry's name with the deduction for contradicting numbers. */
export function contradicted(
  named: NamedEntry,
  { identifiers: asked, profile }: { identifiers: readonly Identifier[]; profile: Profile },
  segment: Segment,
  entry: number,
): NamedEntry {
  const others = asked.length > 0 ? contradictions(asked, segment.identifiers.of(entry)) : [];
  if (others.length === 0) return named;
  const { score, explanation } = applyContradiction(
    named.result,
    Math.max(0, -(named.result.explanation.facts?.points ?? 0)),
    -profile.weights.identifier.different!,
  );
  const identifiers = others.map(({ kind, country, value }) => ({
    kind,
    country,
    candidate: lastFourOf(value),
    relation: 'different',
  }));
  return { ...named, result: { score, explanation: { ...explanation, identifiers } } };
}

/** Returns the best score of an entry's names, even a low one; of equal names the first. */
export function compareNames(
  query: PreparedName,
  segment: Segment,
  entry: number,
  judge: Judge,
): NamedEntry {
  const { name: primary } = segment.entry(entry);
  const isOrganization = segment.factsOf(entry).type === 'organization';
  const work = new WorkLimit(MOST_WORK);
  const [first, end] = segment.namesOf(entry);
  let best: NamedEntry | undefined;
  try {
    for (let name = first; name < end; name++) {
      const { text, quality, hint } = segment.name(name, entry);
      const candidate = canonicalise(text, { entity: hint });
      for (const { query: asked, entities, reading } of query) {
        if (entities !== undefined && !entities.has(hint)) continue;
        const scored = scoreNames(asked.name, candidate, undefined, (words) =>
          work.check(words ** 2),
        );
        const acronym = isOrganization ? scoreAcronym(asked.name, candidate) : undefined;
        const results = [judge(entry, scored, quality, true)];
        if (acronym) results.push(judge(entry, acronym, 'acronym', true));
        for (const result of results)
          if (!best || result.score > best.result.score)
            best = { name, text, result, ...(reading && { reading }) };
      }
    }
  } catch (error) {
    if (!(error instanceof WorkLimitReached)) throw error;
  }
  return best ?? { name: first, text: primary, result: UNLIKE };
}

const UNLIKE: EvidenceScore = {
  score: 0,
  explanation: { tokens: [], unmatchedQuery: [], unmatchedCandidate: [], penalties: [] },
};
