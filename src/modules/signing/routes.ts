import type { Access } from '../../platform/http/policy.ts';
import { browserRoutesOf } from '../../platform/http/browser/route.ts';
import type { SigningKeys } from './signing.ts';

/** Services in the context of this module's handlers. */
export type SigningServices = { signing: SigningKeys };

const KEYS_PATH = '/.well-known/oriki-keys.json';
/** The time for which a verifier may use a stored answer. During it, the verifier does not know newer keys. */
const MAX_AGE_SECONDS = 300;

/** The callers that the module admits. */
export const access = {
  scopes: {},
  rateLimits: { 'signing-keys': { points: 1000, windowSeconds: 3600 } },
  plans: {},
} as const satisfies Access;

const defineBrowserRoute = browserRoutesOf<SigningServices>();

/** The public keys for every caller, as a JSON Web Key Set without the envelope of the API. */
export const signingRoutes = [
  defineBrowserRoute({
    method: 'GET',
    path: KEYS_PATH,
    operationId: 'getSigningKeys',
    policy: { from: 'anywhere', caller: 'anyone', rateLimit: 'signing-keys' },
    answer: async ({ services: { signing }, reply }) =>
      reply
        .headers({
          'content-type': 'application/json; charset=utf-8',
          'cache-control': `public, max-age=${MAX_AGE_SECONDS}`,
          'access-control-allow-origin': '*',
        })
        .send(JSON.stringify({ keys: await signing.published() })),
  }),
];
