import type { Database } from '../../platform/db/database.ts';
import { runningProcesses } from '../../platform/db/migration/state.ts';
import { findings, type Finding } from './finding.ts';

/** From this share of the limit on, the finding is a warning. */
const NEARLY_ALL = 0.9;

/** The number of open streams of a process, and its limit. */
export type OpenStreams = { open: number; most: number };

/**
 * Checks the streams of the current process, and that processes are notified of each other's changes.
 * @param db undefined if it is unavailable
 */
export async function checkStreams(
  { open, most }: OpenStreams,
  db: Pick<Database, 'connection'> | undefined,
): Promise<Finding> {
  const { ok, warn, skip } = findings('streams', 'live.md');
  if (!db) return skip('requires the tables of the database');
  const listening = (await runningProcesses(db.connection)).length;
  const message = `${open} of at most ${most} are open in this process; notified of changes immediately: ${listening} ${listening === 1 ? 'process' : 'processes'}`;
  if (listening === 0)
    return warn(
      `${message}: open streams get changes within two seconds`,
      'let PostgreSQL accept one more connection for each process, and connect without a pooler in transaction mode',
    );
  return open >= NEARLY_ALL * most
    ? warn(
        message,
        'start another process, or raise ORIKI_EVENT_STREAMS: more streams are rejected',
      )
    : ok(message);
}
