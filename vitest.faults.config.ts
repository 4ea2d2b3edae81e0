import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { WITH_DATABASE } from './vitest.config.ts';

const FAULTS = join(import.meta.dirname, 'test/faults');
/** Ways to start something whose organizations `ORIKI_TEST_BUCKETS` spreads, or that has several servers anyway. */
const SPREAD = /\b(startTestApp|runUnderFaults|startServers|serversOfRun)\b/;

/** The tests that would be the same with organizations spread over three servers. */
function unspread(): string[] {
  return readdirSync(FAULTS, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.test.ts') && !SPREAD.test(readFileSync(join(FAULTS, name), 'utf8')),
  );
}

const left = process.env['ORIKI_TEST_BUCKETS'] === '3' ? unspread() : [];
// Also read by the workers.
if (process.env['VITEST_WORKER_ID'] === undefined)
  for (const name of left)
    process.stdout.write(`skipped: ${name} (its processes have one PostgreSQL of their own)\n`);

/**
 * The tests that kill, cut and stop, many times each: too long for `npm test`. Some measure time, so few run at once. A
 * test runs once more only when an assertion failed whose name begins with `timing:`, an upper bound in milliseconds
 * that a machine breaks that stands still for a moment. Whatever else fails once has failed.
 */
export default defineConfig({
  test: {
    ...WITH_DATABASE,
    include: ['test/faults/**/*.test.ts'],
    exclude: left.map((name) => `test/faults/${name}`),
    maxWorkers: 2,
    retry: { count: 1, condition: /^timing: / },
  },
});
