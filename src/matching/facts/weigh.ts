/** Weighs facts into the score of a name. */
import { takenByEvidence, type EvidenceScore } from '../../names/index.ts';
import type { ComparedFact } from './compare.ts';
import { pointsOf, RAISED_FROM, type Profile } from './profile.ts';

/** The account of facts in an explanation. */
export type FactsAccount = {
  profile: string;
  version: number;
  /** Points by which they moved the score: the sum of the facts', within the bounds of the profile and of scores. */
  points: number;
  compared: (ComparedFact & { points: number })[];
};

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}

/**
 * The score of a name with what facts add to it or take off it. Together with what dates, countries and weak aliases take, that is at
 * most what the profile says; a name that scores below `RAISED_FROM` is not raised.
 */
export function weighFacts<T extends EvidenceScore>(
  { score, explanation }: T,
  facts: readonly ComparedFact[],
  profile: Profile,
): { score: number; explanation: T['explanation'] & { facts?: FactsAccount } } {
  if (facts.length === 0) return { score, explanation };
  const { name, version, mostUp, mostDown } = profile;
  const compared = facts.map((one) => ({ ...one, points: pointsOf(profile, one) }));
  const sum = compared.reduce((all, { points }) => all + points, 0);
  const down = Math.max(0, mostDown - takenByEvidence(explanation));
  const up = score < RAISED_FROM ? 0 : mostUp;
  const raised = score + Math.min(up, Math.max(-down, sum));
  const weighed = round2(Math.min(100, Math.max(0, raised)));
  const points = round2(weighed - score);
  return {
    score: weighed,
    explanation: { ...explanation, facts: { profile: name, version, points, compared } },
  };
}
