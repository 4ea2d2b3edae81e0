/**
 * Bytes to lines of text, one file buffer at a time.
 *
 * Lines are the unit of decoding as well: no byte of a UTF-8 or windows-1252 character is 0x0A, so
 * a line can be decoded without its neighbours, and one bad line does not change the others.
 */
import type { ImportSource } from './types.ts';

/** A line without its ending. The text of a line that is `tooLong` is dropped. */
export type Line = { line: number; text: string; tooLong: boolean };

/**
 * Bytes. A file without line ends (not text, most likely) would otherwise be held in memory
 * whole. The longest line of the real OFAC files has 1,116 bytes.
 */
export const maxLineBytes = 1024 * 1024;

const newline = 0x0a;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const windows1252 = new TextDecoder('windows-1252');

/** UTF-8 where it is valid; windows-1252, in which every byte is a character, where it is not. */
function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return windows1252.decode(bytes);
  }
}

function toLine(pieces: readonly Uint8Array[], length: number, line: number): Line {
  if (length > maxLineBytes) return { line, text: '', tooLong: true };
  const [only = new Uint8Array()] = pieces;
  let text = decode(pieces.length > 1 ? Buffer.concat(pieces, length) : only);
  if (text.endsWith('\r')) text = text.slice(0, -1);
  if (line === 1 && text.startsWith('\uFEFF')) text = text.slice(1);
  return { line, text, tooLong: false };
}

/**
 * The lines of a file, numbered from 1, ended by LF or CRLF. A byte order mark is dropped. Holds
 * one chunk of the source and at most `maxLineBytes` of an unfinished line.
 */
export async function* readLines(source: ImportSource): AsyncGenerator<Line, void, undefined> {
  let number = 1;
  // The beginning of a line whose end has not been read yet; beyond the limit it only counts.
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  for await (const chunk of source) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    let start = 0;
    for (;;) {
      const end = bytes.indexOf(newline, start);
      const piece = bytes.subarray(start, end < 0 ? bytes.length : end);
      pendingBytes += piece.length;
      if (pendingBytes > maxLineBytes) pending = [];
      else if (piece.length > 0) pending.push(piece);
      if (end < 0) break;
      start = end + 1;
      yield toLine(pending, pendingBytes, number);
      pending = [];
      pendingBytes = 0;
      number += 1;
    }
  }
  if (pendingBytes > 0) yield toLine(pending, pendingBytes, number);
}
