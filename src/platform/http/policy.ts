/**
 * What a route demands of its caller, declared beside its schema. One plugin enforces it in one order, and
 * the same declaration writes the OpenAPI document and generates the test matrix.
 */
export type Policy = {
  /** The scope the key must have. */
  scope: string;
  /** `organization`: the key must belong to one (the acting organization). `platform`: operators' routes. */
  context: 'organization' | 'platform';
  /** Whether it reads or changes rows of other organizations too; otherwise row-level security hides them from it. */
  acrossOrganizations?: boolean;
  /** Name of a plan gate, if the feature is not part of every plan. */
  plan?: string;
  /** Name of a rate-limit group, or `none`. */
  rateLimit: string;
  /** Whether each endpoint of the group has a counter of its own. */
  perEndpoint?: boolean;
  /** Whether a token in the query (`RequestTokens`) can stand for the key. */
  token?: boolean;
  /** Whether `Idempotency-Key` is honoured: true on every POST, PATCH and DELETE. */
  idempotency: boolean;
};

/** A feature that only some plans have: who passes, and what the others are told. */
export type PlanGate = {
  allows: (organization: { plan: string; addons: string[] }) => boolean;
  code: 'DETECTION_PACK_REQUIRED' | 'FORBIDDEN' | 'FEDERATION_NOT_ALLOWED';
  message: string;
};
