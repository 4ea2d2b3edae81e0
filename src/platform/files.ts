import { randomBytes } from 'node:crypto';
import { link, open, rm, writeFile } from 'node:fs/promises';

/** Makes earlier writes to a file or a folder's entries durable. */
export async function syncPath(path: string): Promise<void> {
  // Windows can't open folders; NTFS journals their entries.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Makes a file of mode 0600 unless there is one already; of several processes at once, one makes it, and nobody
 * ever sees it half written.
 */
export async function createOnce(path: string, content: string): Promise<void> {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(draft, content, { mode: 0o600, flush: true });
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
