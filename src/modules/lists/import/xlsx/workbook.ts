/** Converts the first sheet of an Excel workbook to CSV, so that the CSV reader can read it. */
import { withBeginning } from '../text/dialect.ts';
import { ImportFormatError, type ImportSource } from '../types.ts';
import { checkedParts, isZip } from './zip.ts';

/** Parts that refer to other files, or contain programs. */
const REFUSED_PART = /^xl\/(?:externalLinks\/|vbaProject\.bin$)/i;

/** Dates come as days in UTC. Numbers come as the file has them, so that long ones keep their digits. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = value instanceof Date ? dayOf(value) : String(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function dayOf(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}

/**
 * Formulas give their stored values. The library is loaded with the first workbook.
 * @throws ImportFormatError for a file that is not a workbook, is too large, or refers to other files
 */
export async function csvOfWorkbook(file: Buffer): Promise<Buffer> {
  const refused = checkedParts(file).find((part) => REFUSED_PART.test(part));
  if (refused !== undefined)
    throw new ImportFormatError(
      `the workbook has a part that is not accepted (${refused}): save it as .xlsx without links and macros`,
    );
  const { readSheet } = await import('read-excel-file/node');
  let rows: unknown[][];
  try {
    rows = await readSheet(file, 1, { trim: false, parseNumber: (text: string) => text });
  } catch {
    throw new ImportFormatError('the file is not a readable workbook: save it as .xlsx');
  }
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const lines = rows.map((row) =>
    Array.from({ length: width }, (_, i) => cellOf(row[i])).join(','),
  );
  return Buffer.from(lines.map((line) => `${line}\n`).join(''));
}

/** Maximum number of bytes of a packed workbook, which is read into memory. */
export const MOST_WORKBOOK_BYTES = 50 * 2 ** 20;

/** Returns the file unchanged, or the CSV of a workbook. @throws ImportFormatError */
export async function* unpacked(file: ImportSource): AsyncGenerator<Uint8Array, void, undefined> {
  const { head, source } = await withBeginning(file);
  if (!isZip(head)) return yield* source;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of source) {
    bytes += part.length;
    if (bytes > MOST_WORKBOOK_BYTES)
      throw new ImportFormatError(
        `the workbook is larger than ${MOST_WORKBOOK_BYTES / 2 ** 20} MiB`,
      );
    parts.push(part);
  }
  yield await csvOfWorkbook(Buffer.concat(parts));
}
