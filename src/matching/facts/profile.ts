/**
 * Profiles of weights: points that agreement adds to the score of a name, and that contradiction deducts. Stored
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
   * The most that facts raise a score by, and the most that facts, dates, countries and weak aliases together lower
   * it by.
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

/** Contradictions deduct about half as much: this misses fewer listed people and has more false hits. */
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
 * One contradicting fact deducts more: this has fewer false hits and misses a listed person with a wrong date sooner.
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

/** Profiles that an organization can choose. Each change of one raises its version. */
export const PROFILES = { standard: STANDARD, lenient: LENIENT, strict: STRICT } as const;
/** Begins with the one that excludes the most. */
export const PROFILE_NAMES = ['strict', 'standard', 'lenient'] as const;
export type ProfileName = (typeof PROFILE_NAMES)[number];

/** Points that replace a profile's. */
export type Adjustments = { [What in Weighed]?: { [How in Relation]?: number } };
/** The choice of an organization. `version` counts changes of its custom weights. */
export type ProfileChoice = {
  version: number;
  profile: ProfileName;
  adjustments: Adjustments | null;
  contradictedCount?: boolean;
};

/** Name of a profile that an organization has adjusted. */
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

/** Facts do not raise scores below this: too little of the names agrees. */
export const RAISED_FROM = 70;

/** Returns the most that these facts can raise a score by. */
export function mostUpOf({ weights, mostUp }: Profile, facts: Iterable<Fact>): number {
  let sum = 0;
  for (const fact of facts) sum += Math.max(0, ...Object.values(weights[fact]));
  return Math.min(mostUp, sum);
}

/** Returns the points of a fact by its relation to the entry's. */
export function pointsOf(
  { weights }: Profile,
  { fact, relation }: { fact: Fact; relation: Relation },
): number {
  return weights[fact][relation] ?? 0;
}
