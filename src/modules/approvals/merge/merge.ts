import type { Tx } from '../../../platform/db/database.ts';
import type { Merged } from '../../../platform/db/lists/external-ids.ts';
import * as store from './store.ts';

/** Gives requests for a second person the ids of their objects in NFC. Of open ones that are the same then, the oldest stays open. */
export async function mergeRequests(tx: Tx, orgId: string): Promise<Merged> {
  const merged = await store.voidSame(tx, orgId);
  return { approvals: { renamed: await store.renameObjects(tx, orgId), merged } };
}
