import pg from 'pg';
import type { ConnectionSettings } from './database.ts';

/** A connection of its own, for as long as `run` takes. */
export async function withClient<T>(
  connection: ConnectionSettings,
  run: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    ...connection,
    application_name: 'oriki:migrate',
    connectionTimeoutMillis: 5000,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** @throws what keeps it from being used */
export async function assertUsable(connection: ConnectionSettings): Promise<void> {
  await withClient(connection, (client) => client.query('SELECT'));
}
