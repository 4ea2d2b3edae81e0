import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isLockTimeout } from './lock-timeout.ts';

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

/** How long a migration waits for a lock, in whose queue everybody else then waits, and how often it tries. */
export type Patience = { lockTimeoutMs: number; attempts: number };
export const PATIENCE: Patience = { lockTimeoutMs: 1000, attempts: 60 };
/** Between attempts: what has queued up behind the lock gets through. */
const PAUSE_MS = 1000;

/** A lock that was not to be had in time, or a deadlock (40P01): nothing was done. */
const isLockFailure = (error: unknown): boolean =>
  isLockTimeout(error) || (error as { code?: unknown }).code === '40P01';

/** One transaction, tried again when somebody holds a lock that it needs. @throws what `onBlocked` makes at last */
export async function inTransaction<T>(
  client: pg.Client,
  { lockTimeoutMs, attempts }: Patience,
  work: () => Promise<T>,
  onBlocked: (error: unknown) => Error,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query('BEGIN');
    try {
      await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
      const result = await work();
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {});
      if (!isLockFailure(error)) throw error;
      if (attempt >= attempts) throw onBlocked(error);
    }
    await sleep(PAUSE_MS);
  }
}
