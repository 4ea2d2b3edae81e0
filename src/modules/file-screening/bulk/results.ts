/** The rows of a result file, one for each row of the input. */
import type { Hit, Outcome } from '../../screening/index.ts';

export const RESULT_FORMATS = ['csv', 'jsonl'] as const;
export type ResultFormat = (typeof RESULT_FORMATS)[number];

export type Result = { line: number; ref: string | null } &
  // `reason` names the parts of the row that were not used.
  (
    | { outcome: Outcome; screeningId: string; hits: Hit[]; reason?: string }
    | { outcome: 'invalid'; reason: string }
  );

const CSV_COLUMNS = [
  'line',
  'ref',
  'outcome',
  'hitCount',
  'listKind',
  'source',
  'entryId',
  'score',
  'matchedName',
  'hits',
  'screeningId',
  'reason',
];

/**
 * Matches where a spreadsheet would read a text as a formula (OWASP, CSV Injection), including full-width characters:
 * at its beginning, and after a semicolon or tab, where programs that separate by these begin a cell and do not see
 * the quotes.
 */
const FORMULA_START = /^(?=[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n])(?="*[=+\-@＝＋－＠])/g;
const FORMULA_IN_JSON = /(?<=;)[=+\-@＝＋－＠]/g;

/** JSON with the same value, in which no formula begins. */
function jsonCell(value: object): string {
  return JSON.stringify(value).replace(
    FORMULA_IN_JSON,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** RFC 4180; text that would begin a formula gets an apostrophe in front. */
function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = value.replace(FORMULA_START, "'");
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function csvLine(cells: (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function toCsv(result: Result): string {
  const { line, ref, outcome } = result;
  if (outcome === 'invalid')
    return csvLine([line, ref, outcome, ...Array<null>(8).fill(null), result.reason]);
  const { hits, screeningId, reason = null } = result;
  const top = hits[0];
  const best = top
    ? [top.listKind, top.source, top.entryId, top.score, top.matchedName, jsonCell(hits)]
    : Array<null>(6).fill(null);
  return csvLine([line, ref, outcome, hits.length, ...best, screeningId, reason]);
}

function toJsonLine(result: Result): string {
  return `${JSON.stringify(result)}\n`;
}

/** The beginning of a result file. */
export function resultHeader(format: ResultFormat): string {
  return format === 'csv' ? csvLine(CSV_COLUMNS) : '';
}

export function resultText(format: ResultFormat, results: Result[]): string {
  return results.map(format === 'csv' ? toCsv : toJsonLine).join('');
}
