import { Notifier } from '../../../platform/db/session/notifier.ts';
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { ApiError, notFound, found } from '../../../platform/errors/index.ts';
import { paged } from '../../../platform/http/schema.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { withRange } from '../../../platform/calendar/iso-time.ts';
import { captureTraceparent } from '../../../platform/observability/tracing.ts';
import { DEFAULT_HITS, MAX_HITS } from '../../screening/index.ts';
import { sealFile, type JobReading, type SealedFile } from './pieces.ts';
import { JOB_PREFIX, type CreateJob, type JobQuery, type ScreeningJob } from './schemas.ts';
import * as store from './store.ts';

/** Notifies the worker that there is a file to screen. */
export const JOBS_CHANNEL = 'screening_jobs_due';
const asked = new Notifier(JOBS_CHANNEL, 50);

/**
 * Maximum number of unfinished jobs of an organization, to limit stored data. Concurrent requests may exceed it by a
 * few.
 */
const MOST_UNFINISHED = 10;

export type ResultFormat = ScreeningJob['resultFormat'];

/** The exports module, which exports the results of a job. This module does not import it. */
export type Results = {
  /** @throws ApiError if the organization may not export this format */
  assertAllowed: (db: Queryable, orgId: string, format: ResultFormat) => Promise<void>;
  /** Requests the export of a job's results. @returns its id; undefined if the organization may have none */
  export: (
    tx: Tx,
    orgId: string,
    jobId: string,
    format: ResultFormat,
  ) => Promise<string | undefined>;
};

/** A job whose file is encrypted and not stored yet. */
export type PreparedJob = { id: string; file: SealedFile };

function isWorkbook({ reading }: store.JobRow): boolean {
  return (reading as JobReading | null)?.workbook === true;
}

function readAsOf(reading: JobReading | null): ScreeningJob['readAs'] {
  if (!reading) return null;
  const { encoding, delimiter, dateFormat = null, warnings } = reading;
  return { encoding, delimiter, dateFormat, warnings };
}

export function toJob(row: store.JobRow): ScreeningJob {
  const { clear, review, block, invalid: failed, incomplete } = row;
  const done = clear + review + block;
  return {
    id: row.id,
    state: row.state as ScreeningJob['state'],
    fileFormat: isWorkbook(row) ? 'xlsx' : (row.file_format as ScreeningJob['fileFormat']),
    fileSize: row.file_bytes,
    lines: row.file_lines,
    readAs: readAsOf(row.reading as JobReading | null),
    kinds: row.kinds as ScreeningJob['kinds'],
    threshold: row.threshold,
    limit: row.hit_limit,
    resultFormat: row.result_format as ResultFormat,
    rows: { read: done + failed, done, failed, incomplete },
    outcomes: { clear, review, block },
    listsChanged: row.lists_changed,
    exportId: row.export_id,
    error: row.error,
    createdAt: row.created_at.toISOString(),
    completedAt: row.completed_at?.toISOString() ?? null,
  };
}

/** @throws ApiError SERVICE_DISABLED; BAD_REQUEST; the key provider's error */
export async function prepareJob(
  db: Queryable,
  { envelopes, results }: { envelopes: Envelopes; results: Results },
  orgId: string,
  input: CreateJob,
): Promise<PreparedJob> {
  await results.assertAllowed(db, orgId, input.resultFormat ?? 'CSV');
  const id = newId(JOB_PREFIX);
  return { id, file: await sealFile(envelopes, orgId, id, input) };
}

/** Stores a job and notifies a process with the worker role after the commit. @throws ApiError CONFLICT */
export async function createJob(
  tx: Tx,
  orgId: string,
  { kinds, threshold, limit = DEFAULT_HITS, fileFormat, resultFormat = 'CSV' }: CreateJob,
  { id, file }: PreparedJob,
): Promise<ScreeningJob> {
  if ((await store.countUnfinished(tx, orgId)) >= MOST_UNFINISHED)
    throw new ApiError(
      'CONFLICT',
      `the organization has ${MOST_UNFINISHED} unfinished screening jobs: wait, or cancel one`,
    );
  const row = {
    org_id: orgId,
    id,
    // A workbook is stored as CSV.
    file_format: fileFormat === 'xlsx' ? 'csv' : fileFormat,
    file_bytes: file.bytes,
    file_lines: file.lines,
    reading: file.reading && JSON.stringify(file.reading),
    result_format: resultFormat,
    kinds: kinds ?? null,
    threshold: threshold ?? null,
    hit_limit: Math.min(limit, MAX_HITS),
    traceparent: captureTraceparent(),
  };
  const stored = await store.insertJob(tx, row, file.envelopes);
  asked.afterCommit();
  return toJob(stored);
}

/** @throws ApiError NOT_FOUND */
export async function getJob(db: Queryable, orgId: string, id: string): Promise<ScreeningJob> {
  const row = await found('screening job', isId(JOB_PREFIX, id) && store.selectJob(db, orgId, id));
  return toJob(row);
}

export async function listJobs(db: Queryable, orgId: string, query: JobQuery) {
  return paged(query, (page) => store.selectJobs(db, orgId, withRange(query), page), toJob);
}

/**
 * Cancels an unfinished job and deletes its file. Stored screenings stay.
 * @throws ApiError NOT_FOUND; CONFLICT if it is finished
 */
export async function cancelJob(
  tx: Tx,
  orgId: string,
  id: string,
): Promise<{ id: string; deleted: true }> {
  if (isId(JOB_PREFIX, id)) {
    if (await store.deleteUnfinished(tx, orgId, id)) return { id, deleted: true };
    if (await store.selectJob(tx, orgId, id))
      throw new ApiError('CONFLICT', 'the screening job is finished');
  }
  throw notFound('screening job');
}
