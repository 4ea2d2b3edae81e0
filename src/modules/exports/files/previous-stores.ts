import type { Queryable } from '../../../platform/db/database.ts';
import { selectStores } from '../sweep/store.ts';
import { openStores, type StoreSettings } from './open-store.ts';
import { locationText, type FileStore, type StoreLocation, type Stores } from './files.ts';

/** A store that files were written to before another was configured. */
export type PreviousStore = {
  files: FileStore;
  /** As it is recorded with each export. */
  recorded: string;
  /** Tells whether it has files that have not been removed yet. */
  holdsFiles: boolean;
  /** For operators. */
  name: string;
  /** The reason that it cannot be read now. */
  problem: string | undefined;
};

function nameOf(location: StoreLocation): string {
  if (location.kind === 'folder') return `the folder ${location.folder}`;
  const { bucket, prefix, endpoint } = location;
  return `the bucket ${bucket} (${prefix})${endpoint === undefined ? '' : ` at ${endpoint}`}`;
}

/**
 * Stores with files of a bucket that cannot be read now, other than the configured one. Changes nothing: whoever has files has
 * recorded the part of the store that is this database's.
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

/** Asks each whether it can be read. */
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
