import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { resolve } from 'node:path';

/**
 * The only reader of `process.env`. Every setting is one row of `settings`: its name, what it means, its
 * default as the operator would write it, and how its text becomes a value. `docs/configuration.md` is
 * generated from the same rows.
 */
type Setting<T> = {
  env: string;
  description: string;
  default: string;
  parse: (text: string) => T;
  /** Secrets can also be given as `<NAME>_FILE`, the path of a file that holds the value. */
  secret?: boolean;
};

class Invalid extends Error {}

function fail(message: string): never {
  throw new Invalid(message);
}

function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max)
      fail(`must be a whole number from ${min} to ${max}`);
    return value;
  };
}

function oneOf<const T extends string>(...values: T[]): (text: string) => T {
  return (text) =>
    values.find((value) => value === text) ?? fail(`must be one of ${values.join(', ')}`);
}

const optional =
  <T>(parse: (text: string) => T) =>
  (text: string): T | undefined =>
    text === '' ? undefined : parse(text);

function databaseUrl(text: string): string {
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) fail('must be a postgresql:// URL');
  return text;
}

function secretText(text: string): string {
  return text.length >= 32 ? text : fail('must have at least 32 characters');
}

function cidrList(text: string): string[] {
  const list = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  for (const cidr of list) {
    const [address = '', prefix] = cidr.split('/');
    const family = isIP(address);
    const max = family === 4 ? 32 : 128;
    if (
      family === 0 ||
      (prefix !== undefined && !/^\d{1,3}$/.test(prefix)) ||
      Number(prefix ?? 0) > max
    )
      fail(`"${cidr}" is not an IP address or CIDR`);
    new BlockList().addSubnet(address, Number(prefix ?? max), family === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

export type RateLimit = { points: number; windowSeconds: number };
/** `undefined` when the operator has switched all limits off. */
export type RateLimits = Record<string, RateLimit> | undefined;

/** decisions: requests an hour per API key and group; failed authentication per client IP and minute. */
const DEFAULT_RATE_LIMITS: Record<string, RateLimit> = {
  lists: { points: 500, windowSeconds: 3600 },
  screening: { points: 10_000, windowSeconds: 3600 },
  'failed-authentication': { points: 20, windowSeconds: 60 },
};

function rateLimits(text: string): RateLimits {
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

const setting = <T>(row: Setting<T>): Setting<T> => row;

export const settings = {
  port: setting({
    env: 'PORT',
    description: 'Port of the public API; 0 takes a free one.',
    default: '3000',
    parse: wholeNumber(0, 65535),
  }),
  host: setting({
    env: 'HOST',
    description: 'Address the public API listens on.',
    default: '127.0.0.1',
    parse: (text: string) => text,
  }),
  role: setting({
    env: 'ORIKI_ROLE',
    description: '`api` answers requests, `worker` runs background work, `all` does both.',
    default: 'all',
    parse: oneOf('all', 'api', 'worker'),
  }),
  databaseUrl: setting({
    env: 'DATABASE_URL',
    description:
      'PostgreSQL 15 or later. Without it an embedded PostgreSQL runs in the data folder.',
    default: '',
    parse: optional(databaseUrl),
    secret: true,
  }),
  databasePoolSize: setting({
    env: 'ORIKI_DATABASE_POOL_SIZE',
    description: 'Connections this process keeps for requests.',
    default: '10',
    parse: wholeNumber(2, 500),
  }),
  databaseTimeoutMs: setting({
    env: 'ORIKI_DATABASE_TIMEOUT_MS',
    description: 'Longest time one SQL statement may run, in milliseconds.',
    default: '15000',
    parse: wholeNumber(100, 600_000),
  }),
  dataDir: setting({
    env: 'ORIKI_DATA_DIR',
    description: 'Folder of the embedded database and of generated secrets.',
    default: '.oriki',
    parse: (text: string) => resolve(text),
  }),
  secret: setting({
    env: 'ORIKI_SECRET',
    description:
      'Server secret, at least 32 characters, the same for every process on one database. Without it ' +
      'one is generated in the data folder.',
    default: '',
    parse: optional(secretText),
    secret: true,
  }),
  adminPort: setting({
    env: 'ORIKI_ADMIN_PORT',
    description: 'Port for /metrics, /livez and /readyz on HOST. Not opened without it.',
    default: '',
    parse: optional(wholeNumber(0, 65535)),
  }),
  publicUrl: setting({
    env: 'ORIKI_PUBLIC_URL',
    description: 'Address under which clients reach the service, for the OpenAPI document.',
    default: '',
    parse: optional((text: string) =>
      /^https?:\/\//.test(text) && URL.canParse(text)
        ? text.replace(/\/+$/, '')
        : fail('must be an http(s) URL'),
    ),
  }),
  trustedProxies: setting({
    env: 'ORIKI_TRUSTED_PROXIES',
    description: 'Comma-separated IPs or CIDRs whose X-Forwarded-For is believed.',
    default: '',
    parse: cidrList,
  }),
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
    description: '`memory` counts per process, `postgres` across all processes.',
    default: 'memory',
    parse: oneOf('memory', 'postgres'),
  }),
  bodyLimitBytes: setting({
    env: 'ORIKI_BODY_LIMIT_BYTES',
    description: 'Largest request body, in bytes; bulk routes allow eight times as much.',
    default: String(1024 * 1024),
    parse: wholeNumber(1024, 64 * 1024 * 1024),
  }),
  requestTimeoutMs: setting({
    env: 'ORIKI_REQUEST_TIMEOUT_MS',
    description: 'Time a client has to send a whole request, in milliseconds.',
    default: '30000',
    parse: wholeNumber(100, 600_000),
  }),
  headersTimeoutMs: setting({
    env: 'ORIKI_HEADERS_TIMEOUT_MS',
    description: 'Time a client has to send the request headers, in milliseconds.',
    default: '10000',
    parse: wholeNumber(100, 600_000),
  }),
  drainDelayMs: setting({
    env: 'ORIKI_DRAIN_DELAY_MS',
    description:
      'Time between "not ready" and closing the listener, so that load balancers notice.',
    default: '500',
    parse: wholeNumber(0, 120_000),
  }),
  shutdownTimeoutMs: setting({
    env: 'ORIKI_SHUTDOWN_TIMEOUT_MS',
    description: 'Longest time requests under way get to finish when the service stops.',
    default: '10000',
    parse: wholeNumber(0, 600_000),
  }),
  logLevel: setting({
    env: 'ORIKI_LOG_LEVEL',
    description: 'Least severe level that is logged.',
    default: 'info',
    parse: oneOf('silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'),
  }),
};

export type Config = {
  readonly [K in keyof typeof settings]: ReturnType<(typeof settings)[K]['parse']>;
};

/** All that is wrong with the environment, one line a setting; the process exits with 78 (EX_CONFIG). */
export class ConfigError extends Error {
  static readonly exitCode = 78;
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`invalid configuration:\n${problems.map((line) => `  ${line}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

function rawValue(row: Setting<unknown>, env: NodeJS.ProcessEnv): string {
  const value = env[row.env];
  const file = row.secret ? env[`${row.env}_FILE`] : undefined;
  if (file !== undefined && file !== '') {
    if (value !== undefined && value !== '') fail(`is given twice, also as ${row.env}_FILE`);
    try {
      return readFileSync(file, 'utf8').trim();
    } catch (error) {
      fail(
        `${row.env}_FILE cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
      );
    }
  }
  return value === undefined || value === '' ? row.default : value;
}

/**
 * Reads and checks the whole environment. Unknown variables are ignored: other programs own them.
 * @throws ConfigError naming every invalid setting at once; values of secrets are never repeated.
 */
export function loadConfig(
  env: NodeJS.ProcessEnv = process.env,
  overrides: Partial<Config> = {},
): Config {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [key, row] of Object.entries(settings)) {
    try {
      values[key] = (row as Setting<unknown>).parse(rawValue(row as Setting<unknown>, env));
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      problems.push(`${row.env} ${error.message}`);
    }
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze({ ...(values as Config), ...overrides });
}
