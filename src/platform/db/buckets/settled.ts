import { until } from '../retry.ts';
import type { Server } from '../session/server.ts';
import { PREPARED } from './two-phase.ts';

/** The wait is longer than an undisturbed commit needs, and longer than recovery needs for an interrupted one. */
const WAIT = { withinMs: 10_000, everyMs: 5 };

/** Oriki's prepared transaction parts on the server. */
async function preparedOn({ pool }: Server): Promise<Set<string>> {
  const { rows } = await pool.query<{ gid: string }>(
    `SELECT gid FROM pg_prepared_xacts WHERE database = current_database() AND starts_with(gid, $1)`,
    [`${PREPARED}:`],
  );
  return new Set(rows.map(({ gid }) => gid));
}

/**
 * Waits until the currently prepared parts on the server are committed or rolled back. Later parts do not count.
 * @throws an error for which `isUnavailable` is true when that takes too long
 */
export async function untilSettled(server: Server): Promise<void> {
  const waiting = await preparedOn(server);
  const isSettled = async (): Promise<boolean> =>
    waiting.size === 0 || waiting.isDisjointFrom(await preparedOn(server));
  if (await until(isSettled, WAIT)) return;
  const error = new Error('a transaction over several servers is not decided yet');
  // "cannot_connect_now"
  throw Object.assign(error, { code: '57P03' });
}
