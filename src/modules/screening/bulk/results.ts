/** The rows of a result file, one for each row of the input. */
import type { Hit, Outcome } from '../screen/schemas.ts';

export const RESULT_FORMATS = ['csv', 'jsonl'] as const;
export type ResultFormat = (typeof RESULT_FORMATS)[number];

export type Result = { line: number; ref: string | null } &
  // `reason`: what of the row was not used.
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

/** What a spreadsheet would take for a formula (OWASP, CSV Injection), full-width forms included. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;

/** RFC 4180; text that would begin a formula gets an apostrophe in front. */
function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA_START.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const csvLine = (cells: (string | number | null)[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`;

function toCsv(result: Result): string {
  const { line, ref, outcome } = result;
  if (outcome === 'invalid')
    return csvLine([line, ref, outcome, ...Array<null>(8).fill(null), result.reason]);
  const { hits, screeningId, reason = null } = result;
  const top = hits[0];
  const best = top
    ? [top.listKind, top.source, top.entryId, top.score, top.matchedName, JSON.stringify(hits)]
    : Array<null>(6).fill(null);
  return csvLine([line, ref, outcome, hits.length, ...best, screeningId, reason]);
}

const toJsonLine = (result: Result): string => `${JSON.stringify(result)}\n`;

/** What a result file begins with. */
export function resultHead(format: ResultFormat): string {
  return format === 'csv' ? csvLine(CSV_COLUMNS) : '';
}

export function resultText(format: ResultFormat, results: Result[]): string {
  return results.map(format === 'csv' ? toCsv : toJsonLine).join('');
}
