import { ORGANIZATION_READ, type Access, type PolicyOf } from '../../platform/http/policy.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { RequestTokens } from '../../platform/auth/request-token.ts';
import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import type { InboxStreams } from './streams/follower.ts';

/** Services in the context of this module's handlers. */
export type ThreadServices = {
  inboxStreams: InboxStreams;
  tokens: RequestTokens;
  /** Seals and opens contents of messages. */
  envelopes: Envelopes;
};

/** The scopes, plan gates and rate limits of the module's routes. */
export const access = {
  scopes: {
    'threads:manage': 'Read and write messages in threads, and read inboxes',
  },
  rateLimits: {
    threads: { points: 10_000, windowSeconds: 3600 },
    // The limit is enough for every possible stream of an organization to reconnect several times, each time with a new
    // token.
    streams: { points: 100_000, windowSeconds: 3600 },
  },
  plans: {},
} as const satisfies Access;

export type Policy = PolicyOf<typeof access>;
export const defineRoute = routesOf<typeof access, ThreadServices>();

export const READ: Policy = { ...ORGANIZATION_READ, scope: 'threads:manage', rateLimit: 'threads' };
export const WRITE: Policy = { ...READ, idempotency: true };
