import { voidedWith } from '../../approvals/index.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { ENTRY_PREFIX } from './schemas.ts';
import { LIST_PREFIX } from './schemas.ts';
import * as store from './store.ts';

/** Entries that are copied at once. */
const BATCH = 5000;

/**
 * Copies the lists of an organization with their entries, under new ids, into another organization of the same
 * bucket.
 */
export async function copyLists(tx: Tx, orgId: string, toOrgId: string): Promise<void> {
  for (const { id: from, name, kind, source } of await store.selectLists(tx, orgId, {})) {
    const id = newId(LIST_PREFIX);
    await store.insertList(tx, { org_id: toOrgId, id, name, kind, source });
    for (let after: string | undefined = ''; after !== undefined;) {
      const ids = await store.selectEntryIds(tx, orgId, from, after, BATCH);
      after = ids.at(-1);
      if (after === undefined) continue;
      const revision = (await store.advanceList(
        tx,
        toOrgId,
        id,
        ids.length,
        voidedWith(toOrgId, 'list.'),
      ))!;
      const newIds = ids.map(() => newId(ENTRY_PREFIX));
      await store.copyEntries(tx, orgId, ids, newIds, { orgId: toOrgId, listId: id, revision });
    }
  }
}
