import { withAttempts, type Limits } from './attempts.ts';
import { errorOf, unexpected } from './error.ts';
import { operations } from './generated/operations.ts';
import type { Operations } from './generated/types.ts';
import { eachRow, type Paging } from './pages.ts';
import { followStream } from './streams.ts';

export type OperationId = keyof Operations & keyof typeof operations;

/** Path and query parameters by name, and `body`. */
export type Input<Id extends OperationId> = Operations[Id]['input'];

/** What the envelope holds; of an operation that answers something other than JSON, the response, unread. */
export type Data<Id extends OperationId> = Operations[Id] extends { data: infer Found }
  ? Found
  : Response;

/** Operations whose answers are pages of a list. */
export type ListOperationId = {
  [Id in OperationId]: (typeof operations)[Id] extends { list: object } ? Id : never;
}[OperationId];

type ItemsName<Id extends ListOperationId> = (typeof operations)[Id] extends {
  list: { items: infer Name };
}
  ? Name
  : never;

/** One row of a list. */
export type Item<Id extends ListOperationId> =
  Data<Id> extends Record<ItemsName<Id> & string, (infer Element)[]> ? Element : never;

/** Operations that answer with a stream of events. */
export type StreamOperationId = {
  [Id in OperationId]: Operations[Id] extends { events: object } ? Id : never;
}[OperationId];

/** One event of a stream: `data` by the name in `event`. */
export type StreamEvent<Id extends StreamOperationId> = Operations[Id] extends {
  events: infer Events;
}
  ? { [Name in keyof Events]: { event: Name; data: Events[Name]; id: string } }[keyof Events]
  : never;

export type CallOptions = {
  /** Ends the call, with the signal's reason as its error. */
  signal?: AbortSignal;
  /** For one attempt, until its answer is read; 30,000 unless told. */
  timeoutMs?: number;
  /** For all attempts and the waits between them; 90,000 unless told. */
  totalTimeoutMs?: number;
  /** Attempts after the first, where repeating is safe; 4 unless told. */
  retries?: number;
  /** Instead of a new one: your own, kept with your record of the work, makes it safe across restarts too. */
  idempotencyKey?: string;
};

export type ClientOptions = Pick<CallOptions, 'timeoutMs' | 'totalTimeoutMs' | 'retries'> & {
  /** Where the service is, such as `https://api.example.com`; a path below which it is may follow, without `/api/v1`. */
  baseUrl: string;
  apiKey: string;
  /** Instead of the runtime's own `fetch`. */
  fetch?: typeof fetch;
};

/** Input may be left out where every part of it may. */
type Arguments<Id extends OperationId> =
  Record<never, never> extends Input<Id>
    ? [input?: Input<Id>, options?: CallOptions]
    : [input: Input<Id>, options?: CallOptions];

/** A method for each operation, by its operationId. */
export type Client = {
  readonly [Id in OperationId]: (...given: Arguments<Id>) => Promise<Data<Id>>;
} & {
  /**
   * Every row of a list, asking for page after page. Rows that are added meanwhile push others to the next page; such a
   * row is not given twice.
   */
  readonly each: <Id extends ListOperationId>(
    operation: Id,
    ...given: Arguments<Id>
  ) => AsyncGenerator<Item<Id>, void, undefined>;
  /**
   * The events of a stream until it is left or `signal` ends it. A connection that ends, breaks or falls silent is
   * opened again where it ended, for as long as the service may come back; limits count for the first one.
   */
  readonly events: <Id extends StreamOperationId>(
    operation: Id,
    ...given: Arguments<Id>
  ) => AsyncGenerator<StreamEvent<Id>, void, undefined>;
};

type Row = {
  method: string;
  path: string;
  query?: readonly string[];
  /** It writes nothing. */
  safe?: true;
  /** It takes an idempotency key, and with one has its effect once. */
  keyed?: boolean;
  raw?: true;
  list?: Paging;
};
type Values = Record<string, unknown>;

/** The operation's address with these values in it. @throws TypeError when a path parameter is missing */
function address(baseUrl: string, { path, query = [] }: Row, input: Values): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = input[name];
    // `.` and `..` would be taken out of the address, which then would be that of another operation.
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value))
      throw new TypeError(`${name} is required`);
    return encodeURIComponent(value);
  });
  const asked = new URLSearchParams();
  for (const name of query) {
    const value = input[name];
    if (value !== undefined) asked.set(name, String(value));
  }
  return baseUrl.replace(/\/+$/, '') + filled + (asked.size > 0 ? `?${asked.toString()}` : '');
}

/** What the envelope of an answer holds. @throws OrikiError when it is none */
async function dataOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    const { success, data } = JSON.parse(text) as { success: unknown; data: unknown };
    if (success === true) return data;
  } catch {
    // Said below.
  }
  throw unexpected(response);
}

async function call(
  client: ClientOptions,
  row: Row,
  input: Values,
  options: CallOptions,
): Promise<unknown> {
  const url = address(client.baseUrl, row, input);
  const headers: Record<string, string> = { 'x-api-key': client.apiKey };
  // A question would only cost the service a record.
  const key = options.idempotencyKey ?? (row.keyed ? crypto.randomUUID() : undefined);
  if (key !== undefined && row.method !== 'GET') {
    if (!/^[\x21-\x7e]{1,255}$/.test(key))
      throw new TypeError('idempotencyKey must be 1 to 255 visible ASCII characters');
    headers['idempotency-key'] = key;
  }
  const { body } = input;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const request: RequestInit = {
    method: row.method,
    headers,
    // Nothing of the API redirects, and the key must not go elsewhere.
    redirect: 'manual',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  const limits: Limits = {
    retries: options.retries ?? client.retries ?? 4,
    timeoutMs: options.timeoutMs ?? client.timeoutMs ?? 30_000,
    totalTimeoutMs: options.totalTimeoutMs ?? client.totalTimeoutMs ?? 90_000,
    signal: options.signal,
  };
  const repeatable = row.safe === true || row.keyed === true;
  const ask = client.fetch ?? fetch;
  if (row.raw) {
    // Its body may go on for ever: the limits hold until it begins, the caller's signal all the time.
    return withAttempts(
      async (signal) => {
        const ended = options.signal ? AbortSignal.any([signal, options.signal]) : signal;
        const response = await ask(url, { ...request, signal: ended });
        if (!response.ok) throw await errorOf(response);
        return response;
      },
      limits,
      repeatable,
    );
  }
  return withAttempts(
    async (signal) => {
      const response = await ask(url, { ...request, signal });
      if (!response.ok) throw await errorOf(response);
      return dataOf(response);
    },
    limits,
    repeatable,
  );
}

/** What `fetch` would refuse in each attempt. */
function assertUsable({ baseUrl, apiKey }: ClientOptions): void {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.username + url.password + url.search + url.hash
  )
    throw new TypeError('baseUrl must be an http(s) address, such as https://api.example.com');
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey))
    throw new TypeError('apiKey must be a key of the service');
}

/**
 * A client of one service with one key. It holds no connection and nothing that has to be closed.
 * @throws TypeError when address or key cannot be one
 */
export function createClient(options: ClientOptions): Client {
  assertUsable(options);
  const methods = Object.entries(operations).map(([id, row]) => [
    id,
    (input: Values = {}, more: CallOptions = {}) => call(options, row, input, more),
  ]);
  const each = (id: ListOperationId, input: Values = {}, more: CallOptions = {}) => {
    const row: Row = operations[id];
    return eachRow((page) => call(options, row, page, more) as Promise<Values>, row.list!, input);
  };
  const events = (id: StreamOperationId, input: Values = {}, more: CallOptions = {}) => {
    const again = { ...more, retries: Infinity, totalTimeoutMs: Infinity };
    return followStream(
      (lastEventId, first) =>
        call(
          options,
          operations[id],
          { ...input, lastEventId },
          first ? more : again,
        ) as Promise<Response>,
      input['lastEventId'] as string | undefined,
      more.signal,
    );
  };
  return Object.freeze({ ...Object.fromEntries(methods), each, events }) as Client;
}
