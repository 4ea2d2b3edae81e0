import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Result } from './run.ts';

/**
 * Writes `several-SEED.json` with all data, and `several-SEED.md` for people; with limits counted in Valkey,
 * `several-valkey-SEED`. @returns the path of the file for people
 */
export async function writeReport(folder: string, result: Result): Promise<string> {
  await mkdir(folder, { recursive: true });
  const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown CPU'}`;
  const name = result.counters === 'Valkey' ? 'several-valkey' : 'several';
  const path = join(folder, `${name}-${result.seed}`);
  await writeFile(`${path}.json`, `${JSON.stringify({ machine, ...result }, null, 2)}\n`);
  await writeFile(`${path}.md`, textOf(result, machine));
  return `${path}.md`;
}

function textOf(result: Result, machine: string): string {
  const { seed, minutes, injected, checks, notes, outcomes, problems, windows } = result;
  const faults = [...new Set(injected.map(({ kind }) => kind))].toSorted().map((kind) => {
    const of = injected.filter((fault) => fault.kind === kind);
    const slowest = Math.max(...of.map(({ recoveredMs }) => recoveredMs));
    return `| ${kind} | ${of.length} | ${slowest} ms | ${of[0]?.evidence ?? ''} |`;
  });
  const promises = checks.map(
    ({ promise, observations, violations }) =>
      `| ${promise} | ${observations} | ${violations.length} |`,
  );
  const answers = Object.entries(outcomes).map(([outcome, count]) => `| ${outcome} | ${count} |`);
  return `${[
    '# Several processes under faults',
    '',
    `Seed ${seed}, ${minutes} minutes of faults, ${Math.round(result.tookMs / 1000)} s in all, begun ${result.startedAt}.`,
    `${machine}. ${result.postgres}.`,
    '',
    problems.length === 0 ? 'Every promise was kept.' : 'Not as promised:',
    '',
    ...problems.map((problem) => `- ${problem}`),
    '',
    '| Fault | Times | All ready after, at most | Seen, of the first |',
    '| --- | --- | --- | --- |',
    ...faults,
    '',
    '| Promise | Observed | Broken |',
    '| --- | --- | --- |',
    ...promises,
    '',
    `The load balancer passed over a process that refused the connection ${result.passedOver} times. Of ${windows.windows}`,
    `windows of the small rate limit, counted in ${result.counters}, in ${windows.lost} the counters were away or lost meanwhile.`,
    '',
    ...notes.flatMap((note) => [note, '']),
    '| Answer | Times |',
    '| --- | --- |',
    ...answers,
  ].join('\n')}\n`;
}
