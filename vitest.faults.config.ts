import { defineConfig, mergeConfig } from 'vitest/config';
import all from './vitest.config.ts';

/** Only the tests that kill, cut and stop, each with all its rounds. */
export default mergeConfig(
  { ...all, test: { ...all.test, include: [] } },
  defineConfig({
    test: { include: ['test/faults/**/*.test.ts'], env: { ORIKI_TEST_ROUNDS: 'whole' } },
  }),
);
