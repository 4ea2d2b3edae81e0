import type { ExportColumn } from '../../../platform/export-source.ts';
import type { Format } from '../schemas.ts';
import type { CsvOptions } from '../store.ts';
import { WorkbookRows } from './workbook.ts';

/**
 * Formats the output of COPY, in chunks split anywhere, as the bytes of a file. Counts rows, and stops after the
 * limit.
 */
export type RowFormatter = {
  readonly rows: number;
  /** True if there was a row after the last allowed one. */
  readonly truncated: boolean;
  /** The number of texts that were cut, in a format that cuts them. */
  readonly cutTexts?: number;
  head: () => Buffer;
  /** Returns the bytes that the chunk adds to the file. They are valid until the next call. */
  format: (chunk: Buffer) => Buffer;
  tail: () => Buffer;
};

export function rowFormatter(
  format: Format,
  columns: readonly ExportColumn[],
  maxRows: number,
  csv?: CsvOptions | null,
): RowFormatter {
  if (format === 'XLSX') return new WorkbookRows(columns, maxRows);
  return format === 'CSV' ? new CsvRows(columns, maxRows, csv) : new JsonRows(columns, maxRows);
}

const QUOTE = 0x22;
const NEWLINE = 0x0a;
const CRLF = Buffer.from('\r\n');
const NOTHING = Buffer.alloc(0);
const BYTE_ORDER_MARK = '\ufeff';

/** Formats COPY's CSV: RFC 4180 ends records with CRLF, COPY with LF. */
class CsvRows implements RowFormatter {
  readonly #header: string;
  readonly #maxRows: number;
  #scratch = NOTHING;
  #quoted = false;
  /** True after a row whose line end is not written yet. */
  #between = false;
  rows = 0;
  truncated = false;

  constructor(columns: readonly ExportColumn[], maxRows: number, csv?: CsvOptions | null) {
    const names = columns.map(({ name }) => name).join(csv?.delimiter ?? ',');
    this.#header = `${csv?.bom ? BYTE_ORDER_MARK : ''}${names}`;
    this.#maxRows = maxRows;
  }

  head(): Buffer {
    return Buffer.from(`${this.#header}\r\n`);
  }

  tail(): Buffer {
    return this.rows > 0 ? CRLF : NOTHING;
  }

  format(chunk: Buffer): Buffer {
    // A row has at least its newline, so the CRs at most double the chunk.
    if (this.#scratch.length < chunk.length * 2 + 2)
      this.#scratch = Buffer.allocUnsafeSlow(chunk.length * 2 + 2);
    const out = this.#scratch;
    let length = 0;
    let start = 0;
    let from = 0;
    let quote = chunk.indexOf(QUOTE);
    while (start < chunk.length) {
      if (this.#between) {
        if (this.rows >= this.#maxRows) {
          this.truncated = true;
          break;
        }
        length += CRLF.copy(out, length);
        this.#between = false;
      }
      const newline = chunk.indexOf(NEWLINE, from);
      const end = newline === -1 ? chunk.length : newline;
      while (quote !== -1 && quote < end) {
        this.#quoted = !this.#quoted;
        quote = chunk.indexOf(QUOTE, quote + 1);
      }
      from = end + 1;
      // This newline is part of a cell.
      if (newline !== -1 && this.#quoted) continue;
      length += chunk.copy(out, length, start, end);
      start = end + 1;
      if (newline === -1) break;
      this.rows += 1;
      this.#between = true;
    }
    return out.subarray(0, length);
  }
}

const TAB = 0x09;
const BACKSLASH = 0x5c;
const [UPPER_N, LOWER_V] = [0x4e, 0x76];
const NULL = Buffer.from('null');
const HEX = Buffer.from('0123456789abcdef');
/** The maximum number of bytes that one byte becomes (`\u001f`). */
const MAX_ESCAPE = 6;
const LITERAL = new Set<ExportColumn['type']>(['integer', 'boolean']);

/**
 * Formats COPY's text format, which escapes nearly as JSON does: backslash, tab, line feed, carriage return, backspace
 * and form feed are the same. This class handles quotation marks, the vertical tab, other control characters, and null
 * (https://www.postgresql.org/docs/current/sql-copy.html, RFC 8259 section 7). It would take PostgreSQL twice as long
 * to build JSON objects.
 */
class JsonRows implements RowFormatter {
  readonly #columns: { start: Buffer; quoted: boolean }[];
  readonly #overhead: number;
  readonly #maxRows: number;
  /** The beginning of an incomplete row. */
  #rest = NOTHING;
  #out = Buffer.allocUnsafeSlow(64 * 1024);
  #length = 0;
  rows = 0;
  truncated = false;

  constructor(columns: readonly ExportColumn[], maxRows: number) {
    this.#columns = columns.map(({ name, type }, i) => ({
      start: Buffer.from(`${i === 0 ? '{' : ','}${JSON.stringify(name)}:`),
      quoted: !LITERAL.has(type),
    }));
    this.#overhead = this.#columns.reduce((sum, { start }) => sum + start.length + 2, 8);
    this.#maxRows = maxRows;
  }

  head(): Buffer {
    return Buffer.from('[');
  }

  tail(): Buffer {
    return Buffer.from(']\n');
  }

  format(chunk: Buffer): Buffer {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    this.#length = 0;
    let start = 0;
    for (;;) {
      const end = bytes.indexOf(NEWLINE, start);
      if (end === -1) break;
      if (this.rows >= this.#maxRows) {
        this.truncated = true;
        break;
      }
      this.#row(bytes, start, end);
      start = end + 1;
    }
    // The rest is copied, because the chunk's memory is reused.
    this.#rest = start < bytes.length ? Buffer.from(bytes.subarray(start)) : NOTHING;
    return this.#out.subarray(0, this.#length);
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#out.length) return;
    const larger = Buffer.allocUnsafeSlow((this.#length + bytes) * 2);
    this.#out.copy(larger, 0, 0, this.#length);
    this.#out = larger;
  }

  #row(bytes: Buffer, start: number, end: number): void {
    this.#reserve((end - start) * MAX_ESCAPE + this.#overhead);
    const out = this.#out;
    let o = this.#length;
    if (this.rows > 0) {
      out[o++] = 0x2c;
      out[o++] = NEWLINE;
    }
    let p = start;
    for (const { start: name, quoted } of this.#columns) {
      for (let i = 0; i < name.length; i += 1) out[o++] = name[i]!;
      // A text `\N` is sent as `\\N`.
      if (bytes[p] === BACKSLASH && bytes[p + 1] === UPPER_N) {
        o += NULL.copy(out, o);
        p += 3;
        continue;
      }
      if (quoted) out[o++] = QUOTE;
      for (; p < end; p += 1) {
        const byte = bytes[p]!;
        if (byte === TAB) break;
        if (byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH) out[o++] = byte;
        else if (byte === QUOTE) {
          out[o++] = BACKSLASH;
          out[o++] = QUOTE;
        } else if (byte === BACKSLASH && bytes[p + 1] !== LOWER_V) {
          out[o++] = BACKSLASH;
          out[o++] = bytes[++p]!;
        } else {
          const code = byte === BACKSLASH ? 0x0b : byte;
          if (byte === BACKSLASH) p += 1;
          o += out.write('\\u00', o, 'latin1');
          out[o++] = HEX[code >> 4]!;
          out[o++] = HEX[code & 15]!;
        }
      }
      p += 1;
      if (quoted) out[o++] = QUOTE;
    }
    out[o++] = 0x7d;
    this.#length = o;
    this.rows += 1;
  }
}
