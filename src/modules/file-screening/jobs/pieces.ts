/** The file of a job, encrypted in pieces, so that memory contains at most one decrypted piece. */
import type { EnvelopeContext } from '../../../platform/crypto/envelope.ts';
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import { rewrapTable, type Rewrapper } from '../../../platform/crypto/rewrap.ts';
import { bytesOfBase64 } from '../../../platform/http/body/base64.ts';
import { yielder } from '../../../platform/concurrency/yield-to-event-loop.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { ApiError, badRequest } from '../../../platform/errors/index.ts';
import { toBlocks, type Block } from '../file/blocks.ts';
import { jsonRows } from '../file/json-rows.ts';
import { toRows, useColumns, type Row } from '../file/rows.ts';
import {
  type ColumnMapping,
  csvOfWorkbook,
  type DateFormat,
  dateOrderOf,
  type Delimiter,
  type Dialect,
  dialectOf,
  ImportFormatError,
  inUtf8,
  isZip,
  linesFrom,
  PLAIN,
  readAs,
  type ReadAs,
  type Reading,
  readLines,
  readRecords,
  takeHeader,
} from '../../lists/index.ts';
import { MAX_FILE_BYTES, MAX_FILE_LINES, type FileFormat } from './schemas.ts';
import * as store from './store.ts';

const PIECE_BYTES = 768 * 1024;
/**
 * The number of rows that are screened, stored and recorded together. There are few, so that other work does not wait
 * long.
 */
const BLOCK_ROWS = 100;
const NEWLINE = 0x0a;

export type SealedFile = {
  envelopes: string[];
  bytes: number;
  lines: number;
  reading: JobReading | null;
};

type AskedFile = Reading & { fileFormat: FileFormat };

function contextOf(orgId: string, jobId: string, piece: number): EnvelopeContext {
  return { orgId, id: `${jobId}.${piece}`, kind: 'screening-file' };
}

function refuse(message: string): ApiError {
  return badRequest([{ path: 'file', message }]);
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The way to read a file, as stored with its job. */
export type JobReading = ReadAs & {
  separator: Delimiter;
  /** True if the caller sent a workbook, which is stored as CSV. */
  workbook?: true;
  dateFormat?: DateFormat;
  columns?: ColumnMapping;
};

/** A text in UTF-8, with the way to read its rows. */
type ReadFile = { text: Buffer; reading: JobReading | null };

/** @throws ApiError BAD_REQUEST if its header cannot be read */
async function readTable(bytes: Buffer, dialect: Dialect, asked: Reading): Promise<ReadFile> {
  const parts: Buffer[] = [];
  for await (const part of inUtf8(only(bytes), dialect)) parts.push(Buffer.from(part));
  const text = Buffer.concat(parts);
  const records = readRecords(readLines(only(text)), dialect.delimiter);
  const header = await takeHeader(records, 'file', asked.columns);
  const order = await dateOrderOf(records, header, asked.dateFormat);
  const reading = {
    ...readAs(dialect),
    separator: dialect.delimiter,
    ...(order && { dateFormat: order }),
    ...(asked.columns && { columns: asked.columns }),
  };
  return { text, reading };
}

async function readWorkbook(bytes: Buffer, asked: Reading): Promise<ReadFile> {
  const { text, reading } = await readTable(await csvOfWorkbook(bytes), PLAIN, asked);
  return { text, reading: reading && { ...reading, workbook: true } };
}

/** @throws ApiError BAD_REQUEST if the file cannot be read */
async function readFile(bytes: Buffer, { fileFormat, ...asked }: AskedFile): Promise<ReadFile> {
  try {
    if (fileFormat === 'xlsx') return await readWorkbook(bytes, asked);
    if (isZip(bytes)) throw refuse('is a workbook: send it as fileFormat xlsx');
    if (fileFormat === 'csv') return await readTable(bytes, dialectOf(bytes), asked);
    await readLines(only(bytes)).next();
    return { text: bytes, reading: null };
  } catch (error) {
    throw error instanceof ImportFormatError ? refuse(error.message) : error;
  }
}

function countLines(text: Buffer): number {
  let lines = text.length > 0 && text.at(-1) !== NEWLINE ? 1 : 0;
  for (let at = text.indexOf(NEWLINE); at >= 0; at = text.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

/**
 * Decodes a file and encrypts it piece by piece, outside of transactions.
 * @throws ApiError BAD_REQUEST if it is not a readable file or is too long; SERVICE_DISABLED if no personal data is
 * stored; the key provider's error
 */
export async function sealFile(
  envelopes: Envelopes,
  orgId: string,
  jobId: string,
  asked: AskedFile & { file: string },
): Promise<SealedFile> {
  const yieldIfDue = yielder();
  const bytes = bytesOfBase64(asked.file, 'file', MAX_FILE_BYTES);
  const { text, reading } = await readFile(bytes, asked);
  const lines = countLines(text);
  if (lines > MAX_FILE_LINES) throw refuse(`must have at most ${MAX_FILE_LINES} lines`);
  const sealed: string[] = [];
  for (let at = 0; at < text.length; at += PIECE_BYTES) {
    const piece = text.subarray(at, at + PIECE_BYTES);
    const envelope = await envelopes.seal(contextOf(orgId, jobId, sealed.length), piece);
    if (envelope === null)
      throw new ApiError(
        'SERVICE_DISABLED',
        'this installation stores no personal data (ORIKI_KMS=none), so it takes no files of names',
      );
    sealed.push(envelope);
    await yieldIfDue();
  }
  return { envelopes: sealed, bytes: bytes.length, lines, reading };
}

/**
 * Reads the rows of a file from a line on; 0 means from the first.
 * @param open returns the bytes from the beginning at each call
 */
async function* rowsFrom(
  open: () => AsyncGenerator<Uint8Array>,
  { format, reading }: { format: FileFormat; reading: JobReading | null },
  line: number,
): AsyncGenerator<Row, void, undefined> {
  const lines = () => (line === 0 ? readLines(open()) : linesFrom(open(), line));
  if (format === 'jsonl') return yield* jsonRows(lines());
  const delimiter = reading?.separator ?? ',';
  const head = readRecords(readLines(open()), delimiter);
  const header = await takeHeader(head, 'file', reading?.columns);
  const columns = useColumns(header, reading?.dateFormat);
  if (line === 0) return yield* toRows(head, columns);
  await head.return();
  yield* toRows(readRecords(lines(), delimiter, undefined, columns.count), columns);
}

/**
 * Returns the blocks of a job's file from its current position.
 * @throws EnvelopeError if no key opens it; the key provider's error
 */
export function blocksOf(
  db: Queryable,
  envelopes: Envelopes,
  { org_id: orgId, id, file_format, reading, next_line: line }: store.JobRow,
): AsyncGenerator<Block, void, undefined> {
  const open = async function* (): AsyncGenerator<Uint8Array> {
    for (let piece = 0; ; piece += 1) {
      const envelope = await store.selectPiece(db, orgId, id, piece);
      if (envelope === undefined) return;
      yield await envelopes.open(contextOf(orgId, id, piece), envelope);
    }
  };
  const read = { format: file_format as FileFormat, reading: reading as JobReading | null };
  return toBlocks(rowsFrom(open, read, line ?? 0), BLOCK_ROWS);
}

/** Moves the files of all unfinished jobs of all organizations to the current key. */
export function rewrapScreeningFiles(db: Database, envelopes: Rewrapper, keyId: string) {
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
