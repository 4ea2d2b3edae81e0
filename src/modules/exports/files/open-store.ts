import { join } from 'node:path';
import { randomBytes } from '../../../platform/random.ts';
import { installationValue } from '../../../platform/crypto/store.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { folderStore } from './folder.ts';
import { s3Store } from './s3.ts';
import {
  locationText,
  parseLocation,
  type FileStore,
  type StoreLocation,
  type Stores,
} from './files.ts';

/** The operator's settings: a bucket, or else a folder. */
export type StoreSettings = {
  folder: string;
  bucket: string | undefined;
  bucketPrefix: string;
  bucketEndpoint: string | undefined;
};

function locationOf(settings: StoreSettings, installation: string): StoreLocation {
  const { bucket, bucketPrefix, bucketEndpoint: endpoint } = settings;
  return bucket === undefined
    ? { kind: 'folder', folder: join(settings.folder, installation) }
    : { kind: 's3', bucket, prefix: `${bucketPrefix}${installation}/`, endpoint };
}

function openAt(location: StoreLocation): FileStore {
  return location.kind === 'folder' ? folderStore(location.folder) : s3Store(location);
}

/**
 * Opens this installation's stores. The sweeper deletes files without an export, so each database uses a separate
 * prefix, in case two installations share a folder or bucket by mistake.
 */
export async function openStores(db: Queryable, settings: StoreSettings): Promise<Stores> {
  const proposed = randomBytes(8).toString('hex');
  const installation = await installationValue(db, 'export_files', proposed);
  const current = openAt(locationOf(settings, installation));
  const known = new Map([[locationText(current.location), current]]);
  return {
    current,
    at(recorded) {
      if (recorded === null) return current;
      let store = known.get(recorded);
      if (!store) known.set(recorded, (store = openAt(parseLocation(recorded))));
      return store;
    },
  };
}

/** Returns the reason why the configured bucket cannot be read, as a code or in words. Records nothing. */
export function bucketProblem(settings: StoreSettings): Promise<string | undefined> {
  return openAt(locationOf(settings, 'none')).problem();
}
