import type { Tx } from '../../../platform/db/database.ts';
import type { Erased, Erasing } from '../../../platform/db/lists/erasing.ts';
import { noteChange } from '../../live/index.ts';
import * as store from './store.ts';

/** Empties hits of a subject, and notifies open streams. */
export async function emptyHits(tx: Tx, part: Erasing): Promise<Erased> {
  const ids = await store.emptyHits(tx, part);
  await noteChange(tx, part.orgId, 'hit', ids);
  return { count: ids.length };
}
