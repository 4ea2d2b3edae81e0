import type { FileKey } from '../schemas.ts';
import { createFile } from './folder.ts';
import type { FileWriter, StoreLocation } from './files.ts';
import { createObject } from './s3.ts';

/**
 * Opens a new file for writing. Separate from the stores, so that a thread loads only what it needs. @throws
 * StorageError
 */
export function createWriter(
  location: StoreLocation,
  key: FileKey,
  reserveBytes: number | undefined,
): Promise<FileWriter> {
  return location.kind === 'folder'
    ? createFile(location.folder, key, reserveBytes)
    : createObject(location, key);
}
