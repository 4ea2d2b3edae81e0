import { MAX_IDS, type OtherLog } from '../../live/index.ts';
import { selectChangedThreads } from './store.ts';

/** The threads that have changed, for streams of all that changes. */
export const threadLog: OtherLog = {
  kind: 'thread',
  async select(db, orgIds, since) {
    const { changes } = await selectChangedThreads(db, orgIds, since, MAX_IDS + 1);
    const ids = [...changes].map(([orgId, rows]): [string, string[]] => [
      orgId,
      rows.map((row) => row.thread_id),
    ]);
    return new Map(ids);
  },
};
