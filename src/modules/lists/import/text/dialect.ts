/** The encoding and delimiter of a text file with columns, as detected from its beginning. */
import { guessCodePage } from './code-pages.ts';
import { columnKey, isNameColumn } from '../generic-header.ts';
import { DELIMITERS, type Delimiter } from './records.ts';
import type { ImportSource } from '../types.ts';

/** Number of bytes that are examined. */
const HEAD_BYTES = 256 * 1024;

export type Dialect = {
  /** As `TextDecoder` names it. */
  encoding: string;
  /** False if the code page is a guess from too few letters. */
  isSure: boolean;
  delimiter: Delimiter;
  /** True if the first line is `sep=` and the delimiter, as Excel writes it. */
  hasSepLine: boolean;
  /** True if lines end in a carriage return alone, as old programs for the Mac write them. */
  hasCrOnly: boolean;
};

/** The way in which a file was read, for its sender. */
export type ReadAs = { encoding: string; delimiter: string; warnings: string[] };

export const PLAIN: Dialect = {
  encoding: 'utf-8',
  isSure: true,
  delimiter: ',',
  hasSepLine: false,
  hasCrOnly: false,
};

const SEP_LINE = /^\uFEFF?sep=(\t|[^\s"\p{L}\p{N}])\r?$/iu;

/** Detects UTF-16 by its byte order mark, or by the zeros of Latin letters. */
function utf16Of(head: Uint8Array): string | undefined {
  const [first = 0, second = 0] = head;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const pairs = Math.min(head.length, 200) >> 1;
  if (pairs < 4) return undefined;
  let [even, odd] = [0, 0];
  for (let i = 0; i < pairs; i++) {
    if (head[2 * i] === 0) even += 1;
    if (head[2 * i + 1] === 0) odd += 1;
  }
  if (odd > pairs / 2 && even === 0) return 'utf-16le';
  return even > pairs / 2 && odd === 0 ? 'utf-16be' : undefined;
}

const strict = new TextDecoder('utf-8', { fatal: true });

function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Returns the lines that are not UTF-8. The last one may be cut off. */
function oddLines(head: Uint8Array): Uint8Array {
  const lines: Uint8Array[] = [];
  for (let start = 0; start < head.length;) {
    const end = head.indexOf(0x0a, start);
    const line = head.subarray(start, end < 0 ? head.length : end + 1);
    const isCut = end < 0 && head.length >= HEAD_BYTES;
    if (!isCut && !isUtf8(line)) lines.push(line);
    start += line.length;
  }
  return Buffer.concat(lines);
}

function withoutQuoted(line: string): string {
  return line.replaceAll(/"(?:[^"]|"")*"/g, '');
}

/** Number of lines in which the header is sought: a title may be above it. */
const MOST_LINES_ABOVE = 20;

function namesIn(header: string, delimiter: Delimiter): number {
  const cells = header.replace(/^\uFEFF/, '').split(delimiter);
  return cells.filter((cell) => isNameColumn(columnKey(cell.replaceAll('"', '')))).length;
}

function hasNames(line: string): boolean {
  return DELIMITERS.some((delimiter) => namesIn(line, delimiter) > 0);
}

/** Returns the delimiter that gives a column of names, or else the most frequent one outside quotes. */
function delimiterOf(header: string): Delimiter {
  const plain = withoutQuoted(header);
  const namesWith = (delimiter: Delimiter): number => namesIn(header, delimiter);
  const countOf = (delimiter: Delimiter): number => plain.split(delimiter).length;
  return DELIMITERS.reduce((best, one) => {
    const better = Math.min(1, namesWith(one)) - Math.min(1, namesWith(best));
    return better > 0 || (better === 0 && countOf(one) > countOf(best)) ? one : best;
  });
}

/** Reads the dialect from the beginning of a file. @param file at least its beginning */
export function dialectOf(file: Uint8Array): Dialect {
  const head = file.subarray(0, HEAD_BYTES);
  const utf16 = utf16Of(head);
  const odd = utf16 ? new Uint8Array() : oddLines(head);
  const { encoding, isSure } = utf16
    ? { encoding: utf16, isSure: true }
    : odd.length > 0
      ? guessCodePage(odd)
      : PLAIN;
  const text = new TextDecoder(encoding).decode(head);
  const hasCrOnly = !text.includes('\n') && /\r./su.test(text);
  const lines = text.split(hasCrOnly ? '\r' : '\n');
  const sep = SEP_LINE.exec(lines[0] ?? '')?.[1];
  const above = lines.filter((line) => line.trim() !== '').slice(0, MOST_LINES_ABOVE);
  const header = above.find(hasNames) ?? above[0] ?? '';
  return {
    encoding,
    isSure,
    delimiter: sep ?? delimiterOf(header.replace(/^\uFEFF/, '')),
    hasSepLine: sep !== undefined,
    hasCrOnly,
  };
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Returns whole lines, except for one longer than any line may be. */
async function* wholeLines(source: ImportSource): AsyncGenerator<Buffer, void, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    const bytes = Buffer.concat([rest, Buffer.from(chunk)]);
    const end = bytes.length > HEAD_BYTES ? bytes.length : bytes.lastIndexOf(NEWLINE) + 1;
    if (end > 0) yield bytes.subarray(0, end);
    rest = bytes.subarray(end);
  }
  if (rest.length > 0) yield rest;
}

/** Returns lines that are not UTF-8 as UTF-8: publishers mix encodings in one file. */
async function* ofCodePage(source: ImportSource, encoding: string): AsyncGenerator<Buffer> {
  const codePage = new TextDecoder(encoding);
  for await (const lines of wholeLines(source)) {
    if (isUtf8(lines)) {
      yield lines;
      continue;
    }
    const parts: Buffer[] = [];
    for (let start = 0; start < lines.length;) {
      const at = lines.indexOf(NEWLINE, start);
      const line = lines.subarray(start, at < 0 ? lines.length : at + 1);
      parts.push(isUtf8(line) ? line : Buffer.from(codePage.decode(line)));
      start += line.length;
    }
    yield Buffer.concat(parts);
  }
}

async function* ofUtf16(source: ImportSource, encoding: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of source)
    yield Buffer.from(decoder.decode(Buffer.from(chunk), { stream: true }));
  yield Buffer.from(decoder.decode());
}

/** Ends lines by a line feed instead of a carriage return. */
async function* withNewlines(source: ImportSource): AsyncGenerator<Buffer> {
  for await (const chunk of source)
    yield Buffer.from(chunk).map((byte) => (byte === RETURN ? NEWLINE : byte)) as Buffer;
}

async function* withoutSepLine(source: ImportSource): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const lines of wholeLines(source)) {
    yield isFirst ? lines.subarray(Math.max(0, lines.indexOf(NEWLINE))) : lines;
    isFirst = false;
  }
}

/** Returns the same file in UTF-8, line by line; a `sep=` line becomes blank. */
export function inUtf8(
  source: ImportSource,
  { encoding, hasSepLine, hasCrOnly }: Dialect,
): ImportSource {
  const isUtf16 = encoding.startsWith('utf-16');
  const bytes = isUtf16 ? ofUtf16(source, encoding) : source;
  const lines = hasCrOnly ? withNewlines(bytes) : bytes;
  const text = isUtf16 || encoding === 'utf-8' ? lines : ofCodePage(lines, encoding);
  return hasSepLine ? withoutSepLine(text) : text;
}

/**
 * Returns the beginning of a source, and the whole source. Keeps only the beginning in memory.
 * @param mostLines the number of lines after which the beginning counts as complete
 */
export async function withBeginning(
  source: ImportSource,
  mostLines = Infinity,
): Promise<{ head: Uint8Array; source: AsyncGenerator<Uint8Array, void, undefined> }> {
  const iterator = source[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let lines = 0;
  for (let bytes = 0; bytes < HEAD_BYTES && lines < mostLines;) {
    const { done, value } = await iterator.next();
    if (done) break;
    chunks.push(Buffer.from(value));
    bytes += chunks.at(-1)!.length;
    lines += chunks.at(-1)!.filter((byte) => byte === NEWLINE).length;
  }
  return {
    head: Buffer.concat(chunks),
    source: (async function* () {
      try {
        yield* chunks;
        for (let next = await iterator.next(); !next.done; next = await iterator.next())
          yield Buffer.from(next.value);
      } finally {
        await iterator.return?.();
      }
    })(),
  };
}

const NAMES: ReadonlyMap<Delimiter, string> = new Map([
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
]);

/** Returns it in the form for answers. */
export function readAs({ encoding, isSure, delimiter }: Dialect): ReadAs {
  const warnings = isSure
    ? []
    : [`the file is not in UTF-8, and too little of it shows whether it is in ${encoding}`];
  return { encoding, delimiter: NAMES.get(delimiter) ?? delimiter, warnings };
}
