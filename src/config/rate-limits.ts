import { RATE_LIMITS } from '../modules/declared.ts';
import type { RateLimit } from '../platform/http/policy.ts';
import { valkeyUrls } from '../platform/rate-limit/counters.ts';
import { fail, oneOf, optional, setting } from './values.ts';

/** Settings of rate limits. */

/** Undefined if the operator has switched all limits off. */
export type RateLimits = Record<string, RateLimit> | undefined;

/**
 * API keys are counted per key and group (identity: also per endpoint). Failed authentications, sign-ins, sign-outs and
 * providers' logouts are counted per client IP, and requests about sessions per session.
 */
const DEFAULT_RATE_LIMITS: Record<string, RateLimit> = {
  ...RATE_LIMITS,
  'failed-authentication': { points: 20, windowSeconds: 60 },
  'sign-ins': { points: 60, windowSeconds: 60 },
  'sign-in-choices': { points: 300, windowSeconds: 60 },
  'provider-logouts': { points: 600, windowSeconds: 60 },
  'own-sessions': { points: 600, windowSeconds: 60 },
};

export function rateLimits(text: string): RateLimits {
  if (text === 'off') return undefined;
  const limits = { ...DEFAULT_RATE_LIMITS };
  if (text === 'on') return limits;
  for (const part of text.split(',')) {
    const match = /^\s*([a-z-]+)=(\d{1,9})(?:\/(\d{1,6}))?\s*$/.exec(part);
    const group = match?.[1] ?? '';
    const known = Object.hasOwn(limits, group) ? limits[group] : undefined;
    if (!match || !known || Number(match[2]) < 1 || match[3] === '0')
      fail(
        `"${part}" is not <group>=<requests>[/<seconds>]; groups: ${Object.keys(limits).join(', ')}`,
      );
    limits[group] = {
      points: Number(match[2]),
      windowSeconds: Number(match[3] ?? known.windowSeconds),
    };
  }
  return limits;
}

/** One server, or several nodes of a cluster with the same user, password, TLS and database. */
function valkeyUrl(text: string): string {
  const urls = valkeyUrls(text).map(oneValkeyUrl);
  const [first, ...others] = urls as [URL, ...URL[]];
  const access = ({ protocol, username, password }: URL): string =>
    [protocol, username, password].join(' ');
  if (others.some((url) => access(url) !== access(first)))
    fail('must have the same user, password and scheme for all nodes of a cluster');
  if (others.length > 0 && urls.some(({ pathname }) => /[1-9]/.test(pathname)))
    fail('must not have the number of a database: a cluster has one');
  return text;
}

/** Returns a `redis://` URL, or `rediss://` over TLS, with user, password and database number if given. */
function oneValkeyUrl(text: string): URL {
  const form = 'must be redis://[[user]:password@]host[:port][/database], or rediss:// for TLS';
  const url = /^rediss?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : fail(form);
  const rest = url.search + url.hash;
  if (url.hostname === '' || rest !== '' || !/^\/?\d{0,5}$/.test(url.pathname)) fail(form);
  try {
    decodeURIComponent(url.username + url.password);
  } catch {
    fail('has an invalid percent-encoding');
  }
  return url;
}

export const rateLimitSettings = {
  rateLimits: setting({
    env: 'ORIKI_RATE_LIMITS',
    description:
      '`on`, `off`, or comma-separated changes such as `lists=1000,screening=50000/3600` ' +
      '(requests per window of that many seconds).',
    default: 'on',
    parse: rateLimits,
  }),
  rateLimitStore: setting({
    env: 'ORIKI_RATE_LIMIT_STORE',
    description:
      'Where requests are counted: across all processes in the database (`postgres`) or the Valkey or Redis server ' +
      'of `ORIKI_VALKEY_URL` (`valkey`); on a single machine in a process, or in the first of `ORIKI_PROCESSES` ' +
      '(`memory`). `auto` is `postgres` with `DATABASE_URL`, else `memory`: separately started processes on one ' +
      'embedded database need `postgres`.',
    default: 'auto',
    parse: oneOf('auto', 'postgres', 'valkey', 'memory'),
  }),
  valkeyUrl: setting({
    env: 'ORIKI_VALKEY_URL',
    description:
      'Valkey, or Redis 6 or later: `redis://[[user]:password@]host[:port][/database]`, or `rediss://` for TLS. ' +
      'Several addresses, separated by commas, are nodes of a cluster.',
    default: '',
    parse: optional(valkeyUrl),
    secret: true,
  }),
};

type RateLimitConfig = {
  readonly [K in keyof typeof rateLimitSettings]: ReturnType<
    (typeof rateLimitSettings)[K]['parse']
  >;
};

/** Returns where requests are counted. `auto` depends on whether several processes are likely to share the database. */
export function rateLimitStoreOf({
  rateLimitStore,
  databaseUrl,
}: Pick<RateLimitConfig, 'rateLimitStore'> & { databaseUrl: string | undefined }):
  | 'postgres'
  | 'valkey'
  | 'memory' {
  if (rateLimitStore !== 'auto') return rateLimitStore;
  return databaseUrl === undefined ? 'memory' : 'postgres';
}

/** Returns the faults of valid settings in combination, one line each. */
export function rateLimitProblems({ rateLimitStore, valkeyUrl: url }: RateLimitConfig): string[] {
  if (rateLimitStore !== 'valkey' || url !== undefined) return [];
  return ['ORIKI_VALKEY_URL is needed, because ORIKI_RATE_LIMIT_STORE is valkey'];
}
