/** A CSV file with a header row. It can be read more than once, from any row. */
import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { ApiError, badRequest } from '../../../platform/errors/index.ts';
import { dialectOf, inUtf8, type Dialect, PLAIN } from './text/dialect.ts';
import { DateOrders, type DateFormat } from './text/date-orders.ts';
import { headerIn, type ColumnMapping, type Header } from './generic-header.ts';
import { readLines, type Line } from './lines.ts';
import { readRecords, type CsvRecord } from './text/records.ts';
import { csvOfWorkbook, MOST_WORKBOOK_BYTES } from './xlsx/workbook.ts';
import { isZip } from './xlsx/zip.ts';
import { ImportFormatError, type ImportSource } from './types.ts';

const CHUNK_BYTES = 64 * 1024;
const NEWLINE = 0x0a;
const DIALECT_BYTES = 256 * 1024;

/** Identity of a file, independent of its name and of the time of copying. */
export type Fingerprint = { bytes: number; sha256: string };

export type Records = AsyncGenerator<CsvRecord, void, undefined>;

/** Columns and dates of a file, as stated by its sender. */
export type Reading = { columns?: ColumnMapping | undefined; dateFormat?: DateFormat | undefined };

export type CsvFile = {
  header: Header;
  dialect: Dialect;
  /** Order of days and months. */
  order: DateFormat | undefined;
  fingerprint: Fingerprint;
  /**
   * Returns the share of the file before a line, 0 to 1.
   * @param nextLine null means all of it
   */
  share: (nextLine: number | null) => number;
  /** @param fromLine line of a row, as the records give it; 0 means the first row */
  records: (fromLine: number) => Records;
  /** @throws ApiError CONFLICT if the file was changed since it was opened */
  assertUnchanged: () => Promise<void>;
  close: () => Promise<void>;
};

function inFile(message: string, path = 'file'): ApiError {
  return badRequest([{ path, message }]);
}

/**
 * Reads the header, below the rows of a title; the records after it stay in `records`.
 * @param path name of the file in problems
 * @throws ApiError BAD_REQUEST
 */
export async function takeHeader(
  records: Records,
  path = 'file',
  columns?: ColumnMapping,
): Promise<Header> {
  try {
    return await headerIn(records, columns);
  } catch (error) {
    throw error instanceof ImportFormatError ? inFile(error.message, path) : error;
  }
}

/**
 * Returns the order of days and months that the sender states, or that the dates show.
 * @param records after the header
 * @throws ApiError BAD_REQUEST if every date could be read in both ways
 */
export async function dateOrderOf(
  records: AsyncIterable<CsvRecord>,
  { columns }: Header,
  asked: DateFormat | undefined,
): Promise<DateFormat | undefined> {
  const places = [columns.dob, columns.birthDate].filter((place) => place !== undefined);
  if (asked !== undefined || places.length === 0) return asked;
  const orders = new DateOrders();
  for await (const record of records)
    if ('cells' in record) for (const place of places) orders.note(record.cells[place] ?? '');
  if (orders.isOpen)
    throw inFile(
      'is required: no day of the dates is above 12, so the dates can be read as DMY or as MDY',
      'dateFormat',
    );
  return orders.order;
}

/** Returns the text after this many line ends. */
async function* afterLines(
  source: ImportSource,
  lines: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let left = lines;
  for await (const piece of source) {
    const chunk = Buffer.from(piece);
    let start = 0;
    while (left > 0) {
      const end = chunk.indexOf(NEWLINE, start);
      if (end < 0) break;
      start = end + 1;
      left -= 1;
    }
    if (left === 0) yield chunk.subarray(start);
  }
}

async function* chunksOf(handle: FileHandle): AsyncGenerator<Uint8Array, void, undefined> {
  for (let position = 0; ;) {
    // Each read uses a new buffer, because unfinished lines still refer to the last one.
    const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, position);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}

/** Reads lines from `from` on; `open` returns the bytes from the beginning. */
export async function* linesFrom(
  bytes: ImportSource,
  from: number,
): AsyncGenerator<Line, void, undefined> {
  const skipped = from - 1;
  for await (const line of readLines(afterLines(bytes, skipped)))
    yield { ...line, line: line.line + skipped };
}

async function fingerprintOf(handle: FileHandle): Promise<Fingerprint> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of chunksOf(handle)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** A last line without a line end also counts. */
async function countLines(source: ImportSource): Promise<number> {
  let [lines, last] = [0, NEWLINE];
  for await (const piece of source) {
    const chunk = Buffer.from(piece);
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1;
    last = chunk.at(-1) ?? last;
  }
  return last === NEWLINE ? lines : lines + 1;
}

/** @throws ApiError BAD_REQUEST */
async function workbook(handle: FileHandle): Promise<Buffer> {
  if ((await handle.stat()).size > MOST_WORKBOOK_BYTES)
    throw inFile(`is a workbook of more than ${MOST_WORKBOOK_BYTES / 1024 / 1024} MiB`);
  const parts: Uint8Array[] = [];
  for await (const chunk of chunksOf(handle)) parts.push(chunk);
  try {
    return await csvOfWorkbook(Buffer.concat(parts));
  } catch (error) {
    throw error instanceof ImportFormatError ? inFile(error.message) : error;
  }
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Returns the text of the file in UTF-8, from its beginning at each call. */
async function textOf(handle: FileHandle): Promise<{ dialect: Dialect; open: () => ImportSource }> {
  const head = Buffer.alloc(DIALECT_BYTES);
  const { bytesRead } = await handle.read(head, 0, DIALECT_BYTES, 0);
  if (isZip(head.subarray(0, bytesRead))) {
    const csv = await workbook(handle);
    return { dialect: PLAIN, open: () => only(csv) };
  }
  const dialect = dialectOf(head.subarray(0, bytesRead));
  return { dialect, open: () => inUtf8(chunksOf(handle), dialect) };
}

/**
 * Opens a file and reads it by the handle: replacing the file has no effect.
 * @throws ApiError BAD_REQUEST if it is not a file, or not CSV with a header row
 */
export async function openCsvFile(path: string, reading: Reading = {}): Promise<CsvFile> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw inFile(`cannot be read (${error.code ?? error.message})`);
  });
  try {
    const opened = await handle.stat({ bigint: true });
    if (!opened.isFile()) throw inFile('is not a file; for a pipe use standard input');
    const { dialect, open: bytes } = await textOf(handle);
    const head = readRecords(readLines(bytes()), dialect.delimiter);
    const header = await takeHeader(head, 'file', reading.columns);
    const first = await head.next();
    await head.return();
    const firstLine = first.done === true ? undefined : first.value.line;
    const fingerprint = await fingerprintOf(handle);
    const lines = await countLines(bytes());
    const records = async function* (fromLine: number): Records {
      const from = fromLine === 0 ? firstLine : fromLine;
      if (from === undefined) return;
      yield* readRecords(
        linesFrom(bytes(), from),
        dialect.delimiter,
        undefined,
        header.names.length,
      );
    };
    return {
      header,
      dialect,
      order: await dateOrderOf(records(0), header, reading.dateFormat),
      fingerprint,
      share(nextLine) {
        if (firstLine === undefined || nextLine === null) return 1;
        return Math.max(0, nextLine - firstLine) / (lines - firstLine + 1);
      },
      records,
      async assertUnchanged() {
        const { size, mtimeNs } = await handle.stat({ bigint: true });
        if (size === opened.size && mtimeNs === opened.mtimeNs) return;
        if ((await fingerprintOf(handle)).sha256 !== fingerprint.sha256)
          throw new ApiError('CONFLICT', `${path} changed while it was read: start again`);
      },
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}
