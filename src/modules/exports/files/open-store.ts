import { join } from 'node:path';
import { randomBytes } from '../../../platform/crypto/random.ts';
import { installationValue } from '../../../platform/crypto/store.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { folderStore } from './folder.ts';
import { s3Store } from './s3.ts';
import type { FileStore } from './files.ts';

/** What the operator says about the place: a folder, unless there is a bucket. */
export type StoreSettings = {
  folder: string;
  bucket: string | undefined;
  bucketPrefix: string;
  bucketEndpoint: string | undefined;
};

/**
 * Where this installation's exports are. Files that no export has are deleted there, so the place has a part of its own
 * for each database: two installations may be given the same folder or bucket by mistake.
 */
export async function openStore(db: Queryable, settings: StoreSettings): Promise<FileStore> {
  const proposed = randomBytes(8).toString('hex');
  const installation = await installationValue(db, 'export_files', proposed);
  const { bucket, bucketPrefix, bucketEndpoint: endpoint } = settings;
  if (bucket === undefined) return folderStore(join(settings.folder, installation));
  return s3Store({ kind: 's3', bucket, prefix: `${bucketPrefix}${installation}/`, endpoint });
}
