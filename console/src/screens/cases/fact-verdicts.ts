import type { Match } from './case-file-facts.ts';

export type FactVerdict = 'same' | 'consistent' | 'similar' | 'swapped' | 'differs' | 'unknown';

/** A year, or a year with a month, is the beginning of a date. A tilde marks an approximate date. */
function isPart(one: string, other: string): boolean {
  const [left, right] = [`${one.replace(/~$/, '')}-`, `${other.replace(/~$/, '')}-`];
  return left.startsWith(right) || right.startsWith(left);
}

/** Relations that the service stores with a match, in addition to those that its answer describes. */
export type Compared = {
  dob?: { relation: string };
  country?: { relation: string };
  identifiers?: object[];
};

const VERDICTS: Readonly<Record<string, FactVerdict>> = {
  exact: 'same',
  same: 'same',
  compatible: 'consistent',
  near: 'similar',
  swapped: 'swapped',
  different: 'differs',
};

function hasCommon(ours: readonly string[], theirs: readonly string[]): boolean {
  const others = new Set(theirs.map((one) => one.toLowerCase()));
  return ours.some((one) => others.has(one.toLowerCase()));
}

export type WeighedFact = NonNullable<
  NonNullable<Match>['explanation']['facts']
>['compared'][number];

/** Returns the verdict of the service on a fact; undefined if it has not compared the fact. */
export function weighed(
  match: Match | undefined,
  fact: WeighedFact['fact'],
): FactVerdict | undefined {
  const explanation = match?.explanation;
  const found = explanation?.facts?.compared.find((one) => one.fact === fact);
  const { dob, country } = (explanation ?? {}) as Compared;
  const others: Partial<Record<string, { relation: string }>> = {
    ...(dob && { birthDate: dob }),
    ...(country && { nationality: country }),
  };
  return VERDICTS[(found ?? others[fact])?.relation ?? ''];
}

/** Returns the verdict on the dates of birth. */
export function dateVerdict(
  match: Match | undefined,
  ours: readonly string[],
  theirs: readonly string[],
): FactVerdict {
  const compared = weighed(match, 'birthDate');
  if (compared) return compared;
  if (hasCommon(ours, theirs)) return 'same';
  const agrees = ours.some((one) => theirs.some((other) => isPart(one, other)));
  return agrees ? 'consistent' : 'unknown';
}

/** Returns the verdict on a fact whose values are codes, or equal texts. */
export function codeVerdict(
  compared: FactVerdict | undefined,
  ours: readonly string[],
  theirs: readonly string[],
  ifOther: FactVerdict = 'unknown',
): FactVerdict {
  return compared ?? (hasCommon(ours, theirs) ? 'same' : ifOther);
}
