import type { Tx } from '../../../platform/db/database.ts';
import type { Merged } from '../../../platform/db/lists/external-ids.ts';
import * as store from './store.ts';

/**
 * Converts the ids of objects in requests for a second person to NFC. If open requests are equal afterwards, the
 * oldest stays open.
 */
export async function mergeRequests(tx: Tx, orgId: string): Promise<Merged> {
  const merged = await store.voidSame(tx, orgId);
  return { approvals: { renamed: await store.renameObjects(tx, orgId), merged } };
}
