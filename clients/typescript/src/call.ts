import { withAttempts, type Limits } from './attempts.ts';
import { errorOf, mismatchOf, unexpected } from './error.ts';
import { PREFIX, VERSION } from './generated/operations.ts';
import type { Settings } from './options.ts';
import type { Row } from './rows.ts';

export type CallOptions = {
  /** Ends the call, with the signal's reason as its error. */
  signal?: AbortSignal;
  /** For one attempt, until its answer is read; default 30,000. */
  timeoutMs?: number;
  /** For all attempts and the waits between them; default 90,000. */
  totalTimeoutMs?: number;
  /** Attempts after the first, where repeating is safe; default 4. */
  retries?: number;
  /** A new key by default. To repeat a call safely after a restart, pass a key that you store with your work. */
  idempotencyKey?: string;
  /**
   * Accepts the answer to another request with the same idempotency key. Otherwise the call throws
   * `IDEMPOTENCY_MISMATCH`.
   */
  allowIdempotencyMismatch?: boolean;
};

/** Options of an operation that checks `If-Match`. */
export type ConditionalOptions = CallOptions & {
  /**
   * The `etag` of the answer that was read: if the resource has changed since, nothing is done and the call throws a
   * `ConflictError` with the code `PRECONDITION_FAILED`.
   */
  ifMatch?: string | undefined;
};

/** The answer with its status and headers. */
export type Answer<Data> = {
  data: Data;
  /** HTTP status. */
  status: number;
  headers: Headers;
  /** The revision of a resource that can be changed with `ifMatch`; undefined for other answers. */
  etag: string | undefined;
  /** Finds the request in the service's log. */
  requestId: string | undefined;
};

/** A running call: a promise of `data` in the answer's envelope. */
export type Call<Data> = Promise<Data> & {
  /** The same call, with the answer's status, headers and request id. */
  withResponse(): Promise<Answer<Data>>;
};

/** A running call that requests a page of a list. As an iterable it returns every row from that page on. */
export type ListCall<Data, Element> = Call<Data> & AsyncIterable<Element>;

/** An operation whose answers are pages of a list. */
export type List<Given extends unknown[], Data, Element> = {
  /** One page, or with `for await` every row from it on. */
  (...given: Given): ListCall<Data, Element>;
  /**
   * Every row of the list, page after page by cursor. Rows that are added or removed during the calls cause no
   * duplicates and no gaps.
   */
  each(...given: Given): AsyncGenerator<Element, void, undefined>;
};

export type Values = Record<string, unknown>;

/** Returns the operation's address with these values. @throws TypeError if a path parameter is missing */
function address(baseUrl: string, { path, query = [] }: Row, input: Values): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = input[name];
    // URL parsers resolve `.` and `..`: the address would be that of another operation.
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value))
      throw new TypeError(`${name} is required`);
    return encodeURIComponent(value);
  });
  const asked = new URLSearchParams();
  for (const name of query) {
    const value = input[name];
    if (value !== undefined && value !== null) asked.set(name, String(value as string));
  }
  return baseUrl + PREFIX + filled + (asked.size > 0 ? `?${asked.toString()}` : '');
}

const USER_AGENT = { 'user-agent': `oriki-typescript/${VERSION}` };

function requestOf(
  settings: Settings,
  row: Row,
  input: Values,
  options: ConditionalOptions,
): RequestInit {
  const headers: Record<string, string> = { ...USER_AGENT, 'x-api-key': settings.apiKey };
  // A key for an operation that writes nothing would only cost the service a record.
  const key = options.idempotencyKey ?? (row.keyed ? crypto.randomUUID() : undefined);
  if (key !== undefined && row.method !== 'GET') {
    if (!/^[\x21-\x7e]{1,255}$/.test(key))
      throw new TypeError('idempotencyKey must be 1 to 255 visible ASCII characters');
    headers['idempotency-key'] = key;
  }
  if (options.ifMatch !== undefined) {
    if (!/^(?:\*|(?:W\/)?"[\x20-\x7e]*")$/.test(options.ifMatch))
      throw new TypeError('ifMatch must be the etag of an answer');
    headers['if-match'] = options.ifMatch;
  }
  const { body } = input;
  if (body !== undefined) headers['content-type'] = 'application/json';
  return {
    method: row.method,
    headers,
    // The API never redirects, and no other server may get the key.
    redirect: 'manual',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

function limitsOf(settings: Settings, options: CallOptions): Limits {
  return {
    retries: options.retries ?? settings.retries,
    timeoutMs: options.timeoutMs ?? settings.timeoutMs,
    totalTimeoutMs: options.totalTimeoutMs ?? settings.totalTimeoutMs,
    signal: options.signal,
  };
}

function requestIdOf({ headers }: Response): string | undefined {
  return headers.get('x-request-id') ?? undefined;
}

/** The request of an attempt, and its name for the logger. */
type Task = {
  name: string;
  url: string;
  request: RequestInit;
  repeatable: boolean;
  allowMismatch?: boolean;
};

/** Makes attempts until one succeeds and its answer is read. */
function attempted<T>(
  { fetch: ask, logger }: Settings,
  { name, url, request, repeatable, allowMismatch = false }: Task,
  limits: Limits,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  let attempt = 0;
  return withAttempts(
    async (signal) => {
      attempt += 1;
      const begun = performance.now();
      const response = await ask(url, { ...request, signal });
      logger?.debug(`oriki: ${name} was answered ${response.status}`, {
        operation: name,
        attempt,
        status: response.status,
        durationMs: Math.round(performance.now() - begun),
        requestId: requestIdOf(response),
      });
      if (!allowMismatch && response.headers.get('idempotency-key-mismatch') === 'true')
        throw await mismatchOf(response);
      if (!response.ok) throw await errorOf(response);
      return read(response);
    },
    limits,
    repeatable,
    ({ code, status, requestId }, waitMs) =>
      logger?.warn(`oriki: ${name} is repeated after ${code}`, {
        operation: name,
        attempt,
        code,
        status,
        requestId,
        waitMs: Math.round(waitMs),
      }),
  );
}

/** Reads the envelope of an answer. @throws OrikiError if the answer has none */
async function answerOf(response: Response): Promise<Answer<unknown>> {
  const text = await response.text();
  try {
    const { success, data } = JSON.parse(text) as { success: unknown; data: unknown };
    const { status, headers } = response;
    if (success === true) {
      const etag = headers.get('etag') ?? undefined;
      return { data, status, headers, etag, requestId: requestIdOf(response) };
    }
  } catch {
    // Thrown below.
  }
  throw unexpected(response);
}

function taskOf(settings: Settings, row: Row, input: Values, options: ConditionalOptions): Task {
  return {
    name: row.id,
    url: address(settings.baseUrl, row, input),
    request: requestOf(settings, row, input, options),
    repeatable: row.safe === true || row.keyed === true,
    allowMismatch: options.allowIdempotencyMismatch ?? settings.allowIdempotencyMismatch,
  };
}

/** Calls an operation that answers in the envelope. */
export function call(
  settings: Settings,
  row: Row,
  input: Values = {},
  options: ConditionalOptions = {},
): Call<unknown> {
  const make = async (): Promise<Answer<unknown>> =>
    attempted(
      settings,
      taskOf(settings, row, input, options),
      limitsOf(settings, options),
      answerOf,
    );
  const answered = make();
  const data = answered.then((answer) => answer.data);
  return Object.assign(data, {
    withResponse: () => {
      // The promise of the answer rejects, too.
      data.catch(() => {});
      return answered;
    },
  });
}

/** Returns the response as soon as it begins. Limits apply until then, the caller's signal to the end. */
function opened(settings: Settings, task: Task, options: CallOptions): Promise<Response> {
  const { fetch: ask } = settings;
  const bound: typeof fetch = (url, init) => {
    const signals = [init?.signal, options.signal].filter(
      (signal) => signal instanceof AbortSignal,
    );
    return ask(url, { ...init, signal: AbortSignal.any(signals) });
  };
  return attempted(
    { ...settings, fetch: bound },
    task,
    limitsOf(settings, options),
    async (response) => response,
  );
}

/** Opens one connection to a stream of events. */
export async function openStream(
  settings: Settings,
  row: Row,
  input: Values,
  options: CallOptions,
): Promise<Response> {
  return opened(settings, taskOf(settings, row, input, options), options);
}

/** Opens a file at an address that needs no key, from the byte `start`. */
export function openFile(
  settings: Settings,
  file: { name: string; url: string; start: number },
  options: CallOptions,
): Promise<Response> {
  return opened(
    settings,
    {
      name: file.name,
      url: file.url,
      request: {
        headers: { ...USER_AGENT, ...(file.start > 0 ? { range: `bytes=${file.start}-` } : {}) },
      },
      repeatable: true,
    },
    options,
  );
}
