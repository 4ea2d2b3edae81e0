/** Removes files of exports that may contain an erased subject: those of the organization, because no index shows whose data is in a file. */
import type { Database, Tx } from '../../../platform/db/database.ts';
import type { Stores } from '../files/files.ts';
import { markRemoved } from '../sweep/store.ts';
import * as store from './store.ts';

/** Ends downloads of the files. Exports in progress begin again. @returns the number of exports */
export function withdrawFilesAbout(tx: Tx, orgId: string): Promise<number> {
  return store.withdrawFiles(tx, orgId);
}

/** Ends all downloads and exports of an organization that leaves. @returns the number of exports */
export function withdrawAllFiles(tx: Tx, orgId: string): Promise<number> {
  return store.withdrawAll(tx, orgId);
}

/** Deletes the withdrawn files. @throws if a store does not answer: a later call continues */
export async function removeFilesAbout(db: Database, stores: Stores, orgId: string): Promise<void> {
  for (const { key, store: recorded } of await store.selectExpired(db.read, orgId)) {
    await stores.at(recorded).remove(key);
    await markRemoved(db.read, key);
  }
}
