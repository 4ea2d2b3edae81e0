import { figureOf, isMet, requiredOf, type Result } from './result.ts';

/** The outcome of a benchmark: its results, and how it ended when that was not well. */
export type Outcome = { name: string; results: Result[]; failure?: string };

const START = '<!-- Written by bench/run.ts: npm run bench -->\n\n# Benchmarks\n';
const HEAD = [
  '| Benchmark | What | Measured | Against, in the same run | Figure | Required | | Date |',
  '| --- | --- | --- | --- | --- | --- | --- | --- |',
].join('\n');
const EXPLAINED = `Each benchmark measures in turn with its baseline, if it has one, and takes the median of its rounds. The figure is then the ratio of both,
else the measured value. Ratios depend less on the machine than other figures; a line that names a machine was measured there. The top of each file in \`bench/\` explains its lines. Rate
limits are counted in the process, except in the lines of \`rate-limits\` and \`processes\`.`;

const VERSIONS = `
## Computing for each operation, by version

Milliseconds for one request, of the process and of its sessions in PostgreSQL together: the median of the rounds of
\`npm run bench -- compare BEFORE --record VERSION\`. The operations are in \`bench/compare/requests.ts\`. Compare rows of one run only.
`;

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

/** The document. `rows` are the lines of each benchmark by its name, `versions` the section of `withVersion`. */
export function documentOf(
  environment: string,
  rows: ReadonlyMap<string, string[]>,
  versions = '',
): string {
  const lines = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, own]) => own);
  return `${START}\n${environment}\n\n${EXPLAINED}\n\n${HEAD}\n${lines.join('\n')}\n${versions}`;
}

/** Adds what a version needs, in milliseconds of computing for each operation, to a document; replaces what it said before. */
export function withVersion(
  document: string,
  version: string,
  date: string,
  costs: ReadonlyMap<string, number>,
): string {
  const at = document.indexOf(VERSIONS);
  const names = [...costs.keys()];
  const head = ['Version', ...names, 'Date'];
  const mark = `| ${version} |`;
  const kept = (at === -1 ? '' : document.slice(at))
    .split('\n')
    .filter((row) => row.startsWith('| ') && !/^\| (---|Version) /.test(row))
    .filter((row) => !row.startsWith(mark));
  const own = line([version, ...[...costs.values()].map((ms) => ms.toFixed(3)), date]);
  const table = [line(head), line(head.map(() => '---')), ...kept, own].join('\n');
  return `${at === -1 ? document : document.slice(0, at)}${VERSIONS}\n${table}\n`;
}

/** The outcomes that a document of `documentOf` was made of; undefined when it is none. */
export function parseDocument(
  text: string,
): { environment: string; rows: Map<string, string[]>; versions: string } | undefined {
  if (!text.startsWith(START)) return undefined;
  const [environment = ''] = text.slice(START.length).trimStart().split('\n\n');
  const at = text.indexOf(VERSIONS);
  const rows = new Map<string, string[]>();
  for (const row of text.split('\n')) {
    const name = /^\| `([\w-]+)` \|/.exec(row)?.[1];
    if (name !== undefined) rows.set(name, [...(rows.get(name) ?? []), row]);
  }
  return { environment, rows, versions: at === -1 ? '' : text.slice(at) };
}
