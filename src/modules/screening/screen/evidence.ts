/** The evidence of a query other than its names, and its weight in the score of an entry's name. */
import { clock } from '../../../platform/clock.ts';
import {
  type ComparedFact,
  compareFacts,
  factsIn,
  mayBeSameCountry,
  mostUpOf,
  pointsOf,
  type PreparedFacts,
  prepareFacts,
  type Profile,
  RAISED_FROM,
  type Segment,
  type SegmentHit,
  STANDARD,
  type FactsAccount,
  weighFacts,
} from '../../../matching/index.ts';
import { applyEvidence, type EvidenceScore } from '../../../names/index.ts';
import type { Question } from './find-hits.ts';

type JudgedScore = EvidenceScore & { explanation: { facts?: FactsAccount } };

/**
 * Adds the evidence about an entry to the score of one of its names.
 * @param isIdentified true if the entry has an identifier of the query
 */
export type Judge = (
  entry: number,
  named: Pick<EvidenceScore, 'score' | 'explanation'>,
  quality: SegmentHit['quality'],
  isIdentified: boolean,
) => JudgedScore;

/** Returns true if a fact identifies the party. Its type never does, even if a profile gives it a weight. */
function tellsWho(one: ComparedFact, profile: Profile): boolean {
  return one.fact !== 'type' && pointsOf(profile, one) > 0;
}

/** Returns the countries of an entry, plus the query's country if one of them may be, or have been, that country. */
function withAsked(countries: readonly string[], asked: string | undefined): readonly string[] {
  const code = asked?.toUpperCase();
  if (code === undefined || countries.includes(code)) return countries;
  return countries.some((listed) => mayBeSameCountry(code, listed))
    ? [...countries, code]
    : countries;
}

/** Returns the evidence of one query. */
export class Evidence {
  readonly #thisYear: number;
  readonly #dob: string | undefined;
  readonly #country: string | undefined;
  readonly #facts: PreparedFacts | undefined;
  readonly #mostUp: number;
  readonly #profile: Profile;

  constructor({ dob, country, facts, profile = STANDARD }: Omit<Question, 'name'>) {
    this.#profile = profile;
    // A fact that is also in the older fields is weighed only once.
    this.#thisYear = clock.now().getUTCFullYear();
    this.#dob = facts?.birthDate === undefined ? dob : undefined;
    this.#country = facts?.nationality === undefined ? country : undefined;
    this.#facts = facts && prepareFacts(facts);
    this.#mostUp = facts ? mostUpOf(profile, factsIn(facts)) : 0;
  }

  /** Returns true if a date is in the future, which is a slip of the list (2068 for 1968). */
  #isAhead(date: string): boolean {
    return Number(date.slice(0, 4)) > this.#thisYear;
  }

  /** Returns the lowest score of a name that facts can raise to `threshold`. */
  leastOfNames(threshold: number): number {
    const least = Math.max(RAISED_FROM, threshold - this.#mostUp);
    return Math.min(threshold, least);
  }

  of(segment: Segment): Judge {
    const facts = this.#facts;
    const compared = new Map<number, ComparedFact[]>();
    return (entry, named, quality, isIdentified) => {
      const { dobs: dates, countries: listed } = segment.entry(entry);
      const dobs = dates.filter((date) => !this.#isAhead(date));
      const countries = withAsked(listed, this.#country);
      let known = compared.get(entry);
      if (facts && !known) {
        known = compareFacts(facts, segment.factsOf(entry), { dobs, countries });
        compared.set(entry, known);
      }
      const result = applyEvidence(named, {
        candidateQuality: quality,
        candidateDobs: dobs,
        candidateCountries: countries,
        queryDob: this.#dob,
        queryCountry: this.#country,
        isSupported: isIdentified || (known?.some((one) => tellsWho(one, this.#profile)) ?? false),
      });
      if (!known) return result;
      return weighFacts(result, known, this.#profile);
    };
  }
}
