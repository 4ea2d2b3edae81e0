/**
 * Preloaded (`NODE_OPTIONS=--import`) by a process with a wrong clock: off by the first number of milliseconds in
 * ORIKI_TEST_CLOCK, and after each SIGUSR2 by the next. Its monotonic clock is right, as on a machine whose time is
 * set. It reports each step on standard error.
 */
const Real = globalThis.Date;
const steps = (process.env['ORIKI_TEST_CLOCK'] ?? '').split(',').map(Number);
let byMs = steps.shift() ?? 0;
process.on('SIGUSR2', () => {
  byMs = steps.shift() ?? 0;
  process.stderr.write(`clock off by ${byMs} ms\n`);
});

class SetDate extends Real {
  constructor(...args: []) {
    if (args.length === 0) super(Real.now() + byMs);
    else super(...args);
  }

  static override now(): number {
    return Real.now() + byMs;
  }
}
globalThis.Date = SetDate as DateConstructor;
