/** Facts of an entry that contradict the question's: they never take a hit out of an answer that its name alone is worth. */
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

type Judged = EvidenceScore & { explanation: { facts?: FactsAccount } };

/** Half of the last decimal of a score, for sums of them. */
const HALF_POINT = 0.005;
const DATES_AND_COUNTRIES: ReadonlySet<string> = new Set([
  'dob_different',
  'dob_near',
  'dob_swapped',
  'country_different',
]);

/** Points that facts have taken off the score of a name. */
function takenByFacts({ penalties, facts }: Judged['explanation']): number {
  const taken = penalties.filter(({ reason }) => DATES_AND_COUNTRIES.has(reason));
  return taken.reduce((sum, { points }) => sum + points, Math.max(0, -(facts?.points ?? 0)));
}

/** Tells whether a name reaches the threshold, whatever facts say; on an allowlist, with what they take off. */
export function reaches(
  threshold: number,
  kind: ListKind,
  { score, explanation }: Judged,
): boolean {
  if (score >= threshold) return true;
  // An acronym that we made of a name is none by itself.
  const isAcronym = explanation.penalties.some(({ reason }) => reason === 'acronym');
  if (kind === 'tenant_allowlist' || isAcronym || score < MINIMUM_HIT_SCORE) return false;
  return score + takenByFacts(explanation) >= threshold - HALF_POINT;
}

/** The facts that contradict. One of several addresses may be another, and contradicts nothing. */
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

/** Kinds of lists of which a hit that facts contradict does not count. */
const ASIDE: ReadonlySet<ListKind> = new Set(['pep', 'adverse_media']);

/** Tells whether a hit is put aside unless the organization has it count. */
function isAside({ listKind, contradicted, identifiers = [] }: Hit): boolean {
  if (contradicted === undefined || !ASIDE.has(listKind)) return false;
  return !identifiers.some(({ kind, country }) => isCertain(kind, country));
}

/** `withCounts`, by the profile that an organization has chosen, which is read when there is a hit that it is about. */
export async function withChoice<H extends Hit>(
  hits: readonly H[],
  profile: () => Promise<Profile | undefined> | Profile,
): Promise<readonly H[]> {
  return hits.some(isAside) ? withCounts(hits, await profile()) : hits;
}

/** The hits, with those marked that do not count. */
export function withCounts<H extends Hit>(hits: readonly H[], profile: Profile | undefined): H[] {
  return hits.map((hit) =>
    isAside(hit) && profile?.contradictedCount !== true ? { ...hit, counts: false as const } : hit,
  );
}
