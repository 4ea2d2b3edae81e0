import { fitLastHalf, levelsOff, type Tolerance } from './series.ts';
import { HISTORY, type Sample } from './sample.ts';

const MEMORY: Tolerance = { share: 0.05, amount: 2 };
/** What is under way at the moment of a look differs by several. */
const HANDLES: Tolerance = { share: 0.1, amount: 5 };
const TABLE: Tolerance = { share: 0.1, amount: 0.25 };
const QUEUE: Tolerance = { share: 0.1, amount: 20 };
/** Tables smaller than this at the end are left out, in MiB. */
const SMALL = 0.25;

type Row = { text: string; isLevel: boolean };

const cell = (value: number): string => value.toFixed(Number.isInteger(value) ? 0 : 1);

function row(name: string, values: number[], tolerance: Tolerance): Row {
  const fit = fitLastHalf(values);
  const isLevel = levelsOff(fit, tolerance);
  const [first = 0] = values;
  const verdict = isLevel ? 'levels off' : '**grows**';
  const cells = [first, values[Math.floor(values.length / 2)]!, values.at(-1)!, fit.most].map(cell);
  const growth = `${fit.grown >= 0 ? '+' : ''}${fit.grown.toFixed(2)} (${(fit.share * 100).toFixed(1)} %)`;
  return { text: `| ${[name, ...cells, growth, verdict].join(' | ')} |`, isLevel };
}

const series = (samples: Sample[], part: keyof Sample, name: string): number[] =>
  samples.map((sample) => sample[part].get(name) ?? 0);

/** Bytes that a row of a table takes, over the first and the last half of what was written; old rows may go. */
function perRow(samples: Sample[], table: string): Row {
  const sizes = series(samples, 'tables', table);
  const counts = series(samples, 'rows', table);
  const middle = Math.floor(samples.length / 2);
  const bytes = (from: number, to: number): number =>
    ((sizes.at(to)! - sizes[from]!) * 1024 * 1024) / Math.max(1, counts.at(to)! - counts[from]!);
  const [before, after] = [bytes(0, middle), bytes(middle, -1)];
  const isLevel = after <= before * 1.25 + 50;
  const cells = [table, counts.at(-1)!, cell(sizes.at(-1)!), before.toFixed(0), after.toFixed(0)];
  return { text: `| ${cells.join(' | ')} | ${isLevel ? 'as before' : '**more**'} |`, isLevel };
}

/** @returns the tables of docs/soak.md, and what does not level off */
export function tablesOf(samples: Sample[]): { lines: string[]; growing: string[] } {
  const last = samples.at(-1)!;
  const head = (what: string): string[] => [
    `| ${what} | at first | half-way | at the end | most in the last half | grown in the last half | |`,
    '| --- | --- | --- | --- | --- | --- | --- |',
  ];
  const growing: string[] = [];
  const all = (rows: Row[]): string[] =>
    rows.map(({ text, isLevel }) => {
      if (!isLevel) growing.push(text);
      return text;
    });
  const processes = [...last.processes.keys()].map((name) =>
    row(name, series(samples, 'processes', name), /files|resources/.test(name) ? HANDLES : MEMORY),
  );
  const queues = [...last.queues.keys()].map((name) =>
    row(name, series(samples, 'queues', name), QUEUE),
  );
  const tables = [...last.tables]
    .filter(([name, size]) => size >= SMALL && !HISTORY.includes(name))
    .map(([name]) => row(name, series(samples, 'tables', name), TABLE));
  return {
    lines: [
      '## Processes',
      '',
      'Memory in MiB, the heap after a collection of garbage; what is resident includes garbage and free pages.',
      '',
      ...head('Process'),
      ...all(processes),
      '',
      '## Queues',
      '',
      ...head('Rows that wait, and connections'),
      ...all(queues),
      '',
      '## Tables',
      '',
      'With their indexes, in MiB. Smaller ones than a quarter of a MiB are left out.',
      '',
      ...head('Table'),
      ...all(tables),
      '',
      'Tables that keep every row, or more than a run writes, grow with what is written; what a row takes must not.',
      '',
      '| Table | rows written | MiB | bytes a new row, first half | last half | |',
      '| --- | --- | --- | --- | --- | --- |',
      ...all(HISTORY.map((table) => perRow(samples, table))),
    ],
    growing,
  };
}
