import { defineConfig } from 'vitest/config';
import all from './vitest.config.ts';

/**
 * The tests that kill, cut and stop, many times each: too long for `npm test`. Some measure time, so few run at once. A
 * test runs once more only when an assertion failed whose name begins with `timing:`, an upper bound in milliseconds
 * that a machine breaks that stands still for a moment. Whatever else fails once has failed.
 */
export default defineConfig({
  test: {
    ...all.test,
    include: ['test/faults/**/*.test.ts'],
    exclude: [],
    maxWorkers: 2,
    retry: { count: 1, condition: /^timing: / },
  },
});
