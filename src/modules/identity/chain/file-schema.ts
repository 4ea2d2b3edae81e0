import { Type, type Static } from 'typebox';
import type { Kind } from '../kinds/schemas.ts';

/** The schema of the providers' file: docs/provider-chain.md. Relations between its parts are checked later. */

const STRICT = { additionalProperties: false } as const;

const credential = Type.Object(
  { env: Type.Optional(Type.String()), file: Type.Optional(Type.String()) },
  { ...STRICT, minProperties: 1, maxProperties: 1 },
);

export const providerEntry = Type.Object(
  {
    label: Type.String(),
    adapter: Type.String(),
    baseUrl: Type.Optional(Type.String()),
    credentials: Type.Optional(Type.Record(Type.String(), credential)),
    settings: Type.Optional(Type.Record(Type.String(), Type.String())),
    timeoutMs: Type.Optional(Type.Integer({ minimum: 100, maximum: 60_000 })),
    retries: Type.Optional(Type.Integer({ minimum: 0, maximum: 5 })),
    breaker: Type.Optional(
      Type.Object(
        {
          failures: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
          openMs: Type.Optional(Type.Integer({ minimum: 100, maximum: 3_600_000 })),
        },
        STRICT,
      ),
    ),
    onNotFound: Type.Optional(Type.Enum(['stop', 'next'])),
    consent: Type.Optional(Type.Enum(['contract'])),
  },
  STRICT,
);
export type ProviderEntry = Static<typeof providerEntry>;

const labels = Type.Array(Type.String());
const byCountry = Type.Record(Type.String(), labels);

export const chainsEntry = Type.Object(
  {
    bvn: Type.Optional(byCountry),
    nin: Type.Optional(byCountry),
    account: Type.Optional(byCountry),
    liveness: Type.Optional(labels),
    face_match: Type.Optional(labels),
  } satisfies Record<Kind, unknown>,
  STRICT,
);
export type ChainsEntry = Static<typeof chainsEntry>;

export const topLevel = Type.Object(
  {
    providers: Type.Array(Type.Unknown(), { minItems: 1 }),
    chains: Type.Unknown(),
  },
  STRICT,
);
