import { MAX_IDS, type OtherLog } from '../../live/index.ts';
import { selectChangedThreads } from './store.ts';

/** The log of changed threads, for streams of changes of all kinds. */
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
