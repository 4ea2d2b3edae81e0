import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { ConnectionSettings } from '../database.ts';
import { isLockTimeout } from '../retry.ts';
import { withClient } from '../client.ts';

/**
 * Thrown when another session holds a lock that a migration needs. This migration changed nothing; all earlier
 * migrations are applied.
 */
export class MigrationBlocked extends Error {
  constructor(what: string, attempts: number, cause: unknown) {
    super(
      `${what} did not get its locks in ${attempts} attempts: end the long transactions ` +
        'in pg_stat_activity, then migrate again',
      { cause },
    );
    this.name = 'MigrationBlocked';
  }
}

/**
 * The time from its start during which a migration's transaction may wait for locks, because all other sessions queue
 * behind its locks and requests; and the number of attempts.
 */
export type LockRetry = { lockTimeoutMs: number; attempts: number };
export const LOCK_RETRY: LockRetry = { lockTimeoutMs: 1000, attempts: 60 };
/** The pause between attempts, in which sessions that queue behind the locks can continue. */
const PAUSE_MS = 1000;
/** The period of checks for an overdue waiting transaction. */
const LOOK_MS = 50;

/** True for a lock that was not granted in time, and for a deadlock (40P01). The transaction changed nothing. */
function isLockFailure(error: unknown): boolean {
  return isLockTimeout(error) || (error as { code?: unknown }).code === '40P01';
}

/**
 * From `ms` after now, cancels each wait of a session for a lock, but not its work. `lock_timeout` does not suffice: it
 * starts again with each lock, while earlier locks are held.
 */
class Deadline {
  /** True if it has canceled a wait. */
  passed = false;
  readonly #stop = new AbortController();
  readonly #watched: Promise<void>;
  #looking: Promise<unknown> = Promise.resolve();

  /** @param pid of the watched session; the watch opens a separate connection when it needs one */
  constructor(connection: ConnectionSettings, pid: number, ms: number) {
    // If the watch fails, `lock_timeout` still limits the session.
    this.#watched = this.#watch(connection, pid, ms).catch(() => {});
  }

  async #watch(connection: ConnectionSettings, pid: number, ms: number): Promise<void> {
    const { signal } = this.#stop;
    await sleep(ms, undefined, { signal });
    await withClient(connection, async (client) => {
      for (;;) {
        signal.throwIfAborted();
        const look = client.query(
          `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND wait_event_type = 'Lock'`,
          [pid],
        );
        this.#looking = look.catch(() => {});
        if ((await look).rowCount) this.passed = true;
        await sleep(LOOK_MS, undefined, { signal });
      }
    });
  }

  /** Resolves when it can no longer cancel anything. */
  async lift(): Promise<void> {
    this.#stop.abort();
    await this.#looking;
  }

  /** Resolves when its connection is also closed. */
  async close(): Promise<void> {
    await this.lift();
    await this.#watched;
  }
}

/**
 * Runs one transaction, and retries while another session holds a lock that it needs. @throws the error from
 * `onBlocked` after the last attempt
 */
export async function inTransaction<T>(
  client: pg.Client,
  connection: ConnectionSettings,
  { lockTimeoutMs, attempts }: LockRetry,
  work: () => Promise<T>,
  onBlocked: (error: unknown) => Error,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query('BEGIN');
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const deadline = new Deadline(connection, rows[0]!.pid, lockTimeoutMs);
    try {
      await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
      const result = await work();
      await deadline.lift();
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await deadline.lift();
      await client.query('ROLLBACK').catch(() => {});
      const isCancelled = deadline.passed && (error as { code?: unknown }).code === '57014';
      if (!isCancelled && !isLockFailure(error)) throw error;
      if (attempt >= attempts) throw onBlocked(error);
    } finally {
      await deadline.close();
    }
    await sleep(PAUSE_MS);
  }
}
