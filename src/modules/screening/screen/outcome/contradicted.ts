/** Facts of an entry that contradict the query's. They never remove a hit that its name alone deserves. */
import {
  type Fact,
  FACTS,
  isCertain,
  type ListKind,
  type Profile,
  type FactsAccount,
} from '../../../../matching/index.ts';
import { MINIMUM_HIT_SCORE, type EvidenceScore } from '../../../../names/index.ts';
import type { Hit } from '../schemas.ts';

type Explained = EvidenceScore['explanation'] & { facts?: FactsAccount; identifiers?: object[] };
type Judged = EvidenceScore & { explanation: Explained };

/** Half a unit of a score's last decimal. Sums that differ by less are equal. */
const HALF_POINT = 0.005;
const DATES_AND_COUNTRIES: ReadonlySet<string> = new Set([
  'dob_different',
  'dob_near',
  'dob_swapped',
  'country_different',
]);

/** Returns the points that facts have deducted from the score of a name. */
function takenByFacts({ penalties, facts }: Judged['explanation']): number {
  const taken = penalties.filter(({ reason }) => DATES_AND_COUNTRIES.has(reason));
  return taken.reduce((sum, { points }) => sum + points, Math.max(0, -(facts?.points ?? 0)));
}

/**
 * Returns true if a name reaches the threshold: on an allowlist after deductions for facts, on other lists before them.
 */
export function reaches(
  threshold: number,
  kind: ListKind,
  { score, explanation }: Judged,
): boolean {
  if (score >= threshold) return true;
  // An acronym that was made from a name is not a name alone.
  const isAcronym = explanation.penalties.some(({ reason }) => reason === 'acronym');
  if (kind === 'tenant_allowlist' || isAcronym || score < MINIMUM_HIT_SCORE) return false;
  return score + takenByFacts(explanation) >= threshold - HALF_POINT;
}

/** Returns the contradicting facts. Several addresses may differ without a contradiction. */
export function contradictions({ dob, country, facts }: Judged['explanation']): Fact[] {
  const compared = (facts?.compared ?? [])
    .filter(
      ({ fact, relation, points }) => fact !== 'address' && relation === 'different' && points < 0,
    )
    .map(({ fact }) => fact);
  if (dob?.relation === 'different') compared.push('birthDate');
  if (country?.relation === 'different') compared.push('nationality');
  return FACTS.filter((fact) => compared.includes(fact));
}

/** Returns true if a fact, or a number of which each party has only one, contradicts. */
export function isContradicted(explanation: Explained): boolean {
  return explanation.identifiers !== undefined || contradictions(explanation).length > 0;
}

/** Kinds of lists whose hits do not count if facts contradict. */
const ASIDE: ReadonlySet<ListKind> = new Set(['pep', 'adverse_media']);

/** Returns true if a hit counts only by the choice of the organization. */
function isAside({ listKind, contradicted, identifiers = [] }: Hit): boolean {
  if (contradicted === undefined || !ASIDE.has(listKind)) return false;
  return !identifiers.some(({ kind, country }) => isCertain(kind, country));
}

/** `withCounts` with the organization's profile, which is read only if a hit needs it. */
export async function withChoice<H extends Hit>(
  hits: readonly H[],
  profile: () => Promise<Profile | undefined> | Profile,
): Promise<readonly H[]> {
  return hits.some(isAside) ? withCounts(hits, await profile()) : hits;
}

/** Returns the hits, with those marked that do not count. */
export function withCounts<H extends Hit>(hits: readonly H[], profile: Profile | undefined): H[] {
  return hits.map((hit) =>
    isAside(hit) && profile?.contradictedCount !== true ? { ...hit, counts: false as const } : hit,
  );
}
