/** The plan of a screening: the lists to search, and the rules that decide on hits. */

import {
  type Profile,
  PROFILES,
  type ListKind,
  openedKinds,
  withBlocklists,
} from '../../../matching/index.ts';
import { DEFAULT_THRESHOLD, MINIMUM_HIT_SCORE } from '../../../names/index.ts';
import type { FederatedRules } from './federated.ts';
import type { OpenList } from './global-lists.ts';
import { isWeighed, type Subject } from './question.ts';
import { DEFAULT_HITS, MAX_HITS } from './schemas.ts';
import type { Rules } from './screened.ts';
import { ApiError } from '../../../platform/errors/index.ts';

/** Limits for the hits of one request. */

export type Caps = {
  /** The maximum number of hits for one subject, and for all together. */
  each: number;
  all: number;
  /** Field of a subject's name, for the error about a name that takes too much work. */
  nameAt?: (index: number) => string;
  /** If set, it is called instead of throwing that error. This subject gets no verdict, and the others are screened. */
  passOver?: (index: number) => void;
};

/** Each hit may have kilobytes: more hits would make an answer of hundreds of megabytes. */
export const CAPS: Caps = { each: MAX_HITS, all: 20_000 };

export function tooManyHits(most: number): ApiError {
  const message = `more than ${most} hits in one request: lower the limit, or ask for fewer names at a time`;
  return new ApiError('CONFLICT', message);
}

/** One screening: who is screened, by which rules, and how. */
export type ScreeningRequest = {
  orgId: string;
  subjects: readonly Subject[];
  rules: Rules;
  caps: Caps;
  /** Ends the screening between two names, or during a long search, with its reason. */
  abandoned?: AbortSignal;
  /** Lets the organization's federation groups set the rules that `rules` does not set. */
  isFederated?: boolean;
  /** Uses the state of a global list before its last change until the change is in memory, for less than 2 s. */
  mayLag?: boolean;
  /** Searches on one thread of the lowest priority, which pauses while this process is busy. */
  givesWay?: boolean;
  /** Replaces the profile of the organization. */
  profile?: Profile;
};

/** The rules of a screening, from the request, the organization's profile and its federation groups. */
export type Plan = {
  readonly kinds: ListKind[];
  /** The kinds of the lists to search: `kinds`, and allowlists. */
  readonly opened: readonly ListKind[];
  readonly threshold: number;
  /** The maximum number of hits of a subject. */
  readonly limit: number;
  /** The lowest score of a hit on a list of the operator, and on a list of the organization. */
  readonly least: number;
  readonly leastOnOwn: number;
  /** The weights of facts; undefined if no subject has a fact with a weight. */
  readonly profile: Profile | undefined;
  /** True if a federation group set the profile. */
  readonly hasGivenProfile: boolean;
};

/** @param chosen the profile of the organization, if it has chosen one */
export function planOf(
  { subjects, rules, caps }: ScreeningRequest,
  federated: FederatedRules | undefined,
  chosen: Profile | undefined,
): Plan {
  const isAnyWeighed = subjects.some(isWeighed);
  const given = chosen ? undefined : federated?.profile;
  const kinds = rules.kinds ?? federated?.kinds;
  const threshold = rules.threshold ?? federated?.threshold ?? DEFAULT_THRESHOLD;
  const least = Math.max(threshold, MINIMUM_HIT_SCORE);
  const asked = Math.max(rules.threshold ?? DEFAULT_THRESHOLD, MINIMUM_HIT_SCORE);
  return {
    kinds: withBlocklists(kinds),
    opened: openedKinds(kinds),
    threshold,
    limit: Math.min(rules.limit ?? DEFAULT_HITS, caps.each),
    least,
    // Rules that groups set must not hide hits on the organization's own lists. On these lists they can only find more.
    leastOnOwn: Math.min(least, asked),
    profile: isAnyWeighed ? (chosen ?? PROFILES[given ?? 'standard']) : undefined,
    hasGivenProfile: isAnyWeighed && given !== undefined,
  };
}

/** The open lists of a screening. */
export type OpenLists = {
  readonly all: readonly OpenList[];
  /** Lists of places, which are compared with the places of a question. */
  readonly places: readonly OpenList[];
  /** The other lists, which are searched for names. */
  readonly named: readonly OpenList[];
};

export function openLists(all: readonly OpenList[]): OpenLists {
  const isOfPlaces = ({ listRevision }: OpenList): boolean => listRevision.kind === 'embargo';
  return { all, places: all.filter(isOfPlaces), named: all.filter((list) => !isOfPlaces(list)) };
}
