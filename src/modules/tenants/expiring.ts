import { drain } from '../../platform/background/job.ts';
import type { Database } from '../../platform/db/database.ts';
import { bucketOf } from '../../platform/db/places.ts';
import { outbox } from '../webhooks/index.ts';
import { keyExpiring } from './events.ts';
import { toApiKey, toEvent } from './keys.ts';
import * as store from './store.ts';

/** The days before the expiry, fewest first. For a key that is found late, only the last event is sent. */
const DAYS = [1, 7, 30];
const BATCH = 100;

/** Sends `key.expiring` once for each of these days. @returns the number of events */
export async function tellExpiring(db: Database, signal?: AbortSignal): Promise<number> {
  let told = 0;
  for (const days of DAYS)
    told += await drain(BATCH, signal, () =>
      db.transaction(async (tx) => {
        const rows = await store.lockExpiring(tx, days, BATCH);
        for (const row of rows) {
          const event = keyExpiring({ ...toEvent(toApiKey(row)), days });
          await outbox(await bucketOf(tx, row.org_id!), row.org_id!, event);
          await store.noteWarning(tx, row.id, days);
        }
        return rows.length;
      }),
    );
  return told;
}
