/** The file of names of a bulk screening: CSV with a header row, read in blocks of rows. */
import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { ApiError, badRequest } from '../../../platform/errors/index.ts';
import { readHeader, type Header } from '../import/generic-header.ts';
import { readLines } from '../import/lines.ts';
import { readRecords, type CsvRecord } from '../import/records.ts';
import { ImportFormatError } from '../import/types.ts';
import { toRow, useColumns, type Columns, type Row } from './rows.ts';

/** Rows that are screened, stored and written together; as many as one call of the batch route takes. */
const BLOCK_ROWS = 1000;
const CHUNK_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

/** `nextLine` is where the next block begins; null after the last row. */
export type Block = { rows: Row[]; nextLine: number | null };

/** What tells one file from another, whatever it is called and whenever it was copied. */
export type Fingerprint = { bytes: number; sha256: string };

export type Input = {
  columns: Columns;
  /** Undefined for standard input, which can be read once only. */
  fingerprint: Fingerprint | undefined;
  /** Bytes read so far, from the beginning of the file. */
  bytesRead: () => number;
  /**
   * Can be called once.
   * @param fromLine as a block's `nextLine` gave it; 0: the first row
   * @param size rows of a block
   */
  blocks: (fromLine: number, size?: number) => AsyncGenerator<Block, void, undefined>;
  /** @throws ApiError CONFLICT when the file was written to since it was opened */
  assertUnchanged: () => Promise<void>;
  close: () => Promise<void>;
};

type Bytes = AsyncIterable<Uint8Array>;
type Records = AsyncGenerator<CsvRecord, void, undefined>;

const inFile = (message: string): ApiError => badRequest([{ path: 'file', message }]);

/** The run was asked to stop. */
export class Stopped extends Error {}

class CountedBytes {
  read = 0;
  readonly #source: Bytes;
  constructor(source: Bytes) {
    this.#source = source;
  }
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of this.#source) {
      this.read += chunk.length;
      yield chunk;
    }
  }
}

/** The first record is the header; the records after it stay in `records`. */
async function takeHeader(records: Records): Promise<Header> {
  try {
    const first = await records.next();
    if (first.done !== true) return readHeader(first.value);
  } catch (error) {
    if (error instanceof ImportFormatError) throw inFile(error.message);
    throw error;
  }
  throw inFile('the file is empty: no header row');
}

/** What comes after so many line ends. */
async function* afterLines(
  source: Bytes,
  lines: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let left = lines;
  for await (const chunk of source) {
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

/** Reads one record ahead, because that one's line is where the next block begins. */
async function* toBlocks(
  records: Records,
  columns: Columns,
  { skipped, size = BLOCK_ROWS }: { skipped: number; size?: number | undefined },
): AsyncGenerator<Block, void, undefined> {
  let rows: Row[] = [];
  for await (const record of records) {
    const line = record.line + skipped;
    if (rows.length === size) {
      yield { rows, nextLine: line };
      rows = [];
    }
    rows.push(toRow({ ...record, line }, columns));
  }
  if (rows.length > 0) yield { rows, nextLine: null };
}

/** Ends with `Stopped` and not like a file, so that nobody takes the rest of a line for a name. */
async function* untilStopped(
  source: Readable,
  stop: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* addAbortSignal(stop, source) as Bytes;
  } catch (error) {
    throw stop.aborted ? new Stopped() : error;
  }
}

/**
 * Standard input.
 * @throws ApiError BAD_REQUEST when it is not CSV with the columns that are needed; Stopped
 */
export async function openStream(source: Readable, stop: AbortSignal): Promise<Input> {
  const counted = new CountedBytes(untilStopped(source, stop));
  const records = readRecords(readLines(counted));
  const header = await takeHeader(records).catch((error: unknown) => {
    source.destroy();
    throw error;
  });
  const columns = useColumns(header);
  return {
    columns,
    fingerprint: undefined,
    bytesRead: () => counted.read,
    blocks: (_fromLine, size) => toBlocks(records, columns, { skipped: 0, size }),
    assertUnchanged: async () => {},
    // A writer that goes on would keep the process alive.
    close: async () => void source.destroy(),
  };
}

async function fingerprintOf(handle: FileHandle): Promise<Fingerprint> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of chunks(handle)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function* chunks(handle: FileHandle): AsyncGenerator<Uint8Array, void, undefined> {
  for (let position = 0; ;) {
    // A new buffer each time: lines that are not finished still refer to the last one.
    const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, position);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}

/**
 * A file, which is read through the handle opened here: replacing it while it is read changes nothing.
 * @throws ApiError BAD_REQUEST when it is no file, or not CSV with the columns that are needed
 */
export async function openFile(path: string): Promise<Input> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw inFile(`cannot be read (${error.code ?? error.message})`);
  });
  try {
    const opened = await handle.stat({ bigint: true });
    if (!opened.isFile()) throw inFile('is not a file; for a pipe use standard input');
    const head = readRecords(readLines(chunks(handle)));
    const columns = useColumns(await takeHeader(head));
    const first = await head.next();
    await head.return();
    const firstLine = first.done === true ? undefined : first.value.line;
    const fingerprint = await fingerprintOf(handle);
    const counted = new CountedBytes(chunks(handle));
    return {
      columns,
      fingerprint,
      bytesRead: () => counted.read,
      async *blocks(fromLine, size) {
        const from = fromLine === 0 ? firstLine : fromLine;
        if (from === undefined) return;
        const skipped = from - 1;
        const rest = readRecords(readLines(afterLines(counted, skipped)));
        yield* toBlocks(rest, columns, { skipped, size });
      },
      async assertUnchanged() {
        const { size, mtimeNs } = await handle.stat({ bigint: true });
        if (size === opened.size && mtimeNs === opened.mtimeNs) return;
        if ((await fingerprintOf(handle)).sha256 !== fingerprint.sha256)
          throw new ApiError('CONFLICT', `${path} was changed while it was read: screen it anew`);
      },
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}
