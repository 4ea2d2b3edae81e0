/**
 * Commits that a synchronous standby has to confirm. PostgreSQL commits locally first: if no standby confirms, the write
 * exists here and would be lost with this server.
 */
import { sql } from 'kysely';
import type pg from 'pg';
import type { ConnectionSettings, Queryable } from '../database.ts';
import { NotConfirming } from '../failures.ts';
import { inParts } from '../schemas.ts';
import { cancelStatement } from './cancel.ts';
import { processIdOf, socketOf } from './driver-socket.ts';
import { Client } from './primary.ts';
import type { Session } from './session.ts';

/** The routine of PostgreSQL that warns that a commit has ended without the confirmation of a standby. */
const WAITS = 'SyncRepWaitForLSN';
const ANSWER_MS = 2000;

/** True for the warning of a commit that no standby has confirmed. */
export function isUnconfirmed({ routine }: { routine?: string | undefined }): boolean {
  return routine === WAITS;
}

/**
 * Waits, with another commit, until a standby has confirmed all earlier commits. Does nothing without synchronous
 * standbys.
 * @throws UnconfirmedCommit
 */
export async function confirmCommits(db: Queryable): Promise<void> {
  await sql`SELECT pg_logical_emit_message(true, 'oriki', '')
    WHERE current_setting('synchronous_standby_names') <> ''`.execute(db);
}

async function connected(connection: ConnectionSettings): Promise<Client> {
  const client = new Client({
    ...inParts(connection),
    application_name: 'oriki:standby',
    connectionTimeoutMillis: ANSWER_MS,
    keepAlive: true,
  });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Returns the clients whose running statement waits for a standby. */
export async function waitingForStandby<C extends pg.ClientBase>(
  connection: ConnectionSettings,
  clients: readonly C[],
): Promise<C[]> {
  const client = await connected(connection);
  try {
    const text = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND pid = ANY ($1)";
    const values = [clients.map(processIdOf)];
    const { rows } = await client.query<{ pid: number }>({
      text,
      values,
      query_timeout: ANSWER_MS,
    } as pg.QueryConfig);
    const waiting = new Set(rows.map(({ pid }) => pid));
    return clients.filter((one) => waiting.has(processIdOf(one)));
  } finally {
    void client.end().catch(() => {});
  }
}

/** Rejects transactions after an unconfirmed commit, until the commit of a probe is confirmed. */
export class Confirmation {
  readonly #connection: ConnectionSettings;
  #probe: Client | undefined;
  #isLost = false;

  constructor(connection: ConnectionSettings) {
    this.#connection = connection;
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** @throws NotConfirming if commits are not confirmed now */
  assert(): void {
    if (this.#isLost) throw new NotConfirming();
  }

  /**
   * Returns a session for a transaction.
   * @throws NotConfirming, also if commits are no longer confirmed after a wait for the session
   */
  async guard(take: () => Promise<Session>): Promise<Session> {
    this.assert();
    const session = await take();
    if (this.#isLost) {
      session.release();
      this.assert();
    }
    return session;
  }

  /** Notes that a commit was not confirmed. From now on, only the probe's commit waits for the standby. */
  lost(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    void this.#wait().finally(() => (this.#isLost = false));
  }

  async #wait(): Promise<void> {
    try {
      const client = await connected(this.#connection);
      this.#probe = client;
      await client.query("SELECT pg_logical_emit_message(true, 'oriki', '')");
    } catch {
      // The next write shows whether commits are confirmed.
    } finally {
      void this.#probe?.end().catch(() => {});
      this.#probe = undefined;
    }
  }

  /** The session of a probe would wait for the standby even after its process has ended. */
  async close(): Promise<void> {
    const probe = this.#probe;
    if (!probe) return;
    await cancelStatement(probe).catch(() => {});
    socketOf(probe).destroy();
  }
}
