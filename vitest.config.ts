import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The cache of workers, and of the processes that tests start, which pass it on: loading the program takes half the time. */
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'oriki-compile-cache');

/** Tests of whole processes take longest: begun last, one of them would keep the run waiting. */
class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const startsProcesses = ({ moduleId }: TestSpecification): number =>
      /\/test\/(process|docs)\//.test(moduleId) ? 0 : 1;
    // oxlint-disable-next-line unicorn/no-array-sort -- not an array's
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => startsProcesses(a) - startsProcesses(b));
  }
}

/** Tests that put triggers and tables of their own where Citus allows none. */
const REFUSED_BY_CITUS = [
  'src/modules/federation/groups/disclosure.test.ts',
  'test/contract/routes/matrix-idempotency.test.ts',
];
const isOnCitus = process.env['ORIKI_TEST_CITUS'] !== undefined;
// Also read by the workers.
if (isOnCitus && process.env['VITEST_WORKER_ID'] === undefined)
  for (const name of REFUSED_BY_CITUS)
    process.stdout.write(`skipped: ${name} (Citus refuses its triggers)\n`);

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Run by vitest.faults.config.ts and vitest.console.config.ts.
    exclude: ['test/faults/**', 'test/console/**', ...(isOnCitus ? REFUSED_BY_CITUS : [])],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 20_000,
    // Citus distributes table after table of each bucket of a template.
    hookTimeout: isOnCitus ? 240_000 : 60_000,
    // The default of one second is less than a busy machine may take.
    expect: { poll: { timeout: 5000 } },
    maxWorkers: 4,
    // Each file makes what it changes anew; loading every module anew for each would take a quarter of the time.
    isolate: false,
    sequence: { sequencer: ProcessesFirst },
  },
});
