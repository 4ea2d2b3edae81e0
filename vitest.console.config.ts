import { defineConfig } from 'vitest/config';
import { WITH_DATABASE } from './vitest.config.ts';

/** The console in a real browser, with the real service: `npm run test:console`. */
export default defineConfig({
  test: {
    ...WITH_DATABASE,
    include: ['test/console/**/*.test.ts'],
    // Many tests wait, for the ten seconds of a decision for instance.
    maxWorkers: 6,
  },
});
