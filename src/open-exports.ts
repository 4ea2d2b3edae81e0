import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { openStore, type FileStore } from './modules/exports/index.ts';
import { installationValue } from './platform/crypto/store.ts';
import type { Database } from './platform/db/database.ts';

/**
 * Where this installation's exports are. Files that no export has are deleted there, so the place has a part of its own
 * for each database: two installations may be given the same folder or bucket by mistake.
 */
export async function openExportFiles(config: Config, db: Database): Promise<FileStore> {
  const name = randomBytes(8).toString('hex');
  const installation = await installationValue(db.read, 'export_files', name);
  const { exportBucket: bucket, exportBucketEndpoint: endpoint } = config;
  if (bucket === undefined)
    return openStore({
      kind: 'folder',
      folder: join(config.exportFolder ?? join(config.dataDir, 'exports'), installation),
    });
  const prefix = `${config.exportBucketPrefix}${installation}/`;
  return openStore({ kind: 's3', bucket, prefix, endpoint });
}
