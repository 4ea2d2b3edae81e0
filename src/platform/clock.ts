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
 * The only reader of the system clock; other code gets the time from here or from PostgreSQL. Once a database is open,
 * the time is the database's, continued by the monotonic clock. All processes share it, and a change of a machine's
 * clock ends no window, lease or address early or late.
 */
export const clock = {
  /** Milliseconds since the Unix epoch, whole ones. */
  nowMs: (): number =>
    originMs === undefined ? machineMs() : Math.floor(originMs + monotonicMs()),
  now: (): Date => new Date(clock.nowMs()),
  /** The time of this machine's own clock: for times of its files, and to compare it with others. */
  machineMs,
  /** Milliseconds from an arbitrary origin that never jump back: for durations only. */
  monotonicMs,
  /** Milliseconds that this thread has computed. */
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
