/**
 * Profiles of weights: points that agreement adds to the score of a name, and contradiction takes off. Stored
 * explanations name the version and hold the points themselves, so that they stay true.
 */
export const FACTS = [
  'type',
  'gender',
  'birthDate',
  'birthPlace',
  'nationality',
  'address',
] as const;
export type Fact = (typeof FACTS)[number];

/** The ways in which a fact of the question and those of an entry stand to each other. */
export const RELATIONS = ['same', 'compatible', 'swapped', 'near', 'different'] as const;
export type Relation = (typeof RELATIONS)[number];

type Weights = Readonly<Record<Fact, Readonly<Partial<Record<Relation, number>>>>>;

export type Profile = {
  readonly name: string;
  readonly version: number;
  readonly weights: Weights;
  /** The most that facts raise a score by, and the most that they, dates, countries and weak aliases lower it by. */
  readonly mostUp: number;
  readonly mostDown: number;
};

export const STANDARD: Profile = {
  name: 'standard',
  version: 1,
  weights: {
    type: { same: 0, different: -10 },
    gender: { same: 0, different: -6 },
    birthDate: { same: 5, compatible: 2, swapped: -1, near: -2, different: -8 },
    birthPlace: { same: 3, different: -3 },
    nationality: { same: 1, different: -4 },
    address: { same: 3, different: -1 },
  },
  mostUp: 5,
  mostDown: 15,
};

/** Names that score less are no better for facts: too little of them agrees. */
export const RAISED_FROM = 70;

/** The most that these facts can raise a score by. */
export function mostUpOf({ weights, mostUp }: Profile, facts: Iterable<Fact>): number {
  let sum = 0;
  for (const fact of facts) sum += Math.max(0, ...Object.values(weights[fact]));
  return Math.min(mostUp, sum);
}

/** The points of a fact by how it stands to the entry's. */
export function pointsOf(
  { weights }: Profile,
  { fact, relation }: { fact: Fact; relation: Relation },
): number {
  return weights[fact][relation] ?? 0;
}
