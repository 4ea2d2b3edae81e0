/**
 * The wall-clock time at the origin of the monotonic clock, by the database's clock; undefined until the database was
 * read.
 */
let originMs: number | undefined;

function machineMs(): number {
  return Date.now();
}
function monotonicMs(): number {
  return performance.now();
}

/**
 * The only reader of the system clock. Other code gets the time from here or from PostgreSQL. Once a database is open,
 * the time is the database's, continued by the monotonic clock. All processes share this time, and a change of a
 * machine's clock ends no window, lease or address early or late.
 */
export const clock = {
  /** Whole milliseconds since the Unix epoch. */
  nowMs: (): number =>
    originMs === undefined ? machineMs() : Math.floor(originMs + monotonicMs()),
  now: (): Date => new Date(clock.nowMs()),
  /** The time of this machine's own clock, for times of its files, and to compare the clock with others. */
  machineMs,
  /** Milliseconds from an arbitrary origin that never decrease, for durations only. */
  monotonicMs,
  /** Milliseconds of computing by this thread. */
  threadMs(): number {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
  /**
   * Follows the database's clock.
   * @param databaseMs the database's time at some moment between `askedMs` and `answeredMs` of the monotonic clock. The
   * time changes only as far as this reading requires
   */
  follow(databaseMs: number, askedMs: number, answeredMs: number): void {
    const known = originMs ?? machineMs() - monotonicMs();
    originMs = Math.min(Math.max(known, databaseMs - answeredMs), databaseMs - askedMs);
  },
};
