/** The file of a job, in pieces that are sealed one by one: no more than one of them is in memory in the clear. */
import type { EnvelopeContext } from '../../../platform/crypto/envelope.ts';
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import { rewrapTable } from '../../../platform/crypto/rewrap.ts';
import { yielder } from '../../../platform/concurrency/yield-to-event-loop.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { ApiError, badRequest } from '../../../platform/errors/index.ts';
import { toBlocks, toRows, type Block } from '../bulk/input.ts';
import { jsonRows } from '../bulk/json-rows.ts';
import { useColumns, type Row } from '../bulk/rows.ts';
import { linesFrom, takeHeader } from '../import/csv-file.ts';
import { readLines } from '../import/lines.ts';
import { readRecords } from '../import/records.ts';
import { ImportFormatError } from '../import/types.ts';
import { MAX_FILE_BYTES, MAX_FILE_LINES, type FileFormat } from './schemas.ts';
import * as store from './store.ts';

/** Characters of base64 that make a piece: 768 KiB. A multiple of four. */
const PIECE_CHARACTERS = 2 ** 20;
/** Rows that are screened, stored and recorded together: few, so that nobody waits for them long. */
const BLOCK_ROWS = 100;
const NEWLINE = 0x0a;

export type SealedFile = { envelopes: string[]; bytes: number; lines: number };

function contextOf(orgId: string, jobId: string, piece: number): EnvelopeContext {
  return { orgId, id: `${jobId}.${piece}`, kind: 'screening-file' };
}

function refuse(message: string): ApiError {
  return badRequest([{ path: 'file', message }]);
}

function bytesOf(base64: string): Buffer {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.toString('base64') === base64) return bytes;
  throw refuse('must be padded base64 without line breaks and without a data: prefix');
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** @throws ApiError BAD_REQUEST when the beginning of a file says that it cannot be read */
async function assertReadable(first: Uint8Array, format: FileFormat): Promise<void> {
  const lines = readLines(only(first));
  if (format === 'csv') return void (await takeHeader(readRecords(lines)));
  try {
    await lines.next();
  } catch (error) {
    throw error instanceof ImportFormatError ? refuse(error.message) : error;
  }
}

/**
 * Decodes and seals a file piece by piece; outside of transactions.
 * @throws ApiError BAD_REQUEST when it is none, or too long; SERVICE_DISABLED where no personal data is stored; the key
 *   provider's error
 */
export async function sealFile(
  envelopes: Envelopes,
  orgId: string,
  jobId: string,
  { file, fileFormat }: { file: string; fileFormat: FileFormat },
): Promise<SealedFile> {
  const yieldIfDue = yielder();
  const sealed: string[] = [];
  let [bytes, lines, last] = [0, 0, NEWLINE];
  for (let at = 0; at < file.length; at += PIECE_CHARACTERS) {
    const piece = bytesOf(file.slice(at, at + PIECE_CHARACTERS));
    if (at === 0) await assertReadable(piece, fileFormat);
    for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, end + 1))
      lines += 1;
    bytes += piece.length;
    last = piece.at(-1)!;
    if (bytes > MAX_FILE_BYTES) throw refuse(`must be at most ${MAX_FILE_BYTES / 2 ** 20} MiB`);
    if (lines > MAX_FILE_LINES) throw refuse(`must have at most ${MAX_FILE_LINES} lines`);
    const envelope = await envelopes.seal(contextOf(orgId, jobId, sealed.length), piece);
    if (envelope === null)
      throw new ApiError(
        'SERVICE_DISABLED',
        'this installation stores no personal data (ORIKI_KMS=none), so it takes no files of names',
      );
    sealed.push(envelope);
    await yieldIfDue();
  }
  return { envelopes: sealed, bytes, lines: last === NEWLINE ? lines : lines + 1 };
}

/** The rows of a file from a line on; 0: from the first. @param open gives its bytes from the beginning each time */
async function* rowsFrom(
  open: () => AsyncGenerator<Uint8Array>,
  format: FileFormat,
  line: number,
): AsyncGenerator<Row, void, undefined> {
  const lines = () => (line === 0 ? readLines(open()) : linesFrom(open(), line));
  if (format === 'jsonl') return yield* jsonRows(lines());
  const head = readRecords(readLines(open()));
  const columns = useColumns(await takeHeader(head));
  if (line === 0) return yield* toRows(head, columns);
  await head.return();
  yield* toRows(readRecords(lines()), columns);
}

/**
 * The blocks of a job's file from where it is.
 * @throws EnvelopeError when no key opens it; the key provider's error
 */
export function blocksOf(
  db: Queryable,
  envelopes: Envelopes,
  { org_id: orgId, id, file_format: format, next_line: line }: store.JobRow,
): AsyncGenerator<Block, void, undefined> {
  const open = async function* (): AsyncGenerator<Uint8Array> {
    for (let piece = 0; ; piece += 1) {
      const envelope = await store.selectPiece(db, orgId, id, piece);
      if (envelope === undefined) return;
      yield await envelopes.open(contextOf(orgId, id, piece), envelope);
    }
  };
  return toBlocks(rowsFrom(open, format as FileFormat, line ?? 0), BLOCK_ROWS);
}

/** Moves the files of unfinished jobs to the current key, of all organizations. */
export function rewrapScreeningFiles(db: Database, envelopes: Envelopes, keyId: string) {
  return rewrapTable(
    {
      select: store.selectPiecesToRewrap,
      context: ({ org_id, job_id, piece }) => contextOf(org_id, job_id, piece),
      replace: store.replacePieceEnvelope,
    },
    db,
    envelopes,
    keyId,
  );
}
