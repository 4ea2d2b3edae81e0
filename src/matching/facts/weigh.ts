/** Adds the weights of facts to the score of a name. */
import { takenByEvidence, type EvidenceScore } from '../../names/index.ts';
import type { ComparedFact } from './compare.ts';
import { pointsOf, RAISED_FROM, type Profile } from './profile.ts';

/** The facts in an explanation. */
export type FactsAccount = {
  profile: string;
  version: number;
  /**
   * The points that the facts added to the score or deducted. They are the sum within the bounds of the profile and of
   * scores.
   */
  points: number;
  compared: (ComparedFact & { points: number })[];
};

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}

/**
 * Returns the score of a name with the points of facts. Deductions, together with those for dates, countries and weak
 * aliases, stay within the profile's bound. A name that scores below `RAISED_FROM` is not raised.
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
