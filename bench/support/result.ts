import { appendFileSync } from 'node:fs';

/** The exit code of a benchmark whose peer is not installed on this machine (sysexits.h). */
export const UNAVAILABLE = 69;

/** One line of docs/benchmarks.md. */
export type Result = {
  /** A short name of the measurement. */
  what: string;
  /** The measured value with its unit. */
  measured: string;
  /** The baseline of the same run, with its figure. */
  baseline?: string;
  /** The figure for the requirement: a ratio against the baseline, or the measured value. */
  figure: number;
  unit?: string;
  /** The requirement; undefined for a figure that is for information. */
  atLeast?: number;
  atMost?: number;
};

/** Returns a figure with three significant digits. */
function text(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

export function figureOf({ figure, unit = '' }: Result): string {
  return `${text(figure)}${unit === '' ? '' : ` ${unit}`}`;
}

export function requiredOf({ atLeast, atMost, unit = '' }: Result): string {
  const limit = atLeast ?? atMost;
  if (limit === undefined) return '';
  return `at ${atMost === undefined ? 'least' : 'most'} ${text(limit)}${unit === '' ? '' : ` ${unit}`}`;
}

/** Returns whether the requirement is met; undefined without one. */
export function isMet({ figure, atLeast, atMost }: Result): boolean | undefined {
  if (atLeast === undefined && atMost === undefined) return undefined;
  return figure >= (atLeast ?? -Infinity) && figure <= (atMost ?? Infinity);
}

/**
 * Prints a result, and whether it meets the requirement. Passes it to bench/run.ts as one line of JSON in the file from
 * `ORIKI_BENCH_RESULTS`.
 */
export function result(found: Result): void {
  const { what, measured, baseline } = found;
  const met = isMet(found);
  const verdict =
    met === undefined ? '' : `, required ${requiredOf(found)}: ${met ? 'met' : 'NOT MET'}`;
  console.log(what);
  console.log(`  ${measured}${baseline === undefined ? '' : `, against ${baseline}`}`);
  console.log(`  ${figureOf(found)}${verdict}\n`);
  const file = process.env['ORIKI_BENCH_RESULTS'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(found)}\n`);
}
