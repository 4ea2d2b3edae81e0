import { defineConfig } from 'vitest/config';
import all from './vitest.config.ts';

/** The tests that kill, cut and stop, many times each: too long for `npm test`. */
export default defineConfig({
  test: { ...all.test, include: ['test/faults/**/*.test.ts'], exclude: [] },
});
