import { defineConfig } from 'vitest/config';
import all from './vitest.config.ts';

/** The console in a real browser, with the real service: `npm run test:console`. */
export default defineConfig({
  test: {
    ...all.test,
    include: ['test/console/**/*.test.ts'],
    exclude: [],
    // Each decision waits ten seconds.
    testTimeout: 120_000,
    maxWorkers: 2,
  },
});
