import type { Image } from '../images/schemas.ts';
import type { Kind } from '../kinds/schemas.ts';

/**
 * The contract between the provider chain and the adapters: one adapter per vendor, which knows only the vendor's
 * requests and answers. The chain and its callers handle time-outs, retries, breakers, name matching and storage.
 */

export type ClaimedName = { firstName: string; middleName?: string; lastName: string };

/** The question to a vendor. */
export type LookupOf = {
  bvn: PersonLookup;
  nin: PersonLookup;
  account: {
    country: string;
    accountNumber: string;
    bankCode: string;
    claimed: ClaimedName | undefined;
  };
  liveness: { country: string; image: Image };
  face_match: { country: string; selfie: Image; reference: Image };
};

type PersonLookup = {
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** In the country's format, already checked. */
  identifier: string;
  /**
   * True if the identifier is virtual and represents the number. Only providers that accept virtual identifiers are
   * asked.
   */
  isVirtual?: true | undefined;
  /** Some vendors answer only if the caller names the person. */
  claimed: (ClaimedName & { dateOfBirth?: string }) | undefined;
};

/** A person in a register; null means that the register has no value. Never contains a photo. */
export type Profile = {
  firstName: string | null;
  middleName: string | null;
  lastName: string | null;
  /** `YYYY-MM-DD`. */
  dateOfBirth: string | null;
  gender: 'male' | 'female' | null;
  phoneNumber: string | null;
  address: string | null;
};

/** `unreadableDateOfBirth`: the register has a date in a form that its vendor does not document. */
type FoundPerson = { profile: Profile; unreadableDateOfBirth?: true };

/** The facts in a vendor's positive answer. */
export type MatchOf = {
  bvn: FoundPerson;
  nin: FoundPerson;
  account: { accountName: string };
  /** `score` from 0 to 100; `reason` only if it did not pass. */
  liveness: { passed: boolean; score: number; reason?: string };
  /** From 0 to 100; `decision` when the vendor answers only yes (100) or no (0). */
  face_match: { similarity: number; scoreKind: 'similarity' | 'decision' };
};

/**
 * The vendor answered, and no other provider needs to be asked. `reason` is a word in snake case, without personal
 * data.
 */
export type Rejection = {
  outcome: 'not_found' | 'mismatch' | 'invalid_input';
  reason?: string;
};

/** The vendor could not answer, but another one may. */
export const UNAVAILABLE_OUTCOMES = [
  'unavailable',
  'rate_limited',
  'no_funds',
  'auth',
  'bad_response',
] as const;
export type Unavailable = {
  outcome: (typeof UNAVAILABLE_OUTCOMES)[number];
  /** The vendor's pause with `rate_limited`, if the vendor sends it. */
  retryAfterMs?: number;
};

export type Answer<K extends Kind> = (
  | ({ outcome: 'ok' } & MatchOf[K])
  | Rejection
  | Unavailable
) & {
  /** The answer's body as the vendor sent it, to be sealed; undefined without an answer. */
  raw?: string;
};

/** The register asks the person for a code that it has sent, or on a page that gives a code. */
export type Prompt = {
  outcome: 'prompt';
  prompt: 'otp' | 'redirect';
  /** The page, with `redirect`. */
  url?: string;
  /** A text that the adapter gets back with the person's answer. */
  state: string;
};

/** A conversation with a person: the part of a session that an adapter sees. */
export type Talk = {
  /** Address to which a page sends the person back, with the code as the parameter `code`. */
  returnTo: string;
  /** The person's answer to the last question; undefined at the beginning. */
  answered?: { state: string; code: string };
};

export type UpstreamRequest = {
  method: 'GET' | 'POST';
  /** Below the provider's base URL, with its query. */
  path: string;
  headers?: Record<string, string>;
  /** Body of one of the two kinds. */
  body?: { json: unknown } | { multipart: Record<string, string | Image> };
};

export type UpstreamResponse = {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** The body's value; undefined when it is not JSON. */
  json: unknown;
};

/** The tools of an adapter while it answers one question. */
export type Upstream = {
  /**
   * Sends a request to the provider's base URL, within the provider's time-out.
   * @throws when no answer arrives; adapters do not catch it, and the chain treats it as `unavailable`
   */
  send: (request: UpstreamRequest) => Promise<UpstreamResponse>;
  /**
   * True if the person's consent is recorded, or held under contract. The adapter may assert nothing else to a vendor.
   */
  hasConsent: boolean;
  /** The verification's id: a reference for the vendor's records that identifies no person. */
  reference: string;
  now: () => Date;
};

/**
 * `recorded`: a consent that the caller has recorded. `otp` and `redirect`: the vendor itself asks the person, by a code or on
 * a page, which only a session can do, by `converse`.
 */
export type ConsentNeed = 'none' | 'recorded' | 'otp' | 'redirect';

/** Answers questions of one kind. Never throws, whatever a vendor sends. */
export type Operation<K extends Kind> = {
  /** Countries that it supports. */
  countries: readonly string[];
  /** True if the adapter accepts virtual identifiers. */
  takesVirtual?: true;
  /** The consent that the register needs; by default none. */
  consent?: ConsentNeed;
  ask: (lookup: LookupOf[K], upstream: Upstream) => Promise<Answer<K>>;
  /** Replaces `ask` in sessions, if the register asks the person. Never throws. */
  converse?: (lookup: LookupOf[K], upstream: Upstream, talk: Talk) => Promise<Answer<K> | Prompt>;
};

/** One provider of one vendor. */
export type Adapter = { [K in Kind]?: Operation<K> } & {
  /**
   * Prepares answers; answers also work without it.
   * @throws AdapterSetupError
   */
  start?: () => Promise<void>;
  /** Ends questions in progress, and later ones, with `unavailable`. */
  stop?: () => Promise<void>;
};

/** Thrown for a provider that cannot work as configured. The message names the repair for the operator. */
export class AdapterSetupError extends Error {
  override readonly name = 'AdapterSetupError';
}

/** A vendor for which providers can be created. */
export type AdapterDefinition = {
  /** In the providers' file; never shown to tenants. */
  name: string;
  /** Names of the required credentials in the providers' file. */
  credentials: readonly string[];
  /** Names of optional settings. */
  settings?: readonly string[];
  /** Undefined for adapters that send no requests. */
  defaultBaseUrl: string | undefined;
  /** Names of the fields that its answers are known to have, at any depth. All other names could be personal data. */
  fields: readonly string[];
  /**
   * @param credentials has every name of `credentials`
   * @param settings has only names of `settings`
   * @throws AdapterSetupError
   */
  create: (
    credentials: Readonly<Record<string, string>>,
    settings?: Readonly<Record<string, string>>,
  ) => Adapter;
};
