/**
 * Profiles of weights: the points that agreement adds to the score of a name, and that contradiction deducts. Stored
 * explanations have the version and the points, so they stay correct.
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

/** Relations between a fact of the query and the same fact of an entry. */
export const RELATIONS = ['same', 'compatible', 'swapped', 'near', 'different'] as const;
export type Relation = (typeof RELATIONS)[number];

/** The weighed facts, and a number that contradicts. */
export type Weighed = Fact | 'identifier';
type Weights = Readonly<Record<Weighed, Readonly<Partial<Record<Relation, number>>>>>;

export type Profile = {
  readonly name: string;
  readonly version: number;
  readonly weights: Weights;
  /**
   * The maximum by which facts raise a score, and the maximum by which facts, dates, countries and weak aliases
   * together lower it.
   */
  readonly mostUp: number;
  readonly mostDown: number;
  /** Hits of PEP and adverse-media lists count even if facts contradict. */
  readonly contradictedCount?: boolean;
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
    identifier: { different: -12 },
  },
  mostUp: 5,
  mostDown: 15,
};

/** Contradictions deduct about half as much. This misses fewer listed people and has more false hits. */
const LENIENT: Profile = {
  ...STANDARD,
  name: 'lenient',
  weights: {
    type: { same: 0, different: -5 },
    gender: { same: 0, different: -3 },
    birthDate: { same: 5, compatible: 2, swapped: 0, near: -1, different: -4 },
    birthPlace: { same: 3, different: -1 },
    nationality: { same: 1, different: -2 },
    address: { same: 3, different: 0 },
    identifier: { different: -6 },
  },
  mostDown: 8,
};

/**
 * One contradicting fact deducts more. This has fewer false hits, but a wrong date is more likely to hide a listed
 * person.
 */
const STRICT: Profile = {
  ...STANDARD,
  name: 'strict',
  weights: {
    type: { same: 0, different: -15 },
    gender: { same: 0, different: -10 },
    birthDate: { same: 5, compatible: 2, swapped: -2, near: -4, different: -12 },
    birthPlace: { same: 3, different: -5 },
    nationality: { same: 1, different: -6 },
    address: { same: 3, different: -2 },
    identifier: { different: -15 },
  },
};

/** Names of the profiles, beginning with the one that excludes the most. */
export const PROFILES = { standard: STANDARD, lenient: LENIENT, strict: STRICT } as const;
/** Begins with the one that excludes the most. */
export const PROFILE_NAMES = ['strict', 'standard', 'lenient'] as const;
export type ProfileName = (typeof PROFILE_NAMES)[number];

/** Points that replace those of a profile. */
export type Adjustments = { [What in Weighed]?: { [How in Relation]?: number } };
/** An organization's choice. `version` counts changes of its custom weights. */
export type ProfileChoice = {
  version: number;
  profile: ProfileName;
  adjustments: Adjustments | null;
  contradictedCount?: boolean;
};

/** The name of a profile that an organization has adjusted. */
const OWN = 'own';

/** Returns the weights of a choice. */
export function profileOf({
  version,
  profile,
  adjustments,
  contradictedCount,
}: ProfileChoice): Profile {
  const base: Profile = {
    ...PROFILES[profile],
    ...(contradictedCount === true && { contradictedCount }),
  };
  if (!adjustments) return base;
  const weights = Object.fromEntries(
    Object.entries(base.weights).map(([what, points]) => [
      what,
      { ...points, ...adjustments[what as Weighed] },
    ]),
  ) as Weights;
  return { ...base, name: OWN, version, weights };
}

/** Facts do not raise a score below this, because too little of the names agrees. */
export const RAISED_FROM = 70;

/** Returns the maximum by which these facts can raise a score. */
export function mostUpOf({ weights, mostUp }: Profile, facts: Iterable<Fact>): number {
  let sum = 0;
  for (const fact of facts) sum += Math.max(0, ...Object.values(weights[fact]));
  return Math.min(mostUp, sum);
}

/** Returns the points of a fact by its relation to the entry's fact. */
export function pointsOf(
  { weights }: Profile,
  { fact, relation }: { fact: Fact; relation: Relation },
): number {
  return weights[fact][relation] ?? 0;
}
