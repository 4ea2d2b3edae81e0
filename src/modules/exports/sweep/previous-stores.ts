import type { Queryable } from '../../../platform/db/database.ts';
import { selectStores } from './store.ts';
import { openStores, type StoreSettings } from '../files/open-store.ts';
import { locationText, type FileStore, type StoreLocation, type Stores } from '../files/files.ts';

/** A store that was configured earlier. */
export type PreviousStore = {
  files: FileStore;
  /** The location as recorded with each export. */
  recorded: string;
  /** True if it has files that are not deleted yet. */
  holdsFiles: boolean;
  /** A description for operators. */
  name: string;
  /** The reason why it cannot be read now. */
  problem: string | undefined;
};

function nameOf(location: StoreLocation): string {
  if (location.kind === 'folder') return `the folder ${location.folder}`;
  const { bucket, prefix, endpoint } = location;
  return `the bucket ${bucket} (${prefix})${endpoint === undefined ? '' : ` at ${endpoint}`}`;
}

/**
 * Returns earlier stores that hold files and cannot be read now. Writes nothing to the database, because a store with
 * files has already recorded its prefix.
 */
export async function lostStores(
  shared: Queryable,
  bucket: Queryable,
  settings: StoreSettings,
): Promise<PreviousStore[]> {
  if ((await selectStores(bucket)).length === 0) return [];
  const previous = await previousStores(bucket, await openStores(shared, settings));
  return previous.filter(({ holdsFiles, problem }) => holdsFiles && problem !== undefined);
}

/** Returns the earlier stores, each with the reason if it cannot be read. */
export async function previousStores(db: Queryable, stores: Stores): Promise<PreviousStore[]> {
  const current = locationText(stores.current.location);
  const previous = (await selectStores(db)).filter(({ location }) => location !== current);
  return Promise.all(
    previous.map(async ({ location: recorded, holdsFiles }) => {
      const files = stores.at(recorded);
      const problem = await files.problem();
      return { files, recorded, holdsFiles, name: nameOf(files.location), problem };
    }),
  );
}
