import { drain } from '../../../platform/background/job.ts';
import type { Database } from '../../../platform/db/database.ts';
import { canonicalText, CANON_VERSION, entityHint } from '../../../names/canonical/canonical.ts';
import { selectOutdated, updateCanonical } from './store.ts';

const BATCH = 500;

/**
 * Updates the stored canonical names to the current rules after an upgrade, in small batches. Several processes may
 * do this at once. Matching does not wait: it canonicalises the names it loads itself.
 * @returns the number of rows whose version changed
 */
export async function recanonicalise(db: Database, signal?: AbortSignal): Promise<number> {
  let done = 0;
  for (const table of ['screening_entries', 'global_entries'] as const) {
    done += await drain(BATCH, signal, () =>
      db.transaction(async (tx) => {
        const rows = await selectOutdated(tx, table, CANON_VERSION, BATCH);
        const changed = rows.map(({ ctid, name, type }) => ({
          ctid,
          canonical: canonicalText(name, { entity: entityHint(type) }),
        }));
        await updateCanonical(tx, table, CANON_VERSION, changed);
        return rows.length;
      }),
    );
  }
  return done;
}
