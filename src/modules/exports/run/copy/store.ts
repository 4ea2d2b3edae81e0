import { to as copyTo } from 'pg-copy-streams';
import type { ConnectionSettings } from '../../../../platform/db/database.ts';
import { withOptions } from '../../../../platform/db/schemas.ts';
import { socketOf } from '../../../../platform/db/session/driver-socket.ts';
import { Client } from '../../../../platform/db/session/primary.ts';

/** The longest time that the database may take for one export. */
const COPY_TIMEOUT_MS = 6 * 3_600_000;
/** Plain row-by-row plans without parallel workers, so that an export uses one process of the database server. */
const COPY_SETTINGS =
  '-c TimeZone=UTC -c DateStyle=ISO -c jit=off -c max_parallel_workers_per_gather=0';

/**
 * Returns the rows of a COPY in chunks, on a separate connection. After the last chunk, `ask` returns the single value
 * of a query on the same snapshot.
 */
export async function openCopy(
  connection: ConnectionSettings,
  statement: string,
): Promise<{
  chunks: AsyncIterable<Buffer>;
  ask: (query: string) => Promise<string>;
  close: () => void;
}> {
  const client = new Client({
    application_name: 'oriki:export',
    connectionTimeoutMillis: 5000,
    statement_timeout: COPY_TIMEOUT_MS,
    keepAlive: true,
    ...withOptions(connection, COPY_SETTINGS),
  });
  client.on('error', () => {});
  await client.connect();
  // Makes the server check once a second whether the client is still connected. Not every system supports this;
  // there, the server notices when it sends the next row.
  await client.query('SET client_connection_check_interval = 1000').catch(() => {});
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  return {
    chunks: client.query(copyTo(statement)),
    async ask(query) {
      const { rows } = await client.query<[string]>({ text: query, rowMode: 'array' });
      return rows[0]![0];
    },
    // The socket is closed directly, because after a regular end in the middle of a COPY, the server would continue to
    // send.
    close: () => void socketOf(client).destroy(),
  };
}
