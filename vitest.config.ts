import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { unitTests } from './test/support/projects.ts';
import { CACHE, useRunFolder } from './test/support/run-folder.ts';
import { within } from './test/support/within.ts';

/** The cache of workers, and of the processes that tests start, which pass it on: loading the program takes half the time. */
process.env['NODE_COMPILE_CACHE'] ??= join(CACHE, 'oriki-compile-cache');
useRunFolder();

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

/** Tests that create triggers and tables where Citus allows none. */
const REFUSED_BY_CITUS = [
  'src/modules/federation/groups/disclosure.test.ts',
  'test/contract/routes/matrix-idempotency.test.ts',
];
const isOnCitus = process.env['ORIKI_TEST_CITUS'] !== undefined;
// Also read by the workers.
if (isOnCitus && process.env['VITEST_WORKER_ID'] === undefined)
  for (const name of REFUSED_BY_CITUS)
    process.stdout.write(`skipped: ${name} (Citus refuses its triggers)\n`);

/** Options of every project, here and in the other configurations. */
export const COMMON = {
  // These limits end only tests that hang: a test takes many times as long if the machine becomes busy later.
  testTimeout: within(600_000),
  hookTimeout: within(600_000),
  // A wait ends when its condition holds.
  expect: { poll: { timeout: within(120_000) } },
  // Each file creates what it changes; loading every module again for each file would take a quarter of the time.
  isolate: false,
  // Collecting young garbage less often saves 6 % of the computing.
  execArgv: ['--max-semi-space-size=32'],
  setupFiles: ['test/support/seed.ts'],
};

/** Options of tests that use a database: the run starts one PostgreSQL server for all of them. */
export const WITH_DATABASE = {
  ...COMMON,
  globalSetup: ['test/support/global-setup.ts'],
  setupFiles: [...COMMON.setupFiles, 'test/support/drop-databases.ts'],
  // Node loads a thousand modules, as it does for the program, with a tenth less computing for a file. Nothing is mocked here.
  experimental: { viteModuleRunner: false, nodeLoader: false },
};

/** Every route in every situation that the contract decides for all. */
const ROUTES = ['test/contract/routes/**/*.test.ts'];
/** Tests that start the program, their own servers or other programs, and the commands of every document. */
const PROCESSES = [
  'src/platform/db/embedded.test.ts',
  'src/platform/db/embedded/**/*.test.ts',
  'test/clients/package.test.ts',
  'test/deploy/image.test.ts',
  'test/docs/commands.test.ts',
  'test/docs/long/**/*.test.ts',
  'test/process/**/*.test.ts',
];

const UNIT = unitTests();
/** Tests of other configurations. */
const OTHERS = ['test/faults/**', 'test/console/**'];

/**
 * `npm test` runs the projects `unit`, tests without a database, which need no setup, and `app`. The others have a
 * command each; `npm run test:faults` and `npm run test:console` have their own configurations.
 */
export default defineConfig({
  test: {
    // Tests wait for a third of their time, so this number of workers keeps two cores busy.
    maxWorkers: 6,
    sequence: { sequencer: ProcessesFirst },
    projects: [
      {
        test: { ...COMMON, name: 'unit', include: UNIT, exclude: [...PROCESSES, ...OTHERS] },
      },
      {
        test: {
          ...WITH_DATABASE,
          name: 'app',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [
            ...UNIT,
            ...ROUTES,
            ...PROCESSES,
            ...OTHERS,
            ...(isOnCitus ? REFUSED_BY_CITUS : []),
          ],
        },
      },
      {
        test: {
          ...WITH_DATABASE,
          name: 'routes',
          include: ROUTES,
          exclude: isOnCitus ? REFUSED_BY_CITUS : [],
        },
      },
      { test: { ...WITH_DATABASE, name: 'processes', include: PROCESSES } },
    ],
  },
});
