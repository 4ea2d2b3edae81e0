import { figureOf, isMet, requiredOf, type Result } from './result.ts';

/** The outcome of a benchmark: its results, and how it ended when that was not well. */
export type Outcome = { name: string; results: Result[]; failure?: string };

const START = '<!-- Written by bench/run.ts: npm run bench -->\n\n# Benchmarks\n';
const HEAD = [
  '| Benchmark | What | Measured | Against, in the same run | Figure | Required | | Date |',
  '| --- | --- | --- | --- | --- | --- | --- | --- |',
].join('\n');
const EXPLAINED = `Each benchmark measures in turn with its baseline, if it has one, and takes the median of its rounds; the figure is
then the ratio of both, else what was measured. Figures of another machine are other ones; ratios move less. A line
that names a machine was measured on that one. What one line measures, and how, is said at the top of its file in \`bench/\`.
Rate limits are counted in the process, but for the lines of \`rate-limits\`, which say what the default costs, and of
\`processes\`.`;

function cell(value: string): string {
  return value.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
}
function line(cells: string[]): string {
  return `| ${cells.map(cell).join(' | ')} |`;
}

/** The lines of a benchmark. */
export function linesOf({ name, results, failure }: Outcome, date: string): string[] {
  const lines = results.map((found) => {
    const met = isMet(found);
    return line([
      `\`${name}\``,
      found.what,
      found.measured,
      found.baseline ?? '',
      figureOf(found),
      requiredOf(found),
      met === undefined ? '' : met ? 'met' : '**not met**',
      date,
    ]);
  });
  if (failure !== undefined)
    lines.push(line([`\`${name}\``, failure, '', '', '', '', '**failed**', date]));
  return lines;
}

/** The document. `rows` are the lines of each benchmark by its name. */
export function documentOf(environment: string, rows: ReadonlyMap<string, string[]>): string {
  const lines = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, own]) => own);
  return `${START}\n${environment}\n\n${EXPLAINED}\n\n${HEAD}\n${lines.join('\n')}\n`;
}

/** The outcomes that a document of `documentOf` was made of; undefined when it is none. */
export function parseDocument(
  text: string,
): { environment: string; rows: Map<string, string[]> } | undefined {
  if (!text.startsWith(START)) return undefined;
  const [environment = ''] = text.slice(START.length).trimStart().split('\n\n');
  const rows = new Map<string, string[]>();
  for (const row of text.split('\n')) {
    const name = /^\| `([\w-]+)` \|/.exec(row)?.[1];
    if (name !== undefined) rows.set(name, [...(rows.get(name) ?? []), row]);
  }
  return { environment, rows };
}
