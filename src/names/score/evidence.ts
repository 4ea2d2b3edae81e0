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
 * Points deducted for facts that contradict the name or weaken it. Nothing is added, so a date or country alone never
 * makes a match. A different date costs 8: an exact name (100) stays a hit at the default threshold 85 and falls below
 * 95. A sanctions hit then becomes `review` instead of `block`.
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
/** An exact hit by a name that the list marks as weak or of low quality is for `review`. */
const WEAK_ALIAS_POINTS = 6;
/**
 * The deduction for a match with an acronym that Oriki made of a name. If a fact agrees, a further point for a country
 * does not make the match block. Without such a fact, it appears only in a search by hand. It leaves room for
 * deductions by contradicting facts.
 */
const ACRONYM_POINTS = { supported: 8, alone: 25 };
/** An exact name is for `review` if its number differs from the entry's only one. */
const IDENTIFIER_POINTS = 12;
/**
 * The maximum score of a name if no word has the same spelling on both sides, because many names share one romanisation
 * (文王, Wen Wang). Such a name is for review until a fact agrees.
 */
const TRANSLITERATED_MOST = 94.9;
/** The minimum weight of a word that identifies a person. Particles, legal forms and initials are below it. */
const LEAST_NAMING = 0.45;
/** The maximum total deduction. An exact name stays a hit at the default threshold. */
const MOST_POINTS = 15;

export type EvidenceInput = {
  /**
   * The quality that the list gives the scored alias. Primary names and names without a quality are strong. `acronym`:
   * the query was an acronym of the name.
   */
  readonly candidateQuality?: 'strong' | 'weak' | 'acronym' | undefined;
  readonly queryDob?: string | null | undefined;
  readonly candidateDobs?: readonly string[] | undefined;
  readonly queryCountry?: string | null | undefined;
  readonly candidateCountries?: readonly string[] | undefined;
  /** True if an identifier, or a fact that is compared elsewhere, agrees. */
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

/** Returns the points that `applyEvidence` has deducted, without those for acronyms. */
export function takenByEvidence({ penalties }: NameExplanation): number {
  return penalties
    .filter(({ reason }) => REASONS.has(reason))
    .reduce((sum, { points }) => sum + points, 0);
}

/**
 * Returns a score of `applyEvidence` minus the cost of a contradicting number. The deduction is separate, because a
 * number must not hide a name that reaches the threshold.
 * @param others points that other facts have deducted
 * @param costs points for the number
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

/** Returns true if no distinctive word has the same script on both sides. */
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
 * Deducts points from a name score for the quality of the alias, date of birth and country, at most 15 together. Each
 * deduction has its penalty in the explanation. Missing and unreadable facts have no effect. The deduction for acronyms
 * is additional. The best name of an entry is the one with the best result of this function.
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
