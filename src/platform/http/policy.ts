/**
 * The demands of a route on its caller, declared beside its schema. One plugin enforces them in one order, and
 * the same declaration writes the OpenAPI document and generates the test matrix.
 */
export type Policy = {
  /** The scope that the caller must have, or `ANY_SCOPE`. */
  scope: string;
  /**
   * `organization`: the caller must belong to one (the acting organization). `platform`: operators' routes. `any`: about
   * the caller alone.
   */
  context: 'organization' | 'platform' | 'any';
  /** Tells whether a person must have proved lately who they are. */
  stepUp?: boolean;
  /**
   * True: the transaction looks the caller up once more, because what it makes outlives the seconds for which a caller that
   * has ended is still believed. Until it ends, nothing takes a membership or role from the caller (`lockRights`). Keys of all
   * organizations are in one table, so row-level security does not apply to it.
   */
  rereadsCaller?: boolean;
  /**
   * Set if it reads or changes rows of other organizations too; otherwise row-level security hides them from it. `true` is
   * refused in test mode; `twin` is for rows of the organization and of what its test keys act in.
   */
  acrossOrganizations?: true | 'twin';
  /** Name of a plan gate, if the feature is not part of every plan. */
  plan?: string;
  /** Name of a rate-limit group, or `none`. */
  rateLimit: string;
  /** Tells whether each endpoint of the group has a counter of its own. */
  perEndpoint?: boolean;
  /** Tells whether a token in the query (`RequestTokens`) can stand for the key. */
  token?: boolean;
  /** Tells whether `Idempotency-Key` is honoured: true on every POST, PATCH and DELETE. */
  idempotency: boolean;
};

/** The operators' scope: only platform keys and operators have it, and such keys have no other. */
export const PLATFORM_SCOPE = 'platform:admin';

/** The daily work of operators, which `PLATFORM_SCOPE` includes: global lists, dead letters. */
export const OPERATE_SCOPE = 'platform:operate';

/** Demands no scope: every caller passes. */
export const ANY_SCOPE = 'any';

/** At most so many requests of one API key in a window of time. */
export type RateLimit = { points: number; windowSeconds: number };

/** Whom a module admits to its routes: what its policies may name. */
export type Access = {
  /** The scopes that a tenant's key may have. Modules may share one. */
  scopes: readonly string[];
  /** Groups of routes that are counted together, with the limit that holds unless the operator sets another. */
  rateLimits: Readonly<Record<string, RateLimit>>;
  /** Features that not every plan has. */
  plans: Readonly<Record<string, PlanGate>>;
};

/** A policy that names only what is declared. */
export type PolicyOf<Declared extends Access> = Omit<Policy, 'scope' | 'plan' | 'rateLimit'> & {
  scope:
    | Declared['scopes'][number]
    | typeof PLATFORM_SCOPE
    | typeof OPERATE_SCOPE
    | typeof ANY_SCOPE;
  plan?: keyof Declared['plans'] & string;
  rateLimit: (keyof Declared['rateLimits'] & string) | 'none';
};

/** A feature that only some plans have: who passes, and what the others are told. */
export type PlanGate = {
  allows: (organization: { plan: string; addons: string[] }) => boolean;
  code: 'DETECTION_PACK_REQUIRED' | 'FORBIDDEN' | 'FEDERATION_NOT_ALLOWED';
  message: string;
};
