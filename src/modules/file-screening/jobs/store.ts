import { sql, type Selectable } from 'kysely';
import { FREED, IS_FREE, fromNow } from '../../../platform/background/store.ts';
import { rowsOf } from '../../../platform/db/bulk/rows.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import {
  isWithin,
  NEWEST_ID,
  selectPage,
  type Listed,
  type Range,
  type Page,
} from '../../../platform/db/lists/keyset.ts';
import type { ScreeningJobs } from '../../../platform/db/types.ts';
import { rowReader } from '../../../platform/db/lists/row-by-id.ts';
import { JOB_PREFIX } from './schemas.ts';

export type JobRow = Selectable<ScreeningJobs>;
export type NewJob = Pick<
  JobRow,
  | 'org_id'
  | 'id'
  | 'file_format'
  | 'file_bytes'
  | 'file_lines'
  | 'result_format'
  | 'kinds'
  | 'threshold'
  | 'hit_limit'
  | 'traceparent'
> & { reading: string | null };
/** A run of a job, which every record of the run refers to. */
export type Attempt = { orgId: string; jobId: string; attempt: number };

export async function insertJob(tx: Tx, row: NewJob, envelopes: string[]): Promise<JobRow> {
  const job = await tx
    .insertInto('screening_jobs')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow();
  for (const [piece, envelope] of envelopes.entries())
    await tx
      .insertInto('screening_job_pieces')
      .values({ org_id: row.org_id, job_id: row.id, piece, envelope })
      .execute();
  return job;
}

export async function countUnfinished(db: Queryable, orgId: string): Promise<number> {
  const { total } = await db
    .selectFrom('screening_jobs')
    .where('org_id', '=', orgId)
    .where('state', 'in', ['PENDING', 'PROCESSING'])
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export const selectJob = rowReader('screening_jobs');

/** Newest first. */
export async function selectJobs(
  db: Queryable,
  orgId: string,
  { state, ...range }: Range & { state?: string },
  page: Page,
): Promise<Listed<JobRow>> {
  let query = db
    .selectFrom('screening_jobs')
    .where('org_id', '=', orgId)
    .where(isWithin({ id: 'id', at: 'created_at', prefix: JOB_PREFIX }, range));
  if (state !== undefined) query = query.where('state', '=', state);
  return selectPage(db, { shown: query.selectAll(), counted: query }, NEWEST_ID, page);
}

async function deletePieces(tx: Tx, orgId: string, jobId: string): Promise<void> {
  await tx
    .deleteFrom('screening_job_pieces')
    .where('org_id', '=', orgId)
    .where('job_id', '=', jobId)
    .execute();
}

/**
 * Deletes a job with its file and rows. @returns true if it was waiting or running; a running process notices when it
 * next records something
 */
export async function deleteUnfinished(tx: Tx, orgId: string, id: string): Promise<boolean> {
  const { rows } = await sql`DELETE FROM screening_jobs
    WHERE org_id = ${orgId} AND id = ${id} AND state IN ('PENDING', 'PROCESSING') RETURNING 1`.execute(
    tx,
  );
  if (rows.length === 0) return false;
  await deletePieces(tx, orgId, id);
  await tx
    .deleteFrom('screening_job_rows')
    .where('org_id', '=', orgId)
    .where('job_id', '=', id)
    .execute();
  return true;
}

/**
 * Starts a turn of the job that has waited longest, or takes over a job whose process has died. The earlier process can
 * then record nothing more. The attempt counts as lost until it records something.
 */
export async function startNext(
  db: Queryable,
  { holder, leaseMs }: { holder: string; leaseMs: number },
): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`
    WITH next AS MATERIALIZED (
      SELECT org_id, id FROM screening_jobs
      WHERE state IN ('PENDING', 'PROCESSING') AND due_at <= now() AND ${IS_FREE}
      ORDER BY due_at, org_id, id LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    UPDATE screening_jobs AS j SET state = 'PROCESSING', attempt = attempt + 1, lost_attempts = lost_attempts + 1,
      holder = ${holder}, leased_until = ${fromNow(leaseMs)}
    FROM next WHERE j.org_id = next.org_id AND j.id = next.id RETURNING j.*`.execute(db);
  return rows[0];
}

/** The condition that an attempt is still the current one. */
function isCurrent({ orgId, jobId, attempt }: Attempt) {
  return sql`org_id = ${orgId} AND id = ${jobId} AND attempt = ${attempt} AND state = 'PROCESSING'`;
}

/** @returns true if it is still the current one */
export async function renewLease(db: Queryable, at: Attempt, leaseMs: number): Promise<boolean> {
  const { rows } = await sql`UPDATE screening_jobs SET leased_until = ${fromNow(leaseMs)}
    WHERE ${isCurrent(at)} RETURNING 1`.execute(db);
  return rows.length === 1;
}

/**
 * The ends of a turn: finished, `stopped` by this process, `waiting` for an unavailable service, or `lost`, which
 * counts as an attempt.
 */
export type Release = 'over' | 'stopped' | 'waiting' | 'lost';

/** @param pauseMs time until the next turn */
export async function releaseAttempt(
  db: Queryable,
  at: Attempt,
  why: Release,
  pauseMs: number,
): Promise<void> {
  const uncounted = why === 'lost' ? 0 : 1;
  await sql`UPDATE screening_jobs SET ${FREED}, due_at = ${fromNow(pauseMs)},
      lost_attempts = greatest(lost_attempts - ${uncounted}::integer, 0)
    WHERE ${isCurrent(at)}`.execute(db);
}

type BlockRow = {
  line: number;
  ref: string | null;
  screeningId: string | null;
  reason: string | null;
};
export type DoneBlock = {
  from: number;
  nextLine: number | null;
  clear: number;
  review: number;
  block: number;
  invalid: number;
  incomplete: number;
  listVersion: string | null;
  rows: BlockRow[];
};

/**
 * Records a block, before the same transaction stores its screenings.
 * @returns true if this attempt has recorded it, now or earlier; `superseded`: nothing was recorded
 */
export async function recordBlock(
  tx: Tx,
  at: Attempt,
  done: DoneBlock,
): Promise<'now' | 'before' | 'superseded'> {
  const { from, nextLine, listVersion, rows } = done;
  const version = sql`${listVersion}::text`;
  const updated =
    await sql`UPDATE screening_jobs SET next_line = ${nextLine}::integer, lost_attempts = 0,
      clear = clear + ${done.clear}, review = review + ${done.review}, block = block + ${done.block},
      invalid = invalid + ${done.invalid}, incomplete = incomplete + ${done.incomplete},
      lists_changed = lists_changed OR coalesce(list_version <> ${version}, false),
      list_version = coalesce(${version}, list_version)
    WHERE ${isCurrent(at)} AND next_line = ${from} RETURNING 1`.execute(tx);
  if (updated.rows.length === 0) {
    const { rows: known } = await sql`SELECT 1 FROM screening_jobs
      WHERE ${isCurrent(at)} AND next_line IS NOT DISTINCT FROM ${nextLine}::integer`.execute(tx);
    return known.length === 1 ? 'before' : 'superseded';
  }
  const types = { line: 'integer', ref: 'text', screeningId: 'text', reason: 'text' } as const;
  const block = rowsOf(rows, types);
  await sql`INSERT INTO screening_job_rows (org_id, job_id, ${block.names})
    SELECT ${at.orgId}, ${at.jobId}, ${block.names} FROM ${block.from}`.execute(tx);
  return 'now';
}

/**
 * Completes the job and deletes its file. @returns undefined if the attempt is not the current one, or has completed
 * the job before
 */
export async function completeJob(
  tx: Tx,
  at: Attempt,
  listVersion: string | undefined,
): Promise<JobRow | undefined> {
  const { rows } =
    await sql<JobRow>`UPDATE screening_jobs SET state = 'COMPLETED', completed_at = now(), ${FREED},
      lists_changed = lists_changed OR coalesce(list_version <> ${listVersion ?? null}::text, false)
    WHERE ${isCurrent(at)} AND next_line IS NULL RETURNING *`.execute(tx);
  if (rows[0]) await deletePieces(tx, at.orgId, at.jobId);
  return rows[0];
}

export async function setExport(
  tx: Tx,
  { orgId, jobId }: Attempt,
  exportId: string,
): Promise<void> {
  await tx
    .updateTable('screening_jobs')
    .set({ export_id: exportId })
    .where('org_id', '=', orgId)
    .where('id', '=', jobId)
    .execute();
}

/** Marks the job as failed and deletes its file. @returns true if this attempt was running */
export async function failJob(tx: Tx, at: Attempt, error: string): Promise<boolean> {
  const { rows } =
    await sql`UPDATE screening_jobs SET state = 'FAILED', error = ${error}, completed_at = now(), ${FREED}
    WHERE ${isCurrent(at)} RETURNING 1`.execute(tx);
  if (rows.length > 0) await deletePieces(tx, at.orgId, at.jobId);
  return rows.length > 0;
}

/** Selects the next piece; undefined after the last one, and when the job has ended. */
export async function selectPiece(
  db: Queryable,
  orgId: string,
  jobId: string,
  piece: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('screening_job_pieces')
    .select('envelope')
    .where('org_id', '=', orgId)
    .where('job_id', '=', jobId)
    .where('piece', '=', piece)
    .executeTakeFirst();
  return row?.envelope;
}

type SealedPiece = { org_id: string; job_id: string; piece: number; envelope: string };
/** Pieces moved to another key at a time: each has more than a megabyte. */
const PIECES_AT_ONCE = 4;
const FIRST = { org_id: '', job_id: '', piece: -1 };

/** Pieces whose envelopes are not encrypted with `keyId`, by position. */
export async function selectPiecesToRewrap(
  db: Queryable,
  keyId: string,
  after: Omit<SealedPiece, 'envelope'> = FIRST,
): Promise<SealedPiece[]> {
  const { rows } = await sql<SealedPiece>`
    SELECT org_id, job_id, piece, envelope FROM screening_job_pieces
    WHERE (org_id, job_id, piece) > (${after.org_id}, ${after.job_id}, ${after.piece}::integer)
      AND NOT starts_with(envelope, ${`${keyId}|`})
    ORDER BY org_id, job_id, piece LIMIT ${PIECES_AT_ONCE}`.execute(db);
  return rows;
}

/** @returns false if it has been replaced */
export async function replacePieceEnvelope(
  db: Queryable,
  { org_id, job_id, piece, envelope }: SealedPiece,
  replacement: string,
): Promise<boolean> {
  const { rows } = await sql`UPDATE screening_job_pieces SET envelope = ${replacement}
    WHERE org_id = ${org_id} AND job_id = ${job_id} AND piece = ${piece} AND envelope = ${envelope} RETURNING 1`.execute(
    db,
  );
  return rows.length > 0;
}
