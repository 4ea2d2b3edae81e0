import { clock } from '../../clock.ts';
import type { Server } from '../session/server.ts';
import { PREPARED } from './two-phase.ts';

/** Longer than a commit takes that nothing has cut off, and than recovery needs for one that was. */
const WAIT_MS = 10_000;
const PAUSE_MS = 5;

/** Parts of transactions of ours that are prepared on the server now. */
async function preparedOn({ pool }: Server): Promise<Set<string>> {
  const { rows } = await pool.query<{ gid: string }>(
    `SELECT gid FROM pg_prepared_xacts WHERE database = current_database() AND starts_with(gid, $1)`,
    [`${PREPARED}:`],
  );
  return new Set(rows.map(({ gid }) => gid));
}

/** Waits until what is prepared on the server now is committed or rolled back; not for what comes meanwhile. */
export async function untilSettled(server: Server): Promise<void> {
  const endMs = clock.monotonicMs() + WAIT_MS;
  const waiting = await preparedOn(server);
  while (waiting.size > 0) {
    if (clock.monotonicMs() > endMs)
      throw Object.assign(new Error('a transaction over several servers is not decided yet'), {
        code: '57P03',
      });
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    const now = await preparedOn(server);
    for (const gid of waiting) if (!now.has(gid)) waiting.delete(gid);
  }
}
