/** Reads the tables of a web page row by row, for publishers without files. */
import { Parser } from 'htmlparser2';
import { columnKey } from '../generic-header.ts';
import { readLines } from '../lines.ts';
import { cleanText } from '../names.ts';
import { ImportFormatError, type ImportSource } from '../types.ts';

/**
 * A row of a table, whose first row is its header. `cells` are by the `columnKey` of their column, without empty ones.
 */
export type HtmlRow = {
  /** Line where it begins, from 1. */
  line: number;
  /** The `id` of its table. */
  table: string;
  header: readonly string[];
  isHeader: boolean;
  cells: Readonly<Record<string, string>>;
  /** True if its cells do not match the header, so that their columns are unknown. */
  problem?: string;
};

/** Maximum number of characters of a row. */
const MAX_ROW_CHARS = 64 * 1024;
const MAX_COLUMNS = 100;
/** Deepest nesting of elements. */
const MAX_DEPTH = 256;
/** Maximum number of characters of a tag or text, which fill the memory before the parser reports it. */
const MAX_EVENT_CHARS = 1024 * 1024;

class TableReader {
  readonly parser: Parser;
  /** Finished rows that were not taken yet. */
  done: HtmlRow[] = [];
  line = 0;
  #table = '';
  #depth = 0;
  #header: string[] | undefined;
  #startLine = 0;
  #cells: string[] = [];
  #chars = 0;
  #inCell = false;
  /** Open elements. */
  #elements = 0;
  #written = 0;
  /** Characters written since the parser last reported something. */
  #mark = 0;

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

  /** True while a table is open. At the end of the page, that means that the page was cut off. */
  get isOpen(): boolean {
    return this.#depth > 0;
  }

  /** Passes a line to the parser. @throws ImportFormatError if a tag or text is too long */
  write(text: string): void {
    this.parser.write(text);
    this.#written += text.length;
    if (this.#written - this.#mark > MAX_EVENT_CHARS)
      throw new ImportFormatError(`a tag or text is too long, near line ${this.line}`);
  }

  #open(name: string, id: string): void {
    this.#mark = this.#written;
    this.#elements += 1;
    if (this.#elements > MAX_DEPTH)
      throw new ImportFormatError(`the elements are nested too deeply, near line ${this.line}`);
    if (name === 'table') {
      this.#depth += 1;
      if (this.#depth > 1) return;
      this.#table = id;
      this.#header = undefined;
    }
    // A table in a cell counts as text of the cell.
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
    this.#mark = this.#written;
    if (!this.#inCell) return;
    this.#chars += text.length;
    if (this.#chars > MAX_ROW_CHARS) throw this.#tooLong();
    this.#cells.push(`${this.#cells.pop() ?? ''}${text}`);
  }

  #close(name: string): void {
    this.#mark = this.#written;
    this.#elements -= 1;
    if (name === 'table') this.#depth -= 1;
    if (this.#depth !== 1) return;
    if (name === 'td' || name === 'th') this.#inCell = false;
    if (name === 'tr') this.#endRow();
  }

  /** The first row is the header; a column without a name gets its number. */
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
      ...(texts.length !== this.#header.length && {
        problem: `the row has ${texts.length} cells, the header ${this.#header.length}`,
      }),
    });
  }

  #tooLong(): ImportFormatError {
    return new ImportFormatError(`a row of a table is too long, near line ${this.line}`);
  }
}

/**
 * Returns the rows of all tables that are not inside another table, in file order.
 * @throws ImportFormatError if a table has no end, or a row or line is too long
 */
export async function* readHtmlTables(
  source: ImportSource,
): AsyncGenerator<HtmlRow, void, undefined> {
  const reader = new TableReader();
  for await (const { line, text, tooLong } of readLines(source)) {
    if (tooLong) throw new ImportFormatError(`line ${line} is longer than 1 MiB`);
    reader.line = line;
    reader.write(`${text.replaceAll('\0', '')}\n`);
    const { done } = reader;
    reader.done = [];
    yield* done;
  }
  if (reader.isOpen) throw new ImportFormatError('the page is cut off in a table');
}
