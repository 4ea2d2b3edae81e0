import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Queryable } from '../db/database.ts';
import { sharedOf } from '../db/places.ts';
import type { Jobs } from '../db/types.ts';

/** Returns the time `ms` from now, by the database's clock. */
export function fromNow(ms: number): RawBuilder<Date> {
  return sql<Date>`(now() + make_interval(secs => ${ms / 1000}))`;
}

/** Assignments that release a lease. */
export const FREED = sql`holder = NULL, leased_until = '-infinity'`;

/** The condition that a row has no holder. */
export const IS_FREE = sql<boolean>`leased_until <= now()`;

export type JobRow = Pick<Selectable<Jobs>, 'name' | 'holder' | 'failures' | 'error'> & {
  last_run_at: Date | null;
  next_run_at: Date | null;
  is_running: boolean;
};

export async function selectJobs(db: Queryable): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    SELECT name, holder, failures, error, last_run_at, CASE WHEN last_run_at IS NOT NULL THEN next_run_at END AS next_run_at,
      leased_until > now() AS is_running
    FROM jobs`.execute(sharedOf(db));
  return rows;
}

/**
 * Takes the job's lease if it is free and the job is due.
 * @param evenEarly true to take it also before it is due
 * @returns undefined if it was taken, otherwise the milliseconds until the next attempt
 */
export async function claimJob(
  db: Queryable,
  name: string,
  { holder, leaseMs, evenEarly }: { holder: string; leaseMs: number; evenEarly: boolean },
): Promise<number | undefined> {
  const may = sql`(leased_until <= now() AND (${evenEarly} OR next_run_at <= now()))`;
  const { rows } = await sql<{ taken: boolean; wait_ms: number | null }>`
    WITH taken AS (
      INSERT INTO jobs (name, holder, leased_until, next_run_at)
      SELECT ${name}, ${holder}, ${fromNow(leaseMs)}, now()
      -- The insertion alone would wait for a transaction that changes the row.
      WHERE NOT EXISTS (SELECT FROM jobs WHERE name = ${name} AND NOT ${may})
      ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, leased_until = excluded.leased_until
        WHERE jobs.leased_until <= excluded.next_run_at AND (${evenEarly} OR jobs.next_run_at <= excluded.next_run_at)
      RETURNING 1
    )
    SELECT EXISTS (SELECT FROM taken) AS taken,
      (SELECT (extract(epoch FROM greatest(next_run_at, leased_until)) - extract(epoch FROM now()))::float8 * 1000
       FROM jobs WHERE name = ${name}) AS wait_ms`.execute(sharedOf(db));
  const { taken, wait_ms: waitMs } = rows[0]!;
  return taken ? undefined : Math.max(0, waitMs ?? 0);
}

/** @returns false if another holder has it */
export async function renewJob(
  db: Queryable,
  name: string,
  holder: string,
  leaseMs: number,
): Promise<boolean> {
  const { rows } = await sql`UPDATE jobs SET leased_until = ${fromNow(leaseMs)}
    WHERE name = ${name} AND holder = ${holder} AND leased_until > '-infinity' RETURNING 1`.execute(
    sharedOf(db),
  );
  return rows.length > 0;
}

export type RunRecord = {
  holder: string;
  tookMs: number;
  /** The time until the next run. */
  waitMs: number;
  /** The kind of error that ended the run; null after a success; undefined after an interruption, which is neither. */
  error: string | null | undefined;
};

/**
 * Records the end of a run and releases the job's lease.
 * @param leased true to do this only if the holder has the lease
 */
export async function recordRun(
  db: Queryable,
  name: string,
  { holder, tookMs, waitMs, error }: RunRecord,
  leased: boolean,
): Promise<void> {
  const failed = error ? 1 : 0;
  const isCutOff = error === undefined;
  await sql`
    INSERT INTO jobs AS j (name, holder, last_run_at, next_run_at, failures, error)
    VALUES (${name}, ${holder}, now() - make_interval(secs => ${tookMs / 1000}), ${fromNow(waitMs)}, ${failed}, ${error ?? null})
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, leased_until = '-infinity',
      last_run_at = excluded.last_run_at, next_run_at = excluded.next_run_at,
      error = CASE WHEN ${isCutOff} THEN j.error ELSE excluded.error END,
      failures = CASE WHEN ${isCutOff} THEN j.failures WHEN excluded.failures = 0 THEN 0 ELSE j.failures + 1 END
    WHERE ${leased} = false OR j.holder = excluded.holder`.execute(sharedOf(db));
}
