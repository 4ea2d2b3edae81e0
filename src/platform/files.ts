import { randomBytes } from 'node:crypto';
import { link, mkdir, open, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { readFileSync } from 'node:fs';

/** The version of Oriki, from its package. */
export const { version } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
) as { version: string };

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
 * Creates a folder and its missing parents, unless it exists. Does not use Node.js's option `recursive`, which never
 * ends below folders where no folder can be created, such as /proc.
 * @returns the topmost created folder
 */
export async function makeFolder(folder: string, mode = 0o700): Promise<string | undefined> {
  const make = () => mkdir(folder, { mode }).then(() => folder);
  try {
    return await make();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return undefined;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
  }
  const above = await makeFolder(dirname(folder), mode);
  // Another process may have created it in the meantime.
  const made = await make().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error;
    return undefined;
  });
  return above ?? made;
}

/**
 * Creates a folder with its missing parents, unless it exists, and makes its entries and those of each new level
 * durable.
 */
export async function makeDurableFolder(
  folder: string,
  sync: typeof syncPath = syncPath,
): Promise<void> {
  const made = await makeFolder(folder);
  const last = made === undefined ? folder : dirname(made);
  for (let level = folder; ; level = dirname(level)) {
    await sync(level);
    if (level === last) return;
  }
}

/**
 * Creates a file with mode 0600 unless one exists. Of several concurrent processes, one creates it, and no reader ever
 * sees an incomplete file.
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

/**
 * Returns the module `name` next to the one at `base`, for a thread to run: TypeScript in a checkout, JavaScript
 * after a build.
 * @param base `import.meta.url`
 */
export function scriptBeside(base: string, name: string): URL {
  return new URL(`${name}${extname(base)}`, base);
}
