import { Client } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './common.ts';
import { clock } from '../../clock.ts';

export type Connection = {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
};

/**
 * A session that marks this process as a user of the server. It holds a shared advisory lock, which the server drops
 * when the process dies. Only a process that holds the lock exclusively may stop the server.
 */
export type Presence = {
  /** true once the session is lost, whatever the reason */
  lost(): boolean;
  /**
   * Releases the claim, and calls `stop` if no claim is left: no other presence and no session of an application whose
   * name starts with 'oriki'. While `stop` runs, no other process can get a presence on this server. Ends the session.
   * @param alone true if the process is about to end; its own open sessions then do not count
   */
  leave(stop: () => Promise<void>, alone?: boolean): Promise<void>;
  /** Ends the session without any other action. */
  close(): void;
};

/** pg has these two members, but its types lack them. */
type PresenceClient = Client & { ref(): void; unref(): void };

/** Two-part keys, so that they cannot collide with the one-part keys of other users: "orik", "i". */
const LOCK_KEYS = [0x6f72696b, 0x69];

const APPLICATION = 'oriki:presence';

const CONNECT_LIMIT_MS = 5_000;
const QUERY_LIMIT_MS = 10_000;

/** Sessions of a closed pool vanish within this time, in milliseconds. */
const CLOSING_LIMIT_MS = 500;
const CLOSING_POLL_MS = 10;

/** Opens a presence session. Rejects with the driver's error when the server does not run or is about to stop. */
export async function openPresence(connection: Connection): Promise<Presence> {
  const client = newClient(connection);
  let lost = false;
  // Without a listener a lost connection would end the process.
  client.on('error', () => (lost = true));
  client.on('end', () => (lost = true));
  const close = (): void => void client.end().catch(() => {});
  try {
    await client.connect();
    await client.query('select pg_advisory_lock_shared($1, $2)', LOCK_KEYS);
    // A server that began to stop while this session waited for the lock rejects the query.
    await client.query('select 1');
  } catch (error) {
    close();
    throw error;
  }
  client.unref();
  return { lost: () => lost, leave: (stop, alone) => leave(client, stop, alone), close };
}

function newClient(connection: Connection): PresenceClient {
  return new Client({
    ...connection,
    // A session in the service's own database would prevent cloning or dropping it.
    database: 'postgres',
    application_name: APPLICATION,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    query_timeout: QUERY_LIMIT_MS,
    ssl: false,
  }) as PresenceClient;
}

async function leave(
  client: PresenceClient,
  stop: () => Promise<void>,
  alone = false,
): Promise<void> {
  client.ref();
  try {
    // If several processes leave at the same time, only the last to release the lock can stop the server. The sessions
    // of the others must not count as users.
    await client.query(`set application_name = 'leaving ${APPLICATION}'`);
    await client.query('select pg_advisory_unlock_shared($1, $2)', LOCK_KEYS);
    const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as alone', LOCK_KEYS);
    if (rows[0]?.alone === true && (alone || !(await othersConnected(client)))) await stop();
  } finally {
    await client.end().catch(() => {});
  }
}

const OTHERS = `select count(*)::int as sessions,
    count(*) filter (where application_name = '${APPLICATION}')::int as presences
  from pg_stat_activity
  where application_name like 'oriki%' and pid <> pg_backend_pid()
    and backend_type = 'client backend'`;

async function othersConnected(client: Client): Promise<boolean> {
  for (const end = clock.monotonicMs() + CLOSING_LIMIT_MS; ; await sleep(CLOSING_POLL_MS)) {
    const { rows } = await client.query(OTHERS);
    if (rows[0]?.sessions === 0) return false;
    if (rows[0]?.presences > 0 || clock.monotonicMs() > end) return true;
  }
}

/** Errors that waiting cannot repair: the server runs and rejects this password or role. */
export function isRefusal(error: unknown): boolean {
  return ['28P01', '28000', '3D000'].includes(codeOf(error) ?? '');
}
