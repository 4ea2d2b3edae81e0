/** A CSV file with a header row, which can be read from any of its rows, more than once. */
import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { ApiError, badRequest } from '../../../platform/errors/index.ts';
import { readHeader, type Header } from './generic-header.ts';
import { readLines, type Line } from './lines.ts';
import { readRecords, type CsvRecord } from './records.ts';
import { ImportFormatError } from './types.ts';

const CHUNK_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

/** The identity of a file, whatever it is called and whenever it was copied. */
export type Fingerprint = { bytes: number; sha256: string };

export type Records = AsyncGenerator<CsvRecord, void, undefined>;

export type CsvFile = {
  header: Header;
  fingerprint: Fingerprint;
  /**
   * The share of the file that stands before a line, 0 to 1.
   * @param nextLine null: all of it
   */
  share: (nextLine: number | null) => number;
  /** @param fromLine of a row, as the records give it; 0: the first row */
  records: (fromLine: number) => Records;
  /** @throws ApiError CONFLICT when the file was written to since it was opened */
  assertUnchanged: () => Promise<void>;
  close: () => Promise<void>;
};

function inFile(message: string, path = 'file'): ApiError {
  return badRequest([{ path, message }]);
}

/**
 * The first record is the header; the records after it stay in `records`.
 * @param path what the file is called in problems
 * @throws ApiError BAD_REQUEST
 */
export async function takeHeader(records: Records, path = 'file'): Promise<Header> {
  try {
    const first = await records.next();
    if (first.done !== true) return readHeader(first.value);
  } catch (error) {
    if (error instanceof ImportFormatError) throw inFile(error.message, path);
    throw error;
  }
  throw inFile('the file is empty: no header row', path);
}

/** The text behind so many line ends. */
async function* afterLines(
  source: AsyncIterable<Uint8Array>,
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

/** Lines from `from` on, of whatever gives its bytes from the beginning. */
export async function* linesFrom(
  bytes: AsyncIterable<Uint8Array>,
  from: number,
): AsyncGenerator<Line, void, undefined> {
  const skipped = from - 1;
  for await (const line of readLines(afterLines(bytes, skipped)))
    yield { ...line, line: line.line + skipped };
}

/** Reads the file once. A last line without an end counts as well. */
async function measure(handle: FileHandle): Promise<Fingerprint & { lines: number }> {
  const hash = createHash('sha256');
  let [bytes, lines, last] = [0, 0, NEWLINE];
  for await (const chunk of chunks(handle)) {
    hash.update(chunk);
    bytes += chunk.length;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1;
    last = chunk.at(-1)!;
  }
  return { bytes, sha256: hash.digest('hex'), lines: last === NEWLINE ? lines : lines + 1 };
}

/**
 * A file, which is read through the handle opened here: replacing it while it is read changes nothing.
 * @throws ApiError BAD_REQUEST when it is no file, or not CSV with a header row
 */
export async function openCsvFile(path: string): Promise<CsvFile> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw inFile(`cannot be read (${error.code ?? error.message})`);
  });
  try {
    const opened = await handle.stat({ bigint: true });
    if (!opened.isFile()) throw inFile('is not a file; for a pipe use standard input');
    const head = readRecords(readLines(chunks(handle)));
    const header = await takeHeader(head);
    const first = await head.next();
    await head.return();
    const firstLine = first.done === true ? undefined : first.value.line;
    const { lines, ...fingerprint } = await measure(handle);
    return {
      header,
      fingerprint,
      share(nextLine) {
        if (firstLine === undefined || nextLine === null) return 1;
        return Math.max(0, nextLine - firstLine) / (lines - firstLine + 1);
      },
      async *records(fromLine) {
        const from = fromLine === 0 ? firstLine : fromLine;
        if (from === undefined) return;
        yield* readRecords(linesFrom(chunks(handle), from));
      },
      async assertUnchanged() {
        const { size, mtimeNs } = await handle.stat({ bigint: true });
        if (size === opened.size && mtimeNs === opened.mtimeNs) return;
        if ((await measure(handle)).sha256 !== fingerprint.sha256)
          throw new ApiError('CONFLICT', `${path} was changed while it was read: begin anew`);
      },
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}
