import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../db/database.ts';
import type { CounterGroup, SharedCounters } from './counters.ts';

type Pool = Pick<Database, 'query'>;
type Counted = { rows: { points: number; left: number }[] };

const NOW = '(extract(epoch FROM now()) * 1000)::bigint';
/** Longer than a statement waits for others on the same counter, in milliseconds. */
const SLACK_MS = 60_000;
/**
 * True if the window has ended. Also true if the clock was set back since, because no window ends later than one that
 * begins now.
 * @param end of a window that begins now
 */
function ended(end: string): string {
  return `(c.expire <= ${end} - $2 OR c.expire > ${end} + ${SLACK_MS})`;
}
/** A counter stays this long after its end, in milliseconds. */
const KEPT_MS = 3_600_000;

/** Windows by the database's clock. The library reads the clocks of processes, which differ and may jump. */
class PostgresCounters extends RateLimiterPostgres {
  readonly #pool: Pool;

  constructor(pool: Pool, group: CounterGroup) {
    super({
      ...group,
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: true,
    });
    this.#pool = pool;
  }

  _upsert(key: string, points: number, windowMs: number): Promise<Counted> {
    return this.#pool.query({
      name: 'rate_limits:count',
      text: `INSERT INTO rate_limits AS c (key, points, expire) VALUES ($1, $3, ${NOW} + $2)
        ON CONFLICT (key) DO UPDATE SET
          points = CASE WHEN ${ended('excluded.expire')} THEN excluded.points ELSE c.points + excluded.points END,
          expire = CASE WHEN ${ended('excluded.expire')} THEN excluded.expire ELSE c.expire END
        RETURNING points, expire - ${NOW} AS "left"`,
      values: [key, windowMs, points],
    });
  }

  async _get(key: string): Promise<Counted | null> {
    const found: Counted = await this.#pool.query({
      name: 'rate_limits:look',
      text: `SELECT points, expire - ${NOW} AS "left" FROM rate_limits AS c WHERE key = $1 AND NOT ${ended(`(${NOW} + $2)`)}`,
      values: [key, this.duration * 1000],
    });
    return found.rows.length === 0 ? null : found;
  }

  _getRateLimiterRes(_key: string, changed: number, { rows }: Counted): RateLimiterRes {
    const { points, left } = rows[0]!;
    return new RateLimiterRes(Math.max(this.points - points, 0), left, points, points === changed);
  }

  /** The library calls this from time to time with a time of the process's clock; it must not reject. */
  async clearExpired(): Promise<void> {
    await this.#pool
      .query({ text: `DELETE FROM rate_limits WHERE expire < ${NOW} - ${KEPT_MS}` })
      .catch(() => {});
  }
}

/** Creates counters in an unlogged table: a crash of PostgreSQL empties it. */
export function postgresCounters(pool: Pool): SharedCounters {
  return (group) => new PostgresCounters(pool, group);
}
