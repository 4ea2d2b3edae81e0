import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import type { Queryable } from '../../platform/db/database.ts';
import {
  ORGANIZATION_READ,
  PLATFORM_WRITE,
  type Access,
  type PolicyOf,
} from '../../platform/http/policy.ts';
import { browserRoutesOf } from '../../platform/http/browser/route.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { ProfileBox } from './profiles.ts';
import type { SignInMetrics } from './sign-in/metrics.ts';
import type { Providers } from './sign-in/provider.ts';
import type { SignIn } from './sign-in/sign-in.ts';
import type { SessionTimes } from './sessions/store.ts';

/** Services in the context of this module's handlers. */
export type PeopleServices = {
  profiles: ProfileBox;
  times: SessionTimes;
  envelopes: Envelopes;
  /** Sends requests to identity providers. */
  providers: Providers;
  /** Returns the reason why a URL is not allowed as a target, worded for its owner; undefined if it is allowed. */
  targetProblem: (url: string) => string | undefined;
  signIn: SignIn;
  signIns: SignInMetrics;
  /** The streams of changes. `idNow` returns the id from which a new stream continues. */
  liveStreams: { idNow: (db: Queryable) => Promise<string> };
};

/** The scopes, plan gates and rate limits of the module's routes. */
export const access = {
  scopes: {
    'members:manage': 'Invite people, change their roles, remove them, and end sessions',
    'portal:create': 'Create sessions for users of your own application',
    'signin:manage': 'Manage identity providers',
    'cases:manage': null,
    'scim:manage': 'Manage people and groups by SCIM, for an identity provider',
  },
  rateLimits: {
    people: { points: 1000, windowSeconds: 3600 },
    scim: { points: 10_000, windowSeconds: 3600 },
  },
  plans: {},
} as const satisfies Access;

/** The scope of identity providers that manage people by SCIM. */
export const SCIM_SCOPE = 'scim:manage';

export type Policy = PolicyOf<typeof access>;
export const defineRoute = routesOf<typeof access, PeopleServices>();
export const defineBrowserRoute = browserRoutesOf<PeopleServices>();

/** The path of the routes for sign-in and sessions. */
export const SESSION_PATH = '/console/session';

export const READ_MEMBERS: Policy = {
  ...ORGANIZATION_READ,
  scope: 'members:manage',
  rateLimit: 'people',
};
export const CHANGE_MEMBERS: Policy = {
  ...READ_MEMBERS,
  idempotency: true,
  stepUp: true,
  rereadsCaller: true,
};

/** People who work on cases may read the names of the members. */
export const READ_NAMES: Policy = { ...READ_MEMBERS, scope: 'cases:manage' };

export const READ_SIGN_IN: Policy = { ...READ_MEMBERS, scope: 'signin:manage' };
export const CHANGE_SIGN_IN: Policy = { ...CHANGE_MEMBERS, scope: 'signin:manage' };

export const CHANGE_OPERATORS: Policy = { ...PLATFORM_WRITE, stepUp: true, rereadsCaller: true };
