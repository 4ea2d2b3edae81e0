import { Zip, ZipDeflate } from 'fflate';
import type { ExportColumn } from '../../../platform/export-source.ts';
import { StorageError } from '../files/files.ts';
import { NULL_CELL, unescape } from './opened-rows.ts';
import type { RowFormatter } from './rows.ts';

/** The maximum number of rows in a sheet, without the header. */
export const MAX_SHEET_ROWS = 1_048_575;
/** The maximum length of a cell, in UTF-16 units. */
const MAX_TEXT = 32_767;
/** The number of digits that a spreadsheet keeps. */
const MAX_DIGITS = 15;
/** The maximum size of a part. A larger one would need another zip format. */
const MAX_SHEET_BYTES = 4 * 2 ** 30 - 2 ** 20;
/** A low level, because the thread has other work and rows are similar. */
const LEVEL = 3;

const NEWLINE = 0x0a;
const NOTHING = Buffer.alloc(0);
const DAY_MS = 86_400_000;
/** Days from the first day of a spreadsheet's calendar to 1970. */
const EPOCH_DAYS = 25_569;
/** The first date after a day in a spreadsheet's calendar that never existed. */
const FIRST_MS = Date.UTC(1900, 2, 1);

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const FORMATS = 'http://schemas.openxmlformats.org';
const MAIN = `xmlns="${FORMATS}/spreadsheetml/2006/main"`;
const RELATIONS = `${FORMATS}/officeDocument/2006/relationships`;
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Cell styles, by their index in styles.xml. */
const [MOMENT, DAY] = [1, 2];
const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${FORMATS}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${FORMATS}/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets><sheet name="Export" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${FORMATS}/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet ${MAIN}><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss.000"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/**
 * Matches characters that XML does not allow or changes, text that a spreadsheet would read as such a character, and
 * lone surrogates.
 */
const SPECIAL =
  // oxlint-disable-next-line no-control-regex
  /[&<>]|[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function escaped(text: string): string {
  return text.replaceAll(
    SPECIAL,
    (sign) =>
      ENTITIES[sign] ?? `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );
}

/** Returns the letters of a column in a spreadsheet. No source has more columns than two letters can name. */
function columnName(i: number): string {
  const letter = (n: number) => String.fromCharCode(65 + n);
  return i < 26 ? letter(i) : letter(Math.floor(i / 26) - 1) + letter(i % 26);
}

/** Returns a text as an inline cell, which is never a formula. */
export function textCell(at: string, text: string): string {
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/** Returns a number, or a text if digits would be lost. */
function numberCell(at: string, text: string): string {
  const digits = text.replace(/^-/, '').replace('.', '').replace(/^0+/, '');
  return /^-?\d+(\.\d+)?$/.test(text) && digits.length <= MAX_DIGITS
    ? `<c r="${at}"><v>${text}</v></c>`
    : textCell(at, text);
}

/** Returns a time in UTC in the format of a spreadsheet, or a text if its calendar does not have that day. */
function timeCell(at: string, text: string, style: number): string {
  const ms = Date.parse(text);
  return ms >= FIRST_MS && /^\d{4}-/.test(text)
    ? `<c r="${at}" s="${style}"><v>${ms / DAY_MS + EPOCH_DAYS}</v></c>`
    : textCell(at, text);
}

/**
 * Writes a workbook with one sheet, row by row, from COPY's text format. Libraries for workbooks require all rows at
 * once. A cell has the type of its column, and a text is never a formula.
 */
export class WorkbookRows implements RowFormatter {
  readonly #columns: readonly ExportColumn[];
  readonly #maxRows: number;
  readonly #zip: Zip;
  readonly #sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: LEVEL });
  #made: Uint8Array[] = [];
  #rest = NOTHING;
  #bytes = 0;
  rows = 0;
  truncated = false;
  cutTexts = 0;

  constructor(columns: readonly ExportColumn[], maxRows: number) {
    this.#columns = columns;
    this.#maxRows = maxRows;
    this.#zip = new Zip((error, data) => {
      if (error) throw error;
      this.#made.push(data);
    });
  }

  head(): Buffer {
    for (const [name, text] of Object.entries(PARTS)) {
      const part = new ZipDeflate(name, { level: LEVEL });
      this.#zip.add(part);
      part.push(Buffer.from(XML + text), true);
    }
    this.#zip.add(this.#sheet);
    const names = this.#columns.map(({ name }, i) => textCell(`${columnName(i)}1`, name)).join('');
    this.#push(`${XML}<worksheet ${MAIN}><sheetData><row r="1">${names}</row>`);
    return this.#take();
  }

  tail(): Buffer {
    this.#push('</sheetData></worksheet>', true);
    this.#zip.end();
    return this.#take();
  }

  format(chunk: Buffer): Buffer {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    // The rest is copied, because the chunk's memory is reused.
    this.#rest = Buffer.from(bytes.subarray(end));
    if (end === 0) return NOTHING;
    const lines = bytes.toString('utf8', 0, end - 1).split('\n');
    const room = this.#maxRows - this.rows;
    if (lines.length > room) this.truncated = true;
    this.#push(
      lines
        .slice(0, room)
        .map((line) => this.#row(line))
        .join(''),
    );
    return this.#take();
  }

  #row(line: string): string {
    this.rows += 1;
    const cells = line.split('\t');
    // The first row has the column names.
    const n = this.rows + 1;
    const row = this.#columns.map(({ type }, i) =>
      this.#cell(`${columnName(i)}${n}`, cells[i]!, type),
    );
    return `<row r="${n}">${row.join('')}</row>`;
  }

  #cell(at: string, cell: string, type: ExportColumn['type']): string {
    if (cell === NULL_CELL) return '';
    if (type === 'integer' || type === 'decimal') return numberCell(at, cell);
    if (type === 'timestamp') return timeCell(at, cell, MOMENT);
    if (type === 'date') return timeCell(at, cell, DAY);
    if (type === 'boolean') return `<c r="${at}" t="b"><v>${cell === 'true' ? 1 : 0}</v></c>`;
    const text = unescape(cell);
    if (text.length <= MAX_TEXT) return textCell(at, text);
    this.cutTexts += 1;
    // The cut must not split a surrogate pair.
    return textCell(at, text.slice(0, MAX_TEXT).replace(/[\ud800-\udbff]$/, ''));
  }

  /** @throws StorageError for a sheet that is too large for the format */
  #push(text: string, isLast = false): void {
    const bytes = Buffer.from(text);
    this.#bytes += bytes.length;
    if (this.#bytes > MAX_SHEET_BYTES)
      throw new StorageError('the file is too large for XLSX', false, undefined);
    this.#sheet.push(bytes, isLast);
  }

  #take(): Buffer {
    const made = Buffer.concat(this.#made);
    this.#made = [];
    return made;
  }
}
