/**
 * `npm run test:faults` runs all fault tests. With `--seed N`, `--minutes M` or `--report FOLDER` it runs only the test
 * of several processes, which accepts these options. Any other arguments are passed on to vitest.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = join(import.meta.dirname, '..');
const SEVERAL = 'test/faults/long/several-processes.test.ts';
/** sysexits.h: wrong usage. */
const USAGE = 64;

function vitest(args: string[], env: Record<string, string> = {}): number {
  const script = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(
    process.execPath,
    [script, 'run', '--config', 'vitest.faults.config.ts', ...args],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } },
  );
  return status ?? 1;
}

/** Returns the options of the test of several processes; undefined without any. @throws if one is wrong */
function several(args: string[]): Record<string, string> | undefined {
  if (!args.some((arg) => /^--(seed|minutes|report)(=|$)/.test(arg))) return undefined;
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string' },
      minutes: { type: 'string' },
      report: { type: 'string' },
    },
  });
  const env: Record<string, string> = {};
  if (values.seed !== undefined) {
    if (!/^\d{1,9}$/.test(values.seed)) throw new Error('--seed takes a whole number');
    env['ORIKI_FAULTS_SEED'] = values.seed;
  }
  if (values.minutes !== undefined) {
    if (!/^\d{1,4}(\.\d+)?$/.test(values.minutes) || Number(values.minutes) === 0)
      throw new Error('--minutes takes a number above 0');
    env['ORIKI_FAULTS_MINUTES'] = values.minutes;
  }
  if (values.report !== undefined) env['ORIKI_FAULTS_REPORT'] = values.report;
  return env;
}

const args = process.argv.slice(2);
try {
  const env = several(args);
  process.exitCode = env ? vitest([SEVERAL], env) : vitest(args);
} catch (error) {
  console.error((error as Error).message);
  console.error('usage: npm run test:faults -- [--seed N] [--minutes M] [--report FOLDER]');
  process.exitCode = USAGE;
}
