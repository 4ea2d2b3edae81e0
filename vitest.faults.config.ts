import { defineConfig } from 'vitest/config';
import all from './vitest.config.ts';

/**
 * The tests that kill, cut and stop, many times each: too long for `npm test`. They measure time, too, so few run at
 * once, and one that fails because the machine stood still for a moment is tried once more.
 */
export default defineConfig({
  test: {
    ...all.test,
    include: ['test/faults/**/*.test.ts'],
    exclude: [],
    maxWorkers: 2,
    retry: 1,
  },
});
