import { createFile, folderStore } from './folder.ts';
import { createObject, s3Store } from './s3.ts';
import type { FileKey, FileStore, FileWriter, StoreLocation } from './files.ts';

/** The store at a place. Nothing is asked of it yet. */
export function openStore(location: StoreLocation): FileStore {
  return location.kind === 'folder' ? folderStore(location.folder) : s3Store(location);
}

/** @throws StorageError */
export function createWriter(location: StoreLocation, key: FileKey): Promise<FileWriter> {
  return location.kind === 'folder'
    ? createFile(location.folder, key)
    : createObject(location, key);
}
