import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { ConnectionSettings } from '../database.ts';
import { isLockTimeout } from '../lock-timeout.ts';
import { withClient } from '../client.ts';

/** Somebody holds a lock that a migration needs; nothing of it was done, and all before it was. */
export class MigrationBlocked extends Error {
  constructor(what: string, attempts: number, cause: unknown) {
    super(
      `${what} did not get its locks in ${attempts} attempts: end the long transactions ` +
        'that pg_stat_activity shows, then migrate again',
      { cause },
    );
    this.name = 'MigrationBlocked';
  }
}

/**
 * The time after its begin for which a transaction of a migration may still wait for locks, since everybody else queues behind
 * those that it has and waits for, and how often it tries.
 */
export type LockRetry = { lockTimeoutMs: number; attempts: number };
export const LOCK_RETRY: LockRetry = { lockTimeoutMs: 1000, attempts: 60 };
/** Between attempts: what has queued up behind the locks gets through. */
const PAUSE_MS = 1000;
/** Between looks whether a transaction waits that may not any more. */
const LOOK_MS = 50;

/** A lock that was not to be had in time, or a deadlock (40P01): nothing was done. */
function isLockFailure(error: unknown): boolean {
  return isLockTimeout(error) || (error as { code?: unknown }).code === '40P01';
}

/**
 * From `ms` after now on, cancels each wait of a session for a lock, but not its work. `lock_timeout` does not do: it
 * begins anew with each lock, while those before are held.
 */
class Deadline {
  /** Tells whether it has cancelled anything. */
  passed = false;
  readonly #stop = new AbortController();
  readonly #watched: Promise<void>;
  #looking: Promise<unknown> = Promise.resolve();

  /** @param pid of the session that is watched; another one is made for that, once it is needed */
  constructor(connection: ConnectionSettings, pid: number, ms: number) {
    // Without a look at it the session still has `lock_timeout`.
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

  /** Resolves when it can cancel nothing any more. */
  async lift(): Promise<void> {
    this.#stop.abort();
    await this.#looking;
  }

  /** Resolves when its connection is closed, too. */
  async close(): Promise<void> {
    await this.lift();
    await this.#watched;
  }
}

/** One transaction, tried again when somebody holds a lock that it needs. @throws what `onBlocked` makes at last */
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
