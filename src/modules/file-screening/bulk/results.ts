/** The rows of a result file, one for each row of the input. */
import { withoutFormulas } from '../../../platform/export-source.ts';
import { screeningJobsExport } from '../export/store.ts';
import { type JudgedRow, reasonOf } from '../file/blocks.ts';

export const RESULT_FORMATS = ['csv', 'jsonl'] as const;
export type ResultFormat = (typeof RESULT_FORMATS)[number];

/** The columns of the export of a job, without the job. */
const CSV_COLUMNS = screeningJobsExport.columns.slice(1).map(({ name }) => name);

const FORMULA_IN_JSON = /(?<=;)[=+\-@＝＋－＠]/g;

/** Returns JSON with the same value, in which no formula begins. */
function jsonCell(value: object): string {
  return JSON.stringify(value).replace(
    FORMULA_IN_JSON,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Returns a cell by RFC 4180. A text that would begin a formula gets an apostrophe in front. */
function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = withoutFormulas(value);
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function csvLine(cells: (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function toCsv({ row, verdict }: JudgedRow): string {
  const top = verdict?.hits[0];
  const best = top
    ? [top.listKind, top.source, top.entryId, top.score, top.matchedName, jsonCell(verdict!.hits)]
    : Array<null>(6).fill(null);
  const { line, ref } = row;
  const ends = [verdict?.id ?? null, reasonOf(row) ?? null];
  return csvLine([
    line,
    ref,
    verdict?.outcome ?? 'invalid',
    verdict?.hits.length ?? null,
    ...best,
    ...ends,
  ]);
}

function toJsonLine({ row, verdict }: JudgedRow): string {
  const { line, ref } = row;
  const result = verdict
    ? { outcome: verdict.outcome, screeningId: verdict.id, hits: verdict.hits }
    : { outcome: 'invalid' };
  return `${JSON.stringify({ line, ref, ...result, reason: reasonOf(row) })}\n`;
}

/** The beginning of a result file. */
export function resultHeader(format: ResultFormat): string {
  return format === 'csv' ? csvLine(CSV_COLUMNS) : '';
}

export function resultText(format: ResultFormat, rows: JudgedRow[]): string {
  return rows.map(format === 'csv' ? toCsv : toJsonLine).join('');
}
