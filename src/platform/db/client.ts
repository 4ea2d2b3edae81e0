import type pg from 'pg';
import type { ConnectionSettings } from './database.ts';
import { inParts } from './schemas.ts';
import { Client } from './session/primary.ts';

/** Opens a separate connection for the duration of `run`. */
export async function withClient<T>(
  connection: ConnectionSettings,
  run: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new Client({
    ...inParts(connection),
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

/** @throws the reason why the connection cannot be used */
export async function assertUsable(connection: ConnectionSettings): Promise<void> {
  await withClient(connection, (client) => client.query('SELECT'));
}
