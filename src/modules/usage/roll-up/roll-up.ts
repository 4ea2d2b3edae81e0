import type { Database } from '../../../platform/db/database.ts';
import { drain } from '../../../platform/background/drain.ts';
import { zonesOf } from '../../tenants/index.ts';
import * as store from './store.ts';

const BATCH = 10_000;

/** Moves counts from before the call into the sums. One process does it at a time; others wait. */
export async function rollUp(db: Database, signal?: AbortSignal): Promise<number> {
  // Read first: a change of a time zone applies only to later usage than the call counts.
  const zoned = await zonesOf(db.read);
  let moved = 0;
  for (const table of store.PENDING)
    moved += await drain(BATCH, signal, () =>
      db.transaction(async (tx) => {
        await store.lockRollUp(tx);
        return store.movePending(tx, table, BATCH, zoned);
      }),
    );
  return moved;
}
