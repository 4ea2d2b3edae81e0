/** The only reader of the system clock; everything else takes its time from here or from PostgreSQL. */
export const clock = {
  /** Milliseconds since the Unix epoch. */
  nowMs: (): number => Date.now(),
  now: (): Date => new Date(),
  /** Milliseconds from an arbitrary origin that never jump back: for durations only. */
  monotonicMs: (): number => performance.now(),
};
