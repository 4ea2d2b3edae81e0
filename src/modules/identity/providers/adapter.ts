import type { Kind } from '../kinds.ts';

/**
 * The agreement of the provider chain and the adapters: one adapter a vendor, which knows the vendor's requests
 * and answers and nothing else. Time-outs, retries, breakers, name matching and storage are the chain's and
 * its callers' business.
 */

/** An image that was checked: upright, without metadata, at most 1280 pixels a side. */
export type Image = { bytes: Buffer; contentType: 'image/jpeg'; width: number; height: number };

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
  /** It is a virtual one, which stands for the number; asked only of those that take it. */
  isVirtual?: true | undefined;
  /** Some vendors answer only to who says whom he means. */
  claimed: (ClaimedName & { dateOfBirth?: string }) | undefined;
};

/** A person as a register has it; null is what it does not say. Never a photo. */
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

/** `unreadableDateOfBirth`: the register has one, in a form that its vendor does not document. */
type FoundPerson = { profile: Profile; unreadableDateOfBirth?: true };

/** The facts that a vendor knows, when it answers the question. */
export type MatchOf = {
  bvn: FoundPerson;
  nin: FoundPerson;
  account: { accountName: string };
  /** `score` from 0 to 100; `reason` only if it did not pass. */
  liveness: { passed: boolean; score: number; reason?: string };
  /** From 0 to 100; `decision` when the vendor says only yes (100) or no (0). */
  face_match: { similarity: number; scoreKind: 'similarity' | 'decision' };
};

/** The vendor answered, and no other needs to be asked. `reason` is a word in snake case, without personal data. */
export type Rejection = {
  outcome: 'not_found' | 'mismatch' | 'invalid_input';
  reason?: string;
};

/** The vendor could not answer; another may. */
export const UNAVAILABLE_OUTCOMES = [
  'unavailable',
  'rate_limited',
  'no_funds',
  'auth',
  'bad_response',
] as const;
export type Unavailable = {
  outcome: (typeof UNAVAILABLE_OUTCOMES)[number];
  /** With `rate_limited`, when the vendor says it. */
  retryAfterMs?: number;
};

export type Answer<K extends Kind> = (
  | ({ outcome: 'ok' } & MatchOf[K])
  | Rejection
  | Unavailable
) & {
  /** The answer's body as the vendor sent it, to be sealed; undefined when nothing came. */
  raw?: string;
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

/** The means of an adapter while it answers one question. */
export type Upstream = {
  /**
   * Sends a request to the provider's base URL, within the provider's time-out.
   * @throws when no answer comes, which the chain takes for `unavailable`; adapters let it pass
   */
  send: (request: UpstreamRequest) => Promise<UpstreamResponse>;
  /** The verification's id: a reference for the vendor's records that discloses nobody. */
  reference: string;
  now: () => Date;
};

/** Answers questions of one kind. Never throws for anything a vendor sends. */
export type Operation<K extends Kind> = {
  /** Countries it answers for. */
  countries: readonly string[];
  /** True if the adapter accepts virtual identifiers. */
  takesVirtual?: true;
  ask: (lookup: LookupOf[K], upstream: Upstream) => Promise<Answer<K>>;
};

/** One provider, as its vendor is spoken to. */
export type Adapter = { [K in Kind]?: Operation<K> } & {
  /**
   * Makes ready what answers need; not needed for them to come.
   * @throws AdapterSetupError
   */
  start?: () => Promise<void>;
  /** Questions that are under way, and later ones, are answered with `unavailable`. */
  stop?: () => Promise<void>;
};

/** A provider that cannot work as it is set up. The message says what the operator should do. */
export class AdapterSetupError extends Error {
  override readonly name = 'AdapterSetupError';
}

/** A vendor that providers can be made of. */
export type AdapterDefinition = {
  /** In the providers' file; never shown to tenants. */
  name: string;
  /** Names of the credentials it needs, in the providers' file. */
  credentials: readonly string[];
  /** Names of the settings it may have beside them. */
  settings?: readonly string[];
  /** Undefined for adapters that call nobody. */
  defaultBaseUrl: string | undefined;
  /**
   * @param credentials has every name of `credentials`
   * @param settings has names of `settings` only
   * @throws AdapterSetupError
   */
  create: (
    credentials: Readonly<Record<string, string>>,
    settings?: Readonly<Record<string, string>>,
  ) => Adapter;
};
