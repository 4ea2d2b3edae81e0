import { until } from '../../concurrency/until.ts';
import type { Server } from '../session/server.ts';
import { PREPARED } from './two-phase.ts';

/** Longer than a commit takes that nothing has cut off, and than recovery needs for one that was. */
const WAIT = { withinMs: 10_000, everyMs: 5 };

/** Parts of transactions of ours that are prepared on the server now. */
async function preparedOn({ pool }: Server): Promise<Set<string>> {
  const { rows } = await pool.query<{ gid: string }>(
    `SELECT gid FROM pg_prepared_xacts WHERE database = current_database() AND starts_with(gid, $1)`,
    [`${PREPARED}:`],
  );
  return new Set(rows.map(({ gid }) => gid));
}

/**
 * Waits until what is prepared on the server now is committed or rolled back; not for what comes meanwhile.
 * @throws what `isUnavailable` tells when that takes too long
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
