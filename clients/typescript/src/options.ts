import type { CallOptions } from './call.ts';
import { PREFIX } from './generated/operations.ts';

/** A logger of requests, such as `console`. It gets no keys, inputs or answers. */
export type Logger = {
  /** Each answer. */
  debug(message: string, fields: Record<string, unknown>): void;
  /** Each attempt that failed and is repeated. */
  warn(message: string, fields: Record<string, unknown>): void;
};

export type ClientOptions = Pick<
  CallOptions,
  'timeoutMs' | 'totalTimeoutMs' | 'retries' | 'allowIdempotencyMismatch'
> & {
  /**
   * The service's address, such as `https://api.example.com`, with or without `/api/v1`; by default `ORIKI_URL` of the
   * environment.
   */
  baseUrl?: string;
  /** By default `ORIKI_KEY` of the environment. */
  apiKey?: string;
  logger?: Logger;
  /** Replaces the `fetch` of the runtime. */
  fetch?: typeof fetch;
};

/** The settings of every call of a client. */
export type Settings = {
  /** Without `/api/v1` and without a slash at its end. */
  baseUrl: string;
  apiKey: string;
  timeoutMs: number;
  totalTimeoutMs: number;
  retries: number;
  allowIdempotencyMismatch: boolean;
  logger: Logger | undefined;
  fetch: typeof fetch;
};

/** Returns a variable of the environment, if the runtime has one. */
function variable(name: string): string | undefined {
  return (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[
    name
  ];
}

/** @throws TypeError for an address or a key that `fetch` would refuse in each attempt */
export function settingsOf(options: ClientOptions): Settings {
  const baseUrl = options.baseUrl ?? variable('ORIKI_URL');
  const apiKey = options.apiKey ?? variable('ORIKI_KEY');
  const url = baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.username + url.password + url.search + url.hash
  )
    throw new TypeError(
      'baseUrl, or ORIKI_URL, must be an http(s) address, such as https://api.example.com',
    );
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey))
    throw new TypeError('apiKey, or ORIKI_KEY, must be a key of the service');
  const place = url.href.replace(/\/+$/, '');
  return {
    baseUrl: place.endsWith(PREFIX) ? place.slice(0, -PREFIX.length) : place,
    apiKey,
    timeoutMs: options.timeoutMs ?? 30_000,
    totalTimeoutMs: options.totalTimeoutMs ?? 90_000,
    retries: options.retries ?? 4,
    allowIdempotencyMismatch: options.allowIdempotencyMismatch ?? false,
    logger: options.logger,
    // Looked up in each call: tests and tracers replace it.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
  };
}
