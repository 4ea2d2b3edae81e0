/**
 * The wall clock's time at the origin of the monotonic one, as the database has it; of this machine before it was
 * asked.
 */
let originMs: number | undefined;

function machineMs(): number {
  return Date.now();
}
function monotonicMs(): number {
  return performance.now();
}

/**
 * The only reader of the system clock; everything else takes its time from here or from PostgreSQL. Once a database is
 * open the time is that of the database, carried on by the monotonic clock: all processes have the same, and whatever
 * happens to the clock of a machine makes no window, lease or address end early or late.
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
   * @param databaseMs what it said at some moment from `askedMs` to `answeredMs` of the monotonic clock: the time
   * is changed only as far as it cannot have been so
   */
  follow(databaseMs: number, askedMs: number, answeredMs: number): void {
    const known = originMs ?? machineMs() - monotonicMs();
    originMs = Math.min(Math.max(known, databaseMs - answeredMs), databaseMs - askedMs);
  },
};
