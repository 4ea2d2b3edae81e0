/** A folder with a file for each key of a subject: the store, or a retained copy of it. */
import { statSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOnce, makeFolder, syncPath } from '../../files.ts';
import { KmsError } from '../kms/remote-kms.ts';
import { randomBytes } from '../../random.ts';

const STORE_FILE = 'store.json';
const FORMAT = 'oriki-subject-keys-v1';
const KEY_FILE = /^([0-9a-f]{32}\.\d+)\.json$/;

function unlessMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  return undefined;
}

/**
 * Each key has a file `<name>.<number>.json` with its envelope. A destroyed key leaves `<name>.<number>.gone`, and the
 * subject's next key has the next number. So no file name is used again, and processes need no lock.
 */
export class KeyFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  #shard(file: string): string {
    return join(this.path, file.slice(0, 2));
  }

  #keyPath(file: string): string {
    return join(this.#shard(file), `${file}.json`);
  }

  #gonePath(file: string): string {
    return join(this.#shard(file), `${file}.gone`);
  }

  /** Returns the id of the store; undefined if there is none in the folder. @throws KmsError for a damaged file */
  async storeId(): Promise<string | undefined> {
    const path = join(this.path, STORE_FILE);
    const text = await readFile(path, 'utf8').catch(unlessMissing);
    if (text === undefined) return undefined;
    try {
      const { format, id } = JSON.parse(text) as { format: unknown; id: unknown };
      if (format === FORMAT && typeof id === 'string') return id;
    } catch {
      // The parser's message adds nothing.
    }
    throw new KmsError(`${path} is damaged: restore it from a copy`);
  }

  /** Creates a store, unless the folder has one. It is durable when this resolves. @returns its id */
  async make(): Promise<string> {
    const made = await makeFolder(this.path);
    const content = JSON.stringify({ format: FORMAT, id: randomBytes(16).toString('hex') });
    await createOnce(join(this.path, STORE_FILE), `${content}\n`);
    await syncPath(this.path);
    if (made !== undefined) await syncPath(join(made, '..'));
    return (await this.storeId())!;
  }

  /**
   * Returns a version that changes with the key; undefined without a key. Synchronous, because each use of a key in
   * memory compares the version: that takes a few microseconds, and a hundred through the thread pool.
   */
  version(file: string): string | undefined {
    const stats = statSync(this.#keyPath(file), { bigint: true, throwIfNoEntry: false });
    return stats && `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
  }

  /** Returns true if the key was destroyed. */
  async isGone(file: string): Promise<boolean> {
    return (await stat(this.#gonePath(file)).catch(unlessMissing)) !== undefined;
  }

  /** Returns the envelope of a key. */
  async read(file: string): Promise<string | undefined> {
    const text = await readFile(this.#keyPath(file), 'utf8').catch(unlessMissing);
    return text?.trim();
  }

  /** Creates a key unless one exists. Of several concurrent processes, one creates it. */
  async create(file: string, envelope: string): Promise<void> {
    await makeFolder(this.#shard(file));
    await createOnce(this.#keyPath(file), `${envelope}\n`);
  }

  /** Makes a key durable, even if another process created it. */
  async sync(file: string): Promise<void> {
    await syncPath(this.#shard(file));
    await syncPath(this.path);
  }

  /** Replaces the envelope of a key, unless the key was destroyed. */
  async replace(file: string, envelope: string): Promise<void> {
    const draft = `${this.#keyPath(file)}.${randomBytes(4).toString('hex')}`;
    await writeFile(draft, `${envelope}\n`, { mode: 0o600, flush: true });
    await rename(draft, this.#keyPath(file));
    // Another caller may have destroyed the key before the rename.
    if (await this.isGone(file)) await this.removeKey(file);
    await this.sync(file);
  }

  /**
   * Destroys a key. The deletion is durable when this resolves. Repeating is safe. @returns false if the key did not
   * exist
   */
  async destroy(file: string): Promise<boolean> {
    const isGone = await this.isGone(file);
    if (isGone && this.version(file) === undefined) return false;
    await makeFolder(this.#shard(file));
    await createOnce(this.#gonePath(file), '');
    // This mark is durable before the deletion, so no process creates the key again.
    await this.sync(file);
    await this.removeKey(file);
    await this.sync(file);
    return true;
  }

  /**
   * Deletes a key and its drafts, which a crash may have left. Deletes the key last: while it exists, the deletion is
   * incomplete.
   */
  async removeKey(file: string): Promise<void> {
    const shard = this.#shard(file);
    const names = await readdir(shard);
    const own = names.filter((name) => name.startsWith(`${file}.json`));
    for (const name of own.toSorted().toReversed()) await rm(join(shard, name), { force: true });
  }

  /** Yields the files of all keys, each without its suffix. */
  async *files(): AsyncGenerator<string> {
    const shards = await readdir(this.path).catch(unlessMissing);
    for (const shard of shards ?? []) {
      if (!/^[0-9a-f]{2}$/.test(shard)) continue;
      for (const name of await readdir(join(this.path, shard))) {
        const file = KEY_FILE.exec(name)?.[1];
        if (file !== undefined) yield file;
      }
    }
  }
}
