import { writtenIn } from '../words/ascii-keys.ts';
import { compareStatedDates, type DateRelation } from './dates.ts';
import {
  round2,
  type NameExplanation,
  type NameScore,
  type Penalty,
  type PenaltyReason,
} from './explain.ts';

/**
 * Points off for what contradicts the name or makes it weak. Nothing is ever added, so no date and no country
 * makes a match. A different date takes 8: an exact name (100) stays a hit at the default threshold 85 and
 * falls below 95, so that a sanctions hit becomes `review` instead of `block`.
 */
const DATE_POINTS: Readonly<
  Record<DateRelation, { points: number; reason: PenaltyReason } | undefined>
> = {
  exact: undefined,
  compatible: undefined,
  near: { points: 2, reason: 'dob_near' },
  swapped: { points: 1, reason: 'dob_swapped' },
  different: { points: 8, reason: 'dob_different' },
};
const COUNTRY_POINTS = 4;
/** An exact hit through a name that the list itself calls weak or low quality is for `review`. */
const WEAK_ALIAS_POINTS = 6;
/**
 * An acronym that we made of a name: when a fact agrees, one point for a country more does not make it block; otherwise it is
 * for a search by hand. It leaves what facts that contradict may take off.
 */
const ACRONYM_POINTS = { supported: 8, alone: 25 };
/** An exact name with another number than the entry's only one is for `review`. */
const IDENTIFIER_POINTS = 12;
/**
 * Most for a name of which nothing is written alike on both sides: one romanisation stands for many names (文王, Wen
 * Wang), so that it is for review until a fact agrees.
 */
const TRANSLITERATED_MOST = 94.9;
/** Lighter words (particles, legal forms, initials) say nothing about whose name it is. */
const LEAST_NAMING = 0.45;
/** All together, so that an exact name is never suppressed at the default threshold. */
const MOST_POINTS = 15;

export type EvidenceInput = {
  /**
   * The quality that the list gives the alias that was scored; a primary name is strong, and so is no word about it. Of
   * a name whose acronym was asked for: `acronym`.
   */
  readonly candidateQuality?: 'strong' | 'weak' | 'acronym' | undefined;
  readonly queryDob?: string | null | undefined;
  readonly candidateDobs?: readonly string[] | undefined;
  readonly queryCountry?: string | null | undefined;
  readonly candidateCountries?: readonly string[] | undefined;
  /** An identifier, or a fact that is compared elsewhere, agrees. */
  readonly isSupported?: boolean | undefined;
};

type EvidenceExplanation = NameExplanation & {
  dob?: { query: string; candidate: string; relation: DateRelation };
  country?: { query: string; candidates: string[]; relation: 'same' | 'different' };
};

export type EvidenceScore = {
  score: number;
  explanation: EvidenceExplanation;
};

/** The reasons of penalties that share `MOST_POINTS`. */
const REASONS: ReadonlySet<PenaltyReason> = new Set<PenaltyReason>([
  'transliteration_only',
  'weak_alias',
  'dob_near',
  'dob_swapped',
  'dob_different',
  'country_different',
]);

/** Points that `applyEvidence` has taken off; those of an acronym are apart. */
export function takenByEvidence({ penalties }: NameExplanation): number {
  return penalties
    .filter(({ reason }) => REASONS.has(reason))
    .reduce((sum, { points }) => sum + points, 0);
}

/**
 * A score of `applyEvidence`, less what a number costs that contradicts. Apart from it, because it must not keep a name
 * that reaches the threshold from being a hit.
 * @param others points that other facts have taken off
 * @param costs points of the number
 */
export function applyContradiction(
  { score, explanation }: EvidenceScore,
  others = 0,
  costs = IDENTIFIER_POINTS,
): EvidenceScore {
  const taken = takenByEvidence(explanation) + others;
  const points = round2(Math.min(costs, MOST_POINTS - taken, score));
  if (points <= 0) return { score, explanation };
  const penalty = { reason: 'identifier_different' as const, points };
  const penalties = [...explanation.penalties, penalty];
  return { score: round2(score - points), explanation: { ...explanation, penalties } };
}

/** Tells whether no word that names somebody is in one script on both sides. */
function isTransliterated({ tokens }: NameExplanation): boolean {
  const naming = tokens.filter(
    ({ query, weight }) => weight >= LEAST_NAMING && !/^\d+$/.test(query),
  );
  return (
    naming.length > 0 &&
    naming.every(({ query, candidate }) => writtenIn(query) !== writtenIn(candidate))
  );
}

/**
 * Weighs the quality of the alias, date of birth and country into a name score: soft filters that only take
 * points off, each with its penalty in the explanation; at most 15 together. What is missing on either side,
 * or is no date, says nothing. What an acronym lacks comes on top. Of several names of an entry the best is the one with
 * the best result of this.
 */
export function applyEvidence(nameResult: NameScore, evidence: EvidenceInput): EvidenceScore {
  const penalties: Penalty[] = [...nameResult.explanation.penalties];
  const explanation: EvidenceExplanation = { ...nameResult.explanation, penalties };
  let { score } = nameResult;
  let left = MOST_POINTS;
  let agrees = evidence.isSupported === true;
  const takeAll = (reason: PenaltyReason, points: number): void => {
    const taken = Math.min(points, score);
    score = round2(score - taken);
    if (taken > 0) penalties.push({ reason, points: taken });
  };
  const take = (reason: PenaltyReason, points: number): void => {
    const taken = Math.min(points, left, score);
    left -= taken;
    takeAll(reason, taken);
  };
  if (evidence.candidateQuality === 'weak') take('weak_alias', WEAK_ALIAS_POINTS);
  const { queryDob, candidateDobs = [], queryCountry, candidateCountries = [] } = evidence;
  if (queryDob && candidateDobs.length > 0) {
    const comparison = compareStatedDates(queryDob, candidateDobs);
    if (comparison !== undefined) {
      const { relation, candidate } = comparison;
      agrees ||= relation === 'exact' || relation === 'compatible';
      explanation.dob = { query: queryDob, candidate, relation };
      const penalty = DATE_POINTS[relation];
      if (penalty !== undefined) take(penalty.reason, penalty.points);
    }
  }
  if (queryCountry && candidateCountries.length > 0) {
    const wanted = queryCountry.toUpperCase();
    const same = candidateCountries.some((country) => country.toUpperCase() === wanted);
    explanation.country = {
      query: wanted,
      candidates: candidateCountries.map((country) => country.toUpperCase()),
      relation: same ? 'same' : 'different',
    };
    agrees ||= same;
    if (!same) take('country_different', COUNTRY_POINTS);
  }
  if (evidence.candidateQuality === 'acronym')
    takeAll('acronym', agrees ? ACRONYM_POINTS.supported : ACRONYM_POINTS.alone);
  if (!agrees && score > TRANSLITERATED_MOST && isTransliterated(explanation))
    take('transliteration_only', round2(score - TRANSLITERATED_MOST));
  return { score, explanation };
}
