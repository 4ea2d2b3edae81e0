/** The tables of a web page, row by row, for publishers who publish nothing else. */
import { Parser } from 'htmlparser2';
import { columnKey } from '../generic-header.ts';
import { readLines } from '../lines.ts';
import { cleanText } from '../names.ts';
import { ImportFormatError, type ImportSource } from '../types.ts';

/** A row of a table, of which the first is its header. `cells` are by `columnKey` of their column, without the empty ones. */
export type HtmlRow = {
  /** The line in which it begins, from 1. */
  line: number;
  /** The `id` of its table. */
  table: string;
  header: readonly string[];
  isHeader: boolean;
  cells: Readonly<Record<string, string>>;
};

/** Characters of a row. */
const MAX_ROW_CHARS = 64 * 1024;
const MAX_COLUMNS = 100;

class TableReader {
  readonly parser: Parser;
  /** Rows that are complete and not taken yet. */
  done: HtmlRow[] = [];
  line = 0;
  #table = '';
  #depth = 0;
  #header: string[] | undefined;
  #startLine = 0;
  #cells: string[] = [];
  #chars = 0;
  #inCell = false;

  constructor() {
    this.parser = new Parser(
      {
        onopentag: (name, { id }) => this.#open(name, id ?? ''),
        ontext: (text) => this.#text(text),
        onclosetag: (name) => this.#close(name),
      },
      { decodeEntities: true },
    );
  }

  /** True while a table has no end: the page was cut off. */
  get isOpen(): boolean {
    return this.#depth > 0;
  }

  #open(name: string, id: string): void {
    if (name === 'table') {
      this.#depth += 1;
      if (this.#depth > 1) return;
      this.#table = id;
      this.#header = undefined;
    }
    // A table in a cell is text of the cell.
    if (this.#depth !== 1) return;
    if (name === 'tr') {
      this.#cells = [];
      this.#chars = 0;
      this.#startLine = this.line;
    }
    if (name === 'td' || name === 'th') {
      if (this.#cells.length === MAX_COLUMNS) throw this.#tooLong();
      this.#cells.push('');
      this.#inCell = true;
    }
    if (name === 'br') this.#text(' ');
  }

  #text(text: string): void {
    if (!this.#inCell) return;
    this.#chars += text.length;
    if (this.#chars > MAX_ROW_CHARS) throw this.#tooLong();
    this.#cells.push(`${this.#cells.pop() ?? ''}${text}`);
  }

  #close(name: string): void {
    if (name === 'table') this.#depth -= 1;
    if (this.#depth !== 1) return;
    if (name === 'td' || name === 'th') this.#inCell = false;
    if (name === 'tr') this.#endRow();
  }

  /** The first row is the header; a column without a name is called by its number. */
  #endRow(): void {
    const texts = this.#cells.map(cleanText);
    const isHeader = this.#header === undefined;
    this.#header ??= texts.map((text, index) => columnKey(text) || `column_${index + 1}`);
    const filled = this.#header.flatMap((column, index): [string, string][] => {
      const text = texts[index] ?? '';
      return text === '' ? [] : [[column, text]];
    });
    this.done.push({
      line: this.#startLine,
      table: this.#table,
      header: this.#header,
      isHeader,
      cells: Object.fromEntries(filled),
    });
  }

  #tooLong(): ImportFormatError {
    return new ImportFormatError(`a row of a table is too long, near line ${this.line}`);
  }
}

/**
 * The rows of all tables that stand in no other table, in file order.
 * @throws ImportFormatError when a table has no end, or a row or line no reasonable one
 */
export async function* readHtmlTables(
  source: ImportSource,
): AsyncGenerator<HtmlRow, void, undefined> {
  const reader = new TableReader();
  for await (const { line, text, tooLong } of readLines(source)) {
    if (tooLong) throw new ImportFormatError(`line ${line} is longer than 1 MiB`);
    reader.line = line;
    reader.parser.write(`${text.replaceAll('\0', '')}\n`);
    const { done } = reader;
    reader.done = [];
    yield* done;
  }
  if (reader.isOpen) throw new ImportFormatError('the page is cut off in a table');
}
