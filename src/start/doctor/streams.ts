import type { Database } from '../../platform/db/database.ts';
import { runningProcesses } from '../../platform/db/migration/state.ts';
import { findings, type Finding } from './finding.ts';

/** From this part of what may be open on, it is time to make room. */
const NEARLY_ALL = 0.9;

/** The streams of events that a process has open, and as many as it may have. */
export type OpenStreams = { open: number; most: number };

/**
 * The streams of the process that asks, and the processes that are notified of what others have changed.
 * @param db undefined when it cannot be asked
 */
export async function checkStreams(
  { open, most }: OpenStreams,
  db: Pick<Database, 'connection'> | undefined,
): Promise<Finding> {
  const { ok, warn, skip } = findings('streams', 'live.md');
  if (!db) return skip('needs the tables of the database');
  const listening = (await runningProcesses(db.connection)).length;
  const message = `${open} of at most ${most} are open in this process; notified of changes at once: ${listening} ${listening === 1 ? 'process' : 'processes'}`;
  if (listening === 0)
    return warn(
      `${message}: open streams are told within two seconds`,
      'let PostgreSQL accept one more connection for each process, and connect without a pooler in transaction mode',
    );
  return open >= NEARLY_ALL * most
    ? warn(message, 'start another process, or raise ORIKI_EVENT_STREAMS: more streams are refused')
    : ok(message);
}
