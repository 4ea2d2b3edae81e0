import { figureOf, isMet, requiredOf, type Result } from './result.ts';

/** The outcome of a benchmark: its results, and the failure if there was one. */
export type Outcome = { name: string; results: Result[]; failure?: string };

const START = '<!-- Written by bench/run.ts: npm run bench -->\n\n# Benchmarks\n';
const EXPLAINED = `Each benchmark measures in turn with its baseline, if it has one, and takes the median of its rounds. The figure is the ratio of both, else
the measured value. After it are the requirement, met unless the line says otherwise, the measured value with the range of the rounds, and
the baseline if the requirement is not met. Ratios depend less on the machine than other figures. The top of each file in \`bench/\`
explains its lines. Rate limits are counted in the process, except in \`rate-limits\` and \`processes\`.`;

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

/**
 * Returns a line of the list. Without a requirement, it has only the figure. It has the baseline only if the
 * requirement is not met. A range `(8 to 10)` becomes `(8–10)`.
 */
function item(found: Result, what = found.what): string {
  const met = isMet(found);
  const figure = figureOf(found);
  const head = `- ${what}: **${figure}**`;
  if (met === undefined) return head;
  const [, unit] = /^[\d.,]+ (\S+)$/.exec(found.measured) ?? [];
  // If the measured value is one number in the figure's unit, it equals the figure and is not repeated.
  const measured = unit !== undefined && unit === found.unit ? '' : `; ${found.measured}`;
  const baseline = met || found.baseline === undefined ? '' : `; against ${found.baseline}`;
  const text = `${head}, ${requiredOf(found)}${met ? '' : ': **not met**'}${measured}${baseline}`;
  return text.replaceAll(/\s+/g, ' ').replaceAll(/\(([\d.]+) to ([\d.]+)\)/g, '($1–$2)');
}

/** Returns the words before the first comma of the measurement's name, which consecutive lines can share. */
function subjectOf({ what }: Result): string {
  return what.split(', ')[0]!;
}

/** Returns the lines of results. Consecutive results with the same subject are below a line with that subject. */
function items(results: readonly Result[]): string[] {
  return results.flatMap((found, i) => {
    const subject = subjectOf(found);
    const rest = found.what.slice(subject.length + 2);
    const isAfter = i > 0 && subjectOf(results[i - 1]!) === subject;
    const isShared = isAfter || (i + 1 < results.length && subjectOf(results[i + 1]!) === subject);
    if (!isShared || rest === '') return [item(found)];
    return [...(isAfter ? [] : [`- ${subject}`]), `  ${item(found, rest)}`];
  });
}

/** Returns the section of a benchmark. */
export function linesOf({ name, results, failure }: Outcome, date: string): string[] {
  const failed = failure === undefined ? [] : [`- **failed**: ${failure}`];
  return [`## \`${name}\`, ${date}`, '', ...items(results), ...failed, ''];
}

/**
 * Returns the document. `rows` are the sections of the benchmarks by name, `versions` is the section of `withVersion`.
 */
export function documentOf(
  environment: string,
  rows: ReadonlyMap<string, string[]>,
  versions = '',
): string {
  const lines = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, own]) => own);
  return `${START}\n${environment}\n\n${EXPLAINED}\n\n${lines.join('\n')}${versions}`;
}

/** Adds a version's milliseconds of computing for each operation to a document, or replaces its earlier figures. */
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

/** Returns the outcomes in a document of `documentOf`; undefined for another text. */
export function parseDocument(
  text: string,
): { environment: string; rows: Map<string, string[]>; versions: string } | undefined {
  if (!text.startsWith(START)) return undefined;
  const [environment = ''] = text.slice(START.length).trimStart().split('\n\n');
  const at = text.indexOf(VERSIONS);
  const sections = text.slice(0, at === -1 ? undefined : at).split(/^(?=## )/m);
  const rows = new Map(
    sections
      .slice(1)
      .map((section) => [/`(.+)`/.exec(section)![1]!, [...section.trimEnd().split('\n'), '']]),
  );
  return { environment, rows, versions: at === -1 ? '' : text.slice(at) };
}
