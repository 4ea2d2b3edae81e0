import { HISTORY, KEPT_FOR, type Sample, type Table } from './sample.ts';

const MEMORY: Tolerance = { share: 0.05, amount: 2 };
/** The tolerance of the minimum in each minute, because the work in progress varies from sample to sample. */
const HANDLES: Tolerance = { share: 0.1, amount: 5 };
const LOOKS_A_MINUTE = 6;
const QUEUE: Tolerance = { share: 0.1, amount: 20 };
const ROWS: Tolerance = { share: 0.1, amount: 20 };
/** In MiB: one page for each of eight files of a table and its indexes. */
const SIZE: Tolerance = { share: 0.1, amount: 1 / 16 };

/** `last` is the value at the end, if the line levels off. */
type Row = { text: string; isLevel: boolean; last?: string };

function cell(value: number): string {
  return value.toFixed(Number.isInteger(value) ? 0 : 1);
}

/** `judged` has the values to which the line is fitted. */
function row(name: string, values: number[], tolerance: Tolerance, judged = values): Row {
  const fit = fitLastHalf(judged);
  const isLevel = levelsOff(fit, tolerance);
  const [first = 0] = values;
  const { most } = fitLastHalf(values);
  const cells = [first, values[Math.floor(values.length / 2)]!, values.at(-1)!, most].map(cell);
  const growth = `${signed(fit.grown, 2)} (${(fit.share * 100).toFixed(1)} %)`;
  const text = `| ${[name, ...cells, growth, verdictOf(isLevel)].join(' | ')} |`;
  return { text, isLevel, last: cell(values.at(-1)!) };
}

function leastOfMinutes(values: number[]): number[] {
  return Array.from({ length: Math.floor(values.length / LOOKS_A_MINUTE) }, (_, minute) =>
    Math.min(...values.slice(minute * LOOKS_A_MINUTE, (minute + 1) * LOOKS_A_MINUTE)),
  );
}

function verdictOf(isLevel: boolean): string {
  return isLevel ? 'levels off' : '**grows**';
}

function seriesOf(samples: Sample[], table: string, value: keyof Table): number[] {
  return samples.map(({ tables }) => tables.get(table)?.[value] ?? 0);
}

function signed(value: number, digits: number): string {
  return `${value >= 0 ? '+' : ''}${value.toFixed(digits)}`;
}

/** A table whose rows are bounded by the load or pass through it. */
function bounded(samples: Sample[], table: string): Row {
  const rows = seriesOf(samples, table, 'rows');
  const sizes = seriesOf(samples, table, 'mib');
  const [ofRows, ofSize] = [fitLastHalf(rows), fitLastHalf(sizes)];
  const isLevel = levelsOff(ofRows, ROWS) && levelsOff(ofSize, SIZE);
  const cells = [
    table,
    rows.at(-1)!,
    signed(ofRows.grown, 0),
    sizes.at(-1)!.toFixed(2),
    signed(ofSize.grown, 2),
    verdictOf(isLevel),
  ];
  return { text: `| ${cells.join(' | ')} |`, isLevel };
}

/** Rows written in the `seconds` before each sample. */
function writtenWithin(samples: Sample[], table: string, seconds: number): number[] {
  const written = seriesOf(samples, table, 'written');
  return samples.map(({ at }, i) => {
    const before = samples.findLastIndex((sample) => sample.at <= at - seconds * 1000);
    return written[i]! - (before < 0 ? 0 : written[before]!);
  });
}

/**
 * A table whose rows are deleted by age. In the last quarter of the run it may have, on average, the rows written
 * within their retention, plus a tenth and 20 more. Its size is judged only if the last half begins after that time.
 */
function keptFor(samples: Sample[], table: string, seconds: number): Row {
  const rows = seriesOf(samples, table, 'rows');
  const due = writtenWithin(samples, table, seconds);
  const sizes = seriesOf(samples, table, 'mib');
  const quarter = Math.floor(samples.length * 0.75);
  const mean = (values: number[]): number => {
    const last = values.slice(quarter);
    return last.reduce((sum, value) => sum + value, 0) / last.length;
  };
  const fit = fitLastHalf(sizes);
  const isOver = mean(rows) > mean(due) * (1 + ROWS.share) + ROWS.amount;
  const half = samples[Math.floor(samples.length / 2)]!.at - samples[0]!.at;
  const isEarly = half < seconds * 1000;
  // A machine that is faster in the last half writes more rows, which stay until they expire.
  const quicker = Math.max(0, fitLastHalf(due).share);
  const isLevel = !isOver && (isEarly || levelsOff(fit, { ...SIZE, share: SIZE.share + quicker }));
  const cells = [
    table,
    seriesOf(samples, table, 'written').at(-1)!,
    mean(rows).toFixed(0),
    mean(due).toFixed(0),
    sizes.at(-1)!.toFixed(2),
    signed(fit.grown, 2),
    isLevel && isEarly ? 'too early to say' : verdictOf(isLevel),
  ];
  return { text: `| ${cells.join(' | ')} |`, isLevel };
}

/** Bytes per row of a table, over the first and the last half of the written rows. Old rows may be deleted. */
function perRow(samples: Sample[], table: string): Row {
  const sizes = seriesOf(samples, table, 'mib');
  const counts = seriesOf(samples, table, 'written');
  const middle = Math.floor(samples.length / 2);
  const gained = (values: number[], from: number, to: number): number =>
    values.at(to)! - values[from]!;
  const bytes = (from: number, to: number): number =>
    (gained(sizes, from, to) * 1024 * 1024) / Math.max(1, gained(counts, from, to));
  const [before, after] = [bytes(0, middle), bytes(middle, -1)];
  const isLevel =
    after <= before * 1.25 + 50 ||
    gained(sizes, middle, -1) <= (before * gained(counts, middle, -1)) / 1024 ** 2 + SIZE.amount;
  const cells = [
    table,
    counts.at(-1)!,
    sizes.at(-1)!.toFixed(2),
    before.toFixed(0),
    after.toFixed(0),
  ];
  return { text: `| ${cells.join(' | ')} | ${isLevel ? 'as before' : '**more**'} |`, isLevel };
}

/** @returns the tables of the report, and the names that do not level off */
export function tablesOf(samples: Sample[]): { lines: string[]; growing: string[] } {
  const last = samples.at(-1)!;
  const head = (what: string): string =>
    `| ${what} | at first | half-way | at the end | most in the last half | grown in the last half | |`;
  const growing: string[] = [];
  const all = (rows: Row[]): string[] =>
    rows.map(({ text, isLevel }) => {
      if (!isLevel) growing.push(text);
      return text;
    });
  const values = (part: 'processes' | 'queues', name: string): number[] =>
    samples.map((sample) => sample[part].get(name) ?? 0);
  const process = (name: string): Row => {
    const seen = values('processes', name);
    return /files|resources/.test(name)
      ? row(name, seen, HANDLES, leastOfMinutes(seen))
      : row(name, seen, MEMORY);
  };
  const queue = (name: string): Row => row(name, values('queues', name), QUEUE);
  const others = [...last.tables]
    .filter(([name, { written }]) => written > 0 && !HISTORY.includes(name) && !KEPT_FOR.has(name))
    .map(([name]) => name);
  /** Returns the names that level off, with their last values, and a row for each of the others. */
  const exceptions = (
    columns: string,
    names: readonly string[],
    judge: (name: string) => Row,
  ): string[] => {
    const rows = names.map((name) => ({ name, ...judge(name) }));
    const grown = all(rows.filter(({ isLevel }) => !isLevel));
    const level = rows
      .filter(({ isLevel }) => isLevel)
      .map(({ name, last: value }) => (value === undefined ? `\`${name}\`` : `${name} ${value}`));
    const rule = columns.replaceAll(/[^|]+/g, ' --- ');
    return [
      `Level off: ${level.join('; ') || 'none'}.`,
      ...(grown.length > 0 ? ['', columns, rule, ...grown] : []),
    ];
  };
  return {
    lines: [
      '## Processes',
      '',
      'Memory at the end in MiB, the heap after a collection of garbage; resident memory includes garbage and free pages.',
      '',
      ...exceptions(head('Process'), [...last.processes.keys()], process),
      '',
      '## Queues',
      '',
      'Rows that wait, and connections.',
      '',
      ...exceptions(head('Queue'), [...last.queues.keys()], queue),
      '',
      '## Tables',
      '',
      'Every table that was written to; MiB with indexes.',
      '',
      'Rows that Oriki removes by age: in the last quarter of the run there may be those written within the time that they ' +
        'are kept and a cleaning, a tenth and 20 more.',
      '',
      '| Table | rows written | there, last quarter | may be there | MiB | MiB grown in the last half | |',
      '| --- | --- | --- | --- | --- | --- | --- |',
      ...all([...KEPT_FOR].map(([table, seconds]) => keptFor(samples, table, seconds))),
      '',
      'Tables that the load or the work bounds:',
      '',
      ...exceptions(
        '| Table | rows at the end | grown in the last half | MiB | grown in the last half | |',
        others,
        (table) => bounded(samples, table),
      ),
      '',
      'Tables that keep every row, or more than a run writes, grow with what is written; what a row takes must not.',
      '',
      ...exceptions(
        '| Table | rows written | MiB | bytes a new row, first half | last half | |',
        HISTORY,
        (table) => perRow(samples, table),
      ),
    ],
    growing,
  };
}

/**
 * `grown` is the increase of the fitted line (least squares) over the last half. `share` is its ratio to the mean of
 * that half.
 */
type Fit = { mean: number; most: number; grown: number; share: number };

function fitLastHalf(values: readonly number[]): Fit {
  const half = values.slice(Math.floor(values.length / 2));
  const n = half.length;
  const mean = half.reduce((sum, y) => sum + y, 0) / n;
  const middle = (n - 1) / 2;
  const above = half.reduce((sum, y, x) => sum + (x - middle) * (y - mean), 0);
  const below = half.reduce((sum, _, x) => sum + (x - middle) ** 2, 0);
  const grown = below === 0 ? 0 : (above / below) * (n - 1);
  return { mean, most: Math.max(...half), grown, share: mean === 0 ? 0 : grown / mean };
}

/** Growth that is ignored: up to this share of the mean, or up to this amount. */
type Tolerance = { share: number; amount: number };

function levelsOff({ grown, share }: Fit, tolerance: Tolerance): boolean {
  return share <= tolerance.share || grown <= tolerance.amount;
}
