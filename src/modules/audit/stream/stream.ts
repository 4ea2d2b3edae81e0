import { drain } from '../../../platform/background/job.ts';
import type { Database } from '../../../platform/db/database.ts';
import { toAction } from '../actions/actions.ts';
import * as store from './store.ts';
import type { StreamTarget } from './target.ts';

/** Links that are sent together, of up to 1,000 actions each. */
const BATCH = 10;

/**
 * Sends linked actions, each chain in order. A link leaves the queue once its target has it. After a crash in between,
 * it is sent again: a receiver misses nothing, and must drop duplicates by id.
 * @returns the number of sent actions
 */
export async function sendLinked(
  db: Database,
  target: StreamTarget,
  signal?: AbortSignal,
): Promise<number> {
  let sent = 0;
  await drain(BATCH, signal, async () => {
    const links = await store.selectWaiting(db.read, BATCH);
    for (const link of links) {
      const { seq, hash } = link;
      const rows = await store.selectLinked(db.read, link);
      if (rows.length > 0)
        await target(rows.map((row) => ({ ...toAction(row), link: { seq, hash } })));
      sent += rows.length;
      await store.deleteWaiting(db.read, link);
    }
    return links.length;
  });
  return sent;
}
