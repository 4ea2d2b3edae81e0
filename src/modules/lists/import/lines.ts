/**
 * Splits bytes into lines of text, one file buffer at a time. Each line is decoded separately: no byte of a UTF-8 or
 * windows-1252 character is 0x0A, so one bad line does not change the others.
 */
import { yielder } from '../../../platform/concurrency/yield-to-event-loop.ts';
import { ImportFormatError, type ImportSource } from './types.ts';

/** A line without its ending. The text of a line that is `tooLong` is dropped. */
export type Line = { line: number; text: string; tooLong: boolean };

/**
 * Maximum number of bytes of a line. Otherwise memory would contain a whole file without line ends (probably not text).
 * The longest line of the real OFAC files has 1,116 bytes.
 */
export const MAX_LINE_BYTES = 1024 * 1024;

/** The number of lines after which other work runs if it is due, because a whole file may arrive as one chunk. */
const LINES_PER_TURN = 64;

/** Bytes decoded at once; the lines in them wait in memory. */
const SLICE_BYTES = 64 * 1024;

const NEWLINE = 0x0a;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const windows1252 = new TextDecoder('windows-1252');

/**
 * Refuses a file that begins with the byte order mark of UTF-16 or UTF-32. Read as UTF-8 or windows-1252, every row
 * would be wrong.
 * @throws ImportFormatError
 */
function refuseUtf16(start: Uint8Array): void {
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new ImportFormatError('the file is in UTF-16; it must be saved as UTF-8');
}

/** Decodes UTF-8 if it is valid; otherwise windows-1252, in which every byte is a character. */
function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return windows1252.decode(bytes);
  }
}

function toLine(pieces: readonly Uint8Array[], length: number, line: number): Line {
  const [only = new Uint8Array()] = pieces;
  const bytes = pieces.length > 1 ? Buffer.concat(pieces, length) : only;
  if (line === 1) refuseUtf16(bytes);
  let text = decode(bytes);
  if (text.endsWith('\r')) text = text.slice(0, -1);
  if (line === 1 && text.startsWith('\uFEFF')) text = text.slice(1);
  return { line, text, tooLong: false };
}

/**
 * Returns the lines of a file, numbered from 1, ended by LF or CRLF, without a byte order mark. Keeps one chunk of
 * the source and at most `maxBytes` of an unfinished line; longer lines are `tooLong`.
 * @throws ImportFormatError if the file is in UTF-16
 */
export async function* readLines(
  source: ImportSource,
  maxBytes = MAX_LINE_BYTES,
): AsyncGenerator<Line, void, undefined> {
  let number = 1;
  const yieldIfDue = yielder();
  // The beginning of an unfinished line; beyond the limit only its length counts.
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  const takeLine = (): Line => {
    const line =
      pendingBytes > maxBytes
        ? { line: number, text: '', tooLong: true }
        : toLine(pending, pendingBytes, number);
    pending = [];
    pendingBytes = 0;
    number += 1;
    return line;
  };
  for await (const chunk of source) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    let start = 0;
    for (;;) {
      const end = bytes.indexOf(NEWLINE, start);
      const piece = bytes.subarray(start, end < 0 ? bytes.length : end);
      pendingBytes += piece.length;
      if (pendingBytes > maxBytes) pending = [];
      else if (piece.length > 0) pending.push(piece);
      if (end < 0) break;
      start = end + 1;
      yield takeLine();
      if (number % LINES_PER_TURN === 0) await yieldIfDue();
    }
  }
  if (pendingBytes > 0) yield takeLine();
}

/**
 * Returns the text of a file in UTF-8, in slices, for a reader that counts lines itself.
 * @param line returns the current line of the reader
 * @throws ImportFormatError if the file is in another encoding
 */
export async function* decodedSlices(
  source: ImportSource,
  line: () => number,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decodeSlice = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new ImportFormatError(`the file is not in UTF-8, near line ${line()}`);
    }
  };
  const yieldIfDue = yielder();
  let isStart = true;
  for await (const chunk of source) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    if (isStart) refuseUtf16(bytes);
    isStart &&= bytes.length === 0;
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      yield decodeSlice(bytes.subarray(at, at + SLICE_BYTES));
      await yieldIfDue();
    }
  }
  yield decodeSlice();
}
