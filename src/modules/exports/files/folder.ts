import { createReadStream } from 'node:fs';
import { access, open, opendir, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, syncPath } from '../../../platform/files.ts';
import { keyText, parseKey, StorageError, type FileStore, type FileWriter } from './files.ts';
import type { FileKey } from '../schemas.ts';

/** The suffix of unfinished files. */
const PART = '.part';
const BATCH = 500;
/** The free space is checked again after this many bytes. */
const CHECK_BYTES = 4 * 2 ** 20;
/**
 * The free space that remains unless the operator sets another amount: this many bytes, or this fraction of a small
 * disk.
 */
const RESERVE_BYTES = 2 ** 30;
const RESERVED_PART = 10;

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const CLOSED = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOTDIR', 'EEXIST']);

function storageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (FULL.has(code)) return new StorageError('the file store is full', false, error);
  if (CLOSED.has(code)) return new StorageError('the file store cannot be written', false, error);
  return new StorageError('the file could not be stored', true, error);
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storageError(error);
  }
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** @throws StorageError if less space would remain on the disk: a database on it also needs space */
async function assertRoom(folder: string, reserveBytes: number | undefined): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const reserve = reserveBytes ?? Math.min(RESERVE_BYTES, (blocks * bsize) / RESERVED_PART);
  if (bavail * bsize < reserve)
    throw new StorageError('the file store is full', false, new Error('the reserve is reached'));
}

/**
 * Writes a file in the folder of its organization under a temporary name, syncs it, and renames it.
 * @param reserveBytes the free space to keep on the disk
 * @throws StorageError, as its methods do
 */
export async function createFile(
  folder: string,
  key: FileKey,
  reserveBytes: number | undefined,
): Promise<FileWriter> {
  const path = join(folder, keyText(key));
  const part = path + PART;
  const handle = await guarded(async () => {
    const made = await makeFolder(dirname(path));
    if (made !== undefined) await syncPath(dirname(made));
    await assertRoom(dirname(path), reserveBytes);
    return open(part, 'w', 0o600);
  });
  let unchecked = 0;
  return {
    write: (bytes) =>
      guarded(async () => {
        unchecked += bytes.length;
        if (unchecked >= CHECK_BYTES) {
          unchecked = 0;
          await assertRoom(dirname(path), reserveBytes);
        }
        for (let written = 0; written < bytes.length;)
          written += (await handle.write(bytes, written)).bytesWritten;
      }),
    finish: () =>
      guarded(async () => {
        await handle.sync();
        await handle.close();
        await rename(part, path);
        await syncPath(dirname(path));
      }),
    async discard() {
      await handle.close().catch(() => {});
      await rm(part, { force: true });
      await rm(path, { force: true });
    },
  };
}

/** A store in a folder that all processes of the installation share. */
export function folderStore(folder: string): FileStore {
  return {
    location: { kind: 'folder', folder },
    async open(key) {
      try {
        const handle = await open(join(folder, keyText(key)), 'r');
        const { size } = await handle.stat().catch(async (error: unknown) => {
          await handle.close();
          throw error;
        });
        return {
          kind: 'file',
          size,
          // The stream closes the file, also if its reader disconnects.
          read: (start, end) => createReadStream('', { fd: handle, start, end }),
          close: () => handle.close(),
        };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async remove(key) {
      const path = join(folder, keyText(key));
      await rm(path + PART, { force: true });
      await rm(path, { force: true });
    },
    list: () => listKeys(folder),
    problem: () =>
      access(folder).then(
        () => undefined,
        (error: NodeJS.ErrnoException) => error.code ?? error.message,
      ),
  };
}

async function* namesIn(folder: string): AsyncGenerator<string> {
  try {
    for await (const entry of await opendir(folder)) yield entry.name;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

async function* listKeys(folder: string): AsyncGenerator<FileKey[]> {
  let batch: FileKey[] = [];
  for await (const orgId of namesIn(folder))
    for await (const name of namesIn(join(folder, orgId))) {
      const key = parseKey(`${orgId}/${name.endsWith(PART) ? name.slice(0, -PART.length) : name}`);
      if (key) batch.push(key);
      if (batch.length >= BATCH) {
        yield batch;
        batch = [];
      }
    }
  if (batch.length > 0) yield batch;
}
