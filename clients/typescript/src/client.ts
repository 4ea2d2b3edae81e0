import { call, openStream, type CallOptions, type Row, type Values } from './call.ts';
import { downloader, type Downloads } from './downloads.ts';
import type { Groups } from './generated/client.ts';
import { operations } from './generated/operations.ts';
import { settingsOf, type ClientOptions, type Settings } from './options.ts';
import { eachRow } from './pages.ts';
import { followStream } from './streams.ts';

/** A method for each operation: `client.webhooks.create(…)`. */
export type Client = Groups & {
  readonly exports: Groups['exports'] & Downloads;
};

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
  const one = (input?: Values, options?: CallOptions) => call(settings, row, input, options);
  const { list } = row;
  if (!list) return one;
  const each = (input: Values = {}, options: CallOptions = {}) =>
    eachRow((page) => one(page, options) as Promise<Values>, list, input);
  return Object.assign(one, { each });
}

/**
 * A client of one service with one key. It holds no connection and nothing that has to be closed.
 * @throws TypeError when address or key cannot be one
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
  return Object.freeze(client as Client);
}
