import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { WITH_DATABASE } from './vitest.config.ts';

const FAULTS = join(import.meta.dirname, 'test/faults');
/**
 * Names of functions that start something whose organizations `ORIKI_TEST_BUCKETS` spreads, or that has several servers
 * anyway.
 */
const SPREAD = /\b(startTestApp|runUnderFaults|startServers|serversOfRun)\b/;

/** Tests that organizations on three servers would not change. */
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
 * The tests that kill, cut off and stop processes many times: too long for `npm test`. Some measure time, so few run at
 * once. A test runs a second time only if an assertion failed whose name begins with `timing:`. Such an assertion is an
 * upper bound in milliseconds, which a machine that pauses for a moment exceeds. Any other failure counts immediately.
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
