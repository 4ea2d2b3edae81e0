import { resolve } from 'node:path';
import { auditProblems, auditSettings } from './audit.ts';
import { egressProblems, egressSettings } from './egress.ts';
import { exportSettings } from './exports.ts';
import { kmsProblems, kmsSettings } from './kms.ts';
import { processProblems, processSettings } from './processes.ts';
import { rateLimitProblems, rateLimitSettings } from './rate-limits.ts';
import { requestSettings } from './requests.ts';
import { screeningSettings } from './screening.ts';
import { serverProblems, serverSettings } from './servers.ts';
import { sessionSettings } from './sessions.ts';
import { tracingSettings } from './tracing.ts';
import {
  cidrList,
  databaseUrl,
  fail,
  headerName,
  Invalid,
  oneOf,
  optional,
  rawValue,
  secretText,
  setting,
  wholeNumber,
  type Setting,
} from './values.ts';

/**
 * The only reader of `process.env`. Every setting is one row of `settings`; `docs/configuration.md` is generated
 * from the same rows.
 */
export const settings = {
  port: setting({
    env: 'PORT',
    description: 'Port of the public API; 0 takes a free one.',
    default: '3000',
    parse: wholeNumber(0, 65535),
  }),
  host: setting({
    env: 'HOST',
    description: 'Address of the public API.',
    default: '127.0.0.1',
    parse: (text: string) => text,
  }),
  role: setting({
    env: 'ORIKI_ROLE',
    description: '`api` answers requests, `worker` runs background work, `all` does both.',
    default: 'all',
    parse: oneOf('all', 'api', 'worker'),
  }),
  ...processSettings,
  databaseUrl: setting({
    env: 'DATABASE_URL',
    description:
      'PostgreSQL 15 or later. Of several hosts, `host:port,host:port`, each connection finds the primary. Without it an ' +
      'embedded PostgreSQL runs in the data folder.',
    default: '',
    parse: optional(databaseUrl),
    secret: true,
  }),
  migrationDatabaseUrl: setting({
    env: 'ORIKI_MIGRATION_DATABASE_URL',
    description:
      'The same database as the owner of the schema, only for `oriki migrate`, `oriki buckets` and `oriki org ' +
      'move`. The role in `DATABASE_URL` then can alter neither the schema nor the audit log. Without it that role ' +
      'owns everything.',
    default: '',
    parse: optional(databaseUrl),
    secret: true,
  }),
  ...serverSettings,
  databasePoolSize: setting({
    env: 'ORIKI_DATABASE_POOL_SIZE',
    description: 'Connections of this process for requests, to each server.',
    default: '10',
    parse: wholeNumber(2, 500),
  }),
  databaseTimeoutMs: setting({
    env: 'ORIKI_DATABASE_TIMEOUT_MS',
    description: 'Time limit of one SQL statement, in milliseconds.',
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
      'Server secret, at least 32 characters, the same for every process on one database. Without it Oriki ' +
      'generates one in the data folder.',
    default: '',
    parse: optional(secretText),
    secret: true,
  }),
  ...kmsSettings,
  providersFile: setting({
    env: 'ORIKI_PROVIDERS_FILE',
    description:
      'YAML or JSON file that names the providers of identity verification and their order. Without it the sandbox ' +
      'answers everything.',
    default: '',
    parse: optional((text: string) => resolve(text)),
  }),
  deadLetters: setting({
    env: 'ORIKI_DEAD_LETTERS',
    description:
      'With `manual` only operators replay identity verifications that no provider could answer; with `auto` the ' +
      'worker does so too, for 24 hours. The same for every process.',
    default: 'manual',
    parse: oneOf('manual', 'auto'),
  }),
  priceSheetFile: setting({
    env: 'ORIKI_PRICE_SHEET_FILE',
    description: 'YAML or JSON file with the prices of usage. Without it Oriki issues no invoices.',
    default: '',
    parse: optional((text: string) => resolve(text)),
  }),
  outboundAllow: setting({
    env: 'ORIKI_OUTBOUND_ALLOW',
    description:
      'Comma-separated IPs or CIDRs, not public, that webhooks, image addresses, providers and origins of lists may ' +
      'have, also over http and on any port. For development.',
    default: '',
    parse: cidrList,
  }),
  ...egressSettings,
  webhookConcurrency: setting({
    env: 'ORIKI_WEBHOOK_CONCURRENCY',
    description:
      'Maximum number of webhook requests in progress in this process; one organization gets half.',
    default: '512',
    parse: wholeNumber(2, 100_000),
  }),
  webhookEndpointConcurrency: setting({
    env: 'ORIKI_WEBHOOK_ENDPOINT_CONCURRENCY',
    description: 'Maximum number of webhook requests in progress to one subscription.',
    default: '32',
    parse: wholeNumber(1, 1000),
  }),
  webhookTimeoutMs: setting({
    env: 'ORIKI_WEBHOOK_TIMEOUT_MS',
    description: 'Time a receiver has to answer a webhook, in milliseconds.',
    default: '15000',
    parse: wholeNumber(100, 60_000),
  }),
  ...screeningSettings,
  permissionsMemoryBytes: setting({
    env: 'ORIKI_PERMISSIONS_MEMORY_BYTES',
    description:
      'Memory for the permissions of organizations in each process. Above it, Oriki drops the least recently used ' +
      'ones.',
    default: String(2 ** 28),
    parse: wholeNumber(2 ** 20, Number.MAX_SAFE_INTEGER),
  }),
  ...exportSettings,
  ...tracingSettings,
  ...auditSettings,
  adminPort: setting({
    env: 'ORIKI_ADMIN_PORT',
    description: 'Port for /metrics, /livez and /readyz on HOST. Default: none is opened.',
    default: '',
    parse: optional(wholeNumber(0, 65535)),
  }),
  publicUrl: setting({
    env: 'ORIKI_PUBLIC_URL',
    description:
      'Address of the service for clients, in the OpenAPI document and download addresses.',
    default: '',
    parse: optional((text: string) =>
      /^https?:\/\//.test(text) && URL.canParse(text)
        ? text.replace(/\/+$/, '')
        : fail('must be an http(s) URL'),
    ),
  }),
  trustedProxies: setting({
    env: 'ORIKI_TRUSTED_PROXIES',
    description: "Comma-separated IPs or CIDRs of proxies that may name the client's address.",
    default: '',
    parse: cidrList,
  }),
  clientAddressHeader: setting({
    env: 'ORIKI_CLIENT_ADDRESS_HEADER',
    description:
      "The one header in which the trusted proxies send the client's address: `X-Forwarded-For`, `Forwarded`, " +
      '`X-Real-IP` or one of a vendor.',
    default: 'X-Forwarded-For',
    parse: headerName,
  }),
  ...sessionSettings,
  ...rateLimitSettings,
  ...requestSettings,
  eventStreams: setting({
    env: 'ORIKI_EVENT_STREAMS',
    description:
      'Maximum number of open streams of server-sent events. `ORIKI_PROCESSES` share it.',
    default: '20000',
    parse: wholeNumber(0, 1_000_000),
  }),
  eventStreamsPerOrganization: setting({
    env: 'ORIKI_EVENT_STREAMS_PER_ORGANIZATION',
    description: 'Maximum number of open streams of one organization. `ORIKI_PROCESSES` share it.',
    default: '10000',
    parse: wholeNumber(0, 1_000_000),
  }),
  drainDelayMs: setting({
    env: 'ORIKI_DRAIN_DELAY_MS',
    description:
      'Milliseconds between "not ready" and closing the listener, so that load balancers notice.',
    default: '500',
    parse: wholeNumber(0, 120_000),
  }),
  shutdownTimeoutMs: setting({
    env: 'ORIKI_SHUTDOWN_TIMEOUT_MS',
    description: 'Milliseconds that running requests get to finish when the service stops.',
    default: '10000',
    parse: wholeNumber(0, 600_000),
  }),
  logLevel: setting({
    env: 'ORIKI_LOG_LEVEL',
    description: 'Least severe level in the log.',
    default: 'info',
    parse: oneOf('silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'),
  }),
};

export type Config = {
  readonly [K in keyof typeof settings]: ReturnType<(typeof settings)[K]['parse']>;
};

/** All faults of the environment, one line per setting. The process exits with 78 (EX_CONFIG). */
export class ConfigError extends Error {
  static readonly exitCode = 78;
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`invalid configuration:\n${problems.map((line) => `  ${line}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Reads and checks the whole environment. Unknown variables are ignored: they belong to other programs.
 * @throws ConfigError naming all invalid settings together; values of secrets are never repeated
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
  // Settings are checked in combination only if each of them is valid.
  const readable = (rows: object): boolean => Object.keys(rows).every((key) => key in values);
  if (readable(kmsSettings)) problems.push(...kmsProblems(values as Config));
  if (readable(serverSettings)) problems.push(...serverProblems(values as Config));
  if (readable(auditSettings) && readable(tracingSettings))
    problems.push(...auditProblems(values as Config));
  if (readable(egressSettings)) problems.push(...egressProblems(values as Config));
  if (readable(rateLimitSettings)) problems.push(...rateLimitProblems(values as Config));
  // Each value is valid alone, but several processes share them.
  if (problems.length === 0) problems.push(...processProblems(values as Config));
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze({ ...(values as Config), ...overrides });
}

/** Returns an environment variable named in an operator's file. */
export function environmentValue(name: string): string | undefined {
  return process.env[name];
}

/** Returns the environment of this process plus these variables, for a program that it starts. */
export function environmentWith(variables: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, ...variables };
}
