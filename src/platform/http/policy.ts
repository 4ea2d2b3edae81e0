/**
 * A route's requirements for its caller, declared next to its schema. One plugin enforces them in one order. The
 * OpenAPI document and the test matrix are generated from the same declaration.
 */
export type Policy = {
  /** The scope that the caller must have, or `ANY_SCOPE`. */
  scope: string;
  /**
   * `organization`: the caller must belong to one (the acting organization). `platform`: operators' routes. `any`: the
   * route concerns only the caller.
   */
  context: 'organization' | 'platform' | 'any';
  /** True if people with a session are rejected. */
  keysOnly?: true;
  /** True if keys, and sessions that a key opened, are rejected. */
  peopleOnly?: true;
  /** True if a person must have proved their identity recently. */
  stepUp?: boolean;
  /**
   * True if the transaction reads the caller again, because the result lasts longer than the seconds for which an ended
   * caller is still accepted. Until the transaction ends, no other transaction can remove a membership or role of the
   * caller (`lockRights`). Keys of all organizations are in one table, so row-level security does not apply to that
   * table.
   */
  rereadsCaller?: boolean;
  /**
   * Set if the route reads or changes rows of other organizations; otherwise row-level security hides them. With
   * `true`, the route is rejected in test mode. `twin` includes the rows of the organization and of its test
   * organization.
   */
  acrossOrganizations?: true | 'twin';
  /** Name of a plan gate, if not every plan has the feature. */
  plan?: string;
  /** Name of a rate-limit group, or `none`. */
  rateLimit: string;
  /** True if each endpoint of the group has its own counter. */
  perEndpoint?: boolean;
  /** True if a token in the query (`RequestTokens`) can replace the key. */
  token?: boolean;
  /** True if the route honors `Idempotency-Key`: on every POST, PATCH and DELETE. */
  idempotency: boolean;
};

/** The operators' scope. Only platform keys and operators have it, and platform keys have no other scope. */
export const PLATFORM_SCOPE = 'platform:admin';

/** The scope of operators' daily work, part of `PLATFORM_SCOPE`: global lists, dead letters. */
export const OPERATE_SCOPE = 'platform:operate';

/** The common part of the policies of an organization's reads. */
export const ORGANIZATION_READ = { context: 'organization', idempotency: false } as const;
/** The policy of operators' reads. */
export const PLATFORM_READ = {
  scope: PLATFORM_SCOPE,
  context: 'platform',
  rateLimit: 'none',
  idempotency: false,
} as const satisfies Policy;
export const PLATFORM_WRITE = { ...PLATFORM_READ, idempotency: true } as const;
/** The policy of operators' daily work. */
export const OPERATE = { ...PLATFORM_WRITE, scope: OPERATE_SCOPE } as const;

/** Requires no scope: every caller passes. */
export const ANY_SCOPE = 'any';

/** The maximum number of requests of one API key in a window of time. */
export type RateLimit = { points: number; windowSeconds: number };

/** The callers that a module admits: the scopes, limits and plan gates that its policies may name. */
export type Access = {
  /**
   * The scopes that a tenant's key may have, each with a description of its rights: the text in the console. Modules
   * may share a scope, and then only one of them has its text; in the others it is null.
   */
  scopes: Readonly<Record<string, string | null>>;
  /** Groups of routes with a common counter, and the limit of each unless the operator sets another. */
  rateLimits: Readonly<Record<string, RateLimit>>;
  /** Features that not every plan has. */
  plans: Readonly<Record<string, PlanGate>>;
};

/** A policy that names only declared scopes, limits and plan gates. */
export type PolicyOf<Declared extends Access> = Omit<Policy, 'scope' | 'plan' | 'rateLimit'> & {
  scope:
    | (keyof Declared['scopes'] & string)
    | typeof PLATFORM_SCOPE
    | typeof OPERATE_SCOPE
    | typeof ANY_SCOPE;
  plan?: keyof Declared['plans'] & string;
  rateLimit: (keyof Declared['rateLimits'] & string) | 'none';
};

/** A feature that only some plans have: the plans that pass, and the message to others. */
export type PlanGate = {
  allows: (organization: { plan: string; addons: string[] }) => boolean;
  code: 'DETECTION_PACK_REQUIRED' | 'FORBIDDEN' | 'FEDERATION_NOT_ALLOWED';
  message: string;
};
