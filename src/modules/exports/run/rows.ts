import type { Format } from '../schemas.ts';

const QUOTE = 0x22;
const NEWLINE = 0x0a;
const CRLF = Buffer.from('\r\n');
const COMMA = Buffer.from(',\n');

/**
 * Makes the bytes of a file from what COPY sends in chunks: counts rows, ends those of CSV with CRLF (RFC 4180; COPY
 * ends them with LF), puts commas between those of JSON, and stops after `maxRows`.
 */
export class RowFormatter {
  readonly #format: Format;
  readonly #maxRows: number;
  readonly #separator: Buffer;
  #rows = 0;
  #quoted = false;
  /** A row is complete, and what separates it from the next one is not written yet. */
  #between = false;
  truncated = false;

  constructor(format: Format, maxRows: number) {
    this.#format = format;
    this.#maxRows = maxRows;
    this.#separator = format === 'CSV' ? CRLF : COMMA;
  }

  get rows(): number {
    return this.#rows;
  }

  head(columns: readonly string[]): Buffer {
    return Buffer.from(this.#format === 'CSV' ? `${columns.join(',')}\r\n` : '[');
  }

  tail(): Buffer {
    if (this.#format === 'CSV') return this.#rows > 0 ? CRLF : Buffer.alloc(0);
    return Buffer.from(']\n');
  }

  /** The chunk's part of the file; its bytes are copied. */
  format(chunk: Buffer): Buffer {
    // A row has at least its newline, so what comes between rows at most doubles the chunk.
    const out = Buffer.allocUnsafe(chunk.length * 2 + 2);
    let length = 0;
    let start = 0;
    let quote = this.#format === 'CSV' ? chunk.indexOf(QUOTE) : -1;
    let from = 0;
    while (start < chunk.length) {
      if (this.#between) {
        if (this.#rows >= this.#maxRows) {
          this.truncated = true;
          break;
        }
        length += this.#separator.copy(out, length);
        this.#between = false;
      }
      const newline = chunk.indexOf(NEWLINE, from);
      const end = newline === -1 ? chunk.length : newline;
      while (quote !== -1 && quote < end) {
        this.#quoted = !this.#quoted;
        quote = chunk.indexOf(QUOTE, quote + 1);
      }
      from = end + 1;
      if (newline !== -1 && this.#quoted) continue;
      length += chunk.copy(out, length, start, end);
      start = end + 1;
      if (newline === -1) break;
      this.#rows += 1;
      this.#between = true;
    }
    return out.subarray(0, length);
  }
}
