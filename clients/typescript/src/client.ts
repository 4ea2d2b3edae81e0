import {
  call,
  openStream,
  type Call,
  type CallOptions,
  type ConditionalOptions,
  type Values,
} from './call.ts';
import { downloader, type Downloads } from './downloads.ts';
import type { Groups } from './generated/client.ts';
import { operations, PREFIX } from './generated/operations.ts';
import { settingsOf, type ClientOptions, type Settings } from './options.ts';
import { eachRow, rowsFrom } from './pages.ts';
import type { Row } from './rows.ts';
import { followStream } from './streams.ts';

/** A method for each operation: `client.webhooks.create(…)`. */
export type Client = Groups & {
  readonly exports: Groups['exports'] & Downloads;
  /**
   * Calls an operation that is newer than this client, with the same safety as any other:
   * `client.request('POST', '/webhooks', { body })`.
   * @param path below `/api/v1`, with its parameters filled in
   */
  request<Data = unknown>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    input?: { query?: Record<string, string | number | boolean | undefined>; body?: unknown },
    options?: ConditionalOptions,
  ): Call<Data>;
  /** Returns a client with the same settings except these options. */
  withOptions(options: ClientOptions): Client;
};

function requestOf(settings: Settings): Client['request'] {
  return <Data>(
    method: string,
    path: string,
    input: Values = {},
    options: ConditionalOptions = {},
  ) => {
    const { query = {}, body } = input as { query?: Values; body?: unknown };
    const below = path.startsWith(`${PREFIX}/`) ? path.slice(PREFIX.length) : path;
    // No other server may get the key, so no part of the address may be resolved or removed.
    if (
      !/^\/[^?#\\]+$/.test(below) ||
      /\/(?:\.|%2e){0,2}(?:\/|$)/i.test(below) ||
      /[{}]/.test(below)
    )
      throw new TypeError('path must be that of an operation, such as /webhooks');
    const isRead = method === 'GET';
    const names = Object.keys(query);
    const row: Row = { id: 'request', method, path: below, query: names, keyed: !isRead };
    if (isRead) row.safe = true;
    return call(settings, row, { ...query, body }, options) as Call<Data>;
  };
}

function streamOf(settings: Settings, row: Row) {
  return (input: Values = {}, options: CallOptions = {}) => {
    const again = { ...options, retries: Infinity, totalTimeoutMs: Infinity };
    return followStream(
      (lastEventId, first) =>
        openStream(settings, row, { ...input, lastEventId }, first ? options : again),
      input['lastEventId'] as string | undefined,
      options.signal,
    );
  };
}

function methodOf(settings: Settings, row: Row): object {
  if (row.stream) return streamOf(settings, row);
  const one = (input?: Values, options?: ConditionalOptions) => call(settings, row, input, options);
  const { list } = row;
  if (!list) return one;
  const asking = (options: CallOptions) => (page: Values) => one(page, options) as Promise<Values>;
  const page = (input: Values = {}, options: CallOptions = {}) => {
    const answered = one(input, options);
    const rows = () =>
      rowsFrom(() => answered as Promise<Values>, asking(options), list, { ...input });
    return Object.assign(answered, { [Symbol.asyncIterator]: rows });
  };
  const each = (input: Values = {}, options: CallOptions = {}) =>
    eachRow(asking(options), list, input);
  return Object.assign(page, { each });
}

/**
 * Creates a client of one service with one key. It needs no closing.
 * @throws TypeError if address or key is invalid
 */
export function createClient(options: ClientOptions = {}): Client {
  const settings = settingsOf(options);
  const groups = Object.entries(operations).map(([group, rows]) => [
    group,
    Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, methodOf(settings, row)])),
  ]);
  const client = Object.fromEntries(groups) as Groups;
  Object.assign(client.exports, downloader(settings, client.exports));
  for (const group of Object.values(client)) Object.freeze(group);
  return Object.freeze({
    ...(client as Groups & Pick<Client, 'exports'>),
    request: requestOf(settings),
    withOptions: (more: ClientOptions) => createClient({ ...options, ...more }),
  });
}
