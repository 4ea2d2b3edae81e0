import { PLATFORM } from '../../audit/action.ts';
import { DEK_BYTES, EnvelopeError, NAME_BYTES, type EnvelopeContext } from '../envelope.ts';
import { KmsError } from '../kms/remote-kms.ts';
import type { Cover } from '../prepared-envelope.ts';
import { randomBytes } from '../../random.ts';
import { deriveKey, hmac } from '../seal.ts';
import { coverDek, nameIn, uncoverDek } from './covered-key.ts';
import { KeyFolder } from './key-folder.ts';

/** The maximum number of keys in memory. */
const MOST_CACHED = 10_000;

/** Wraps the keys of subjects: the key provider of the process. */
type Sealing = {
  sealSecret: (context: EnvelopeContext, plaintext: Buffer) => Promise<string>;
  open: (context: EnvelopeContext, text: string) => Promise<Buffer>;
  rewrap: (context: EnvelopeContext, text: string) => Promise<string>;
};

/** Where the keys are. `storeId` is the id of the store to which the database is bound. */
export type SubjectKeyPlaces = {
  folder: string;
  storeId: string;
  /** Folders with retained copies of the store. */
  copies: readonly string[];
};

type Cached = { file: string; version: string; key: Buffer; isDurable: boolean };

function keyContext(file: string): EnvelopeContext {
  return { orgId: PLATFORM, id: file, kind: 'subject-key' };
}

/**
 * The keys of subjects, in a folder that all processes share. A process uses a key in memory only while its file is
 * unchanged, so no process uses a destroyed key.
 */
export class SubjectKeys {
  readonly #folder: KeyFolder;
  readonly #storeId: string;
  readonly #copies: readonly KeyFolder[];
  readonly #names: Buffer;
  readonly #sealing: Sealing;
  readonly #cache = new Map<string, Cached>();
  readonly #mostCached: number;

  /** @param secret the server secret, from which names of keys are derived */
  constructor(
    { folder, storeId, copies }: SubjectKeyPlaces,
    secret: string,
    sealing: Sealing,
    mostCached = MOST_CACHED,
  ) {
    this.#folder = new KeyFolder(folder);
    this.#storeId = storeId;
    this.#copies = copies.map((path) => new KeyFolder(path));
    this.#names = deriveKey(secret, '', 'oriki subject key names v1');
    this.#sealing = sealing;
    this.#mostCached = mostCached;
  }

  /** The number of keys in memory. */
  get cached(): number {
    return this.#cache.size;
  }

  /** Returns the name of a subject's keys, which reveals neither the subject nor the organization. */
  nameOf(orgId: string, subjectId: string): string {
    const name = hmac(this.#names, orgId, subjectId.normalize('NFC'));
    return name.subarray(0, NAME_BYTES).toString('hex');
  }

  /**
   * Encrypts data keys of a row under the key of its subject. The returned encryption is durable. Creates the key for
   * the first row.
   * @throws KmsError without the store; the key provider's error
   */
  async covering(context: EnvelopeContext, subjectId: string): Promise<Cover> {
    const name = this.nameOf(context.orgId, subjectId);
    const found = await this.#find(name, true);
    if (!found.isDurable) {
      await this.#folder.sync(found.file);
      found.isDurable = true;
    }
    return (dek) => coverDek(found.key, name, context, dek);
  }

  /**
   * Returns the data key that `coverDek` has encrypted; the caller must zero it.
   * @throws EnvelopeError, also if the key was destroyed; KmsError without the store; the key provider's error
   */
  async uncover(context: EnvelopeContext, covered: Buffer): Promise<Buffer> {
    const found = await this.#find(nameIn(covered), false);
    if (!found) throw new EnvelopeError();
    return uncoverDek(found.key, context, covered);
  }

  /** Returns true if a key of the name in a covered data key was destroyed. */
  isDestroyed(covered: Buffer): Promise<boolean> {
    return this.wasDestroyed(nameIn(covered));
  }

  /** Returns true if a key of this name was destroyed. */
  wasDestroyed(name: string): Promise<boolean> {
    return this.#folder.isGone(`${name}.0`);
  }

  async #find(name: string, makes: true): Promise<Cached>;
  async #find(name: string, makes: boolean): Promise<Cached | undefined>;
  async #find(name: string, makes: boolean): Promise<Cached | undefined> {
    const cached = this.#cache.get(name);
    this.#cache.delete(name);
    const known =
      cached && this.#folder.version(cached.file) === cached.version
        ? cached
        : await this.#load(name, makes);
    if (!known) return undefined;
    this.#cache.set(name, known);
    if (this.#cache.size > this.#mostCached) this.#cache.delete(this.#cache.keys().next().value!);
    return known;
  }

  async #load(name: string, makes: boolean): Promise<Cached | undefined> {
    for (let number = 0; ;) {
      const file = `${name}.${number}`;
      if (await this.#folder.isGone(file)) {
        number += 1;
        continue;
      }
      const version = this.#folder.version(file);
      const envelope = version && (await this.#folder.read(file));
      if (version !== undefined && envelope !== undefined) {
        const key = await this.#sealing.open(keyContext(file), envelope).catch((error: unknown) => {
          if (!(error instanceof EnvelopeError)) throw error;
          throw new KmsError(`the subject key ${file} is damaged: restore it from a copy`);
        });
        return { file, version, key, isDurable: false };
      }
      // If the folder is not mounted, the key does not count as missing.
      await this.#assertThere(this.#folder);
      if (!makes) return undefined;
      await this.#make(file);
    }
  }

  async #make(file: string): Promise<void> {
    const key = randomBytes(DEK_BYTES);
    const envelope = await this.#sealing.sealSecret(keyContext(file), key);
    key.fill(0);
    await this.#folder.create(file, envelope);
    // Another caller may have destroyed the key since it was read.
    if (await this.#folder.isGone(file)) await this.#folder.removeKey(file);
  }

  /** @throws KmsError */
  async #assertThere(folder: KeyFolder): Promise<void> {
    if ((await folder.storeId()) !== this.#storeId)
      throw new KmsError(`the store of subject keys is missing in ${folder.path}`);
  }

  /**
   * Returns the files of the keys that a subject has in the store or a copy.
   * @throws KmsError if one of the folders is missing
   */
  async keysOf(orgId: string, subjectId: string): Promise<string[]> {
    const name = this.nameOf(orgId, subjectId);
    const folders = [this.#folder, ...this.#copies];
    for (const folder of folders) await this.#assertThere(folder);
    const found: string[] = [];
    for (let number = 0; ; number += 1) {
      const file = `${name}.${number}`;
      const isThere = folders.some((folder) => folder.version(file) !== undefined);
      if (isThere) found.push(file);
      else if (!(await Promise.all(folders.map((one) => one.isGone(file)))).includes(true))
        return found;
    }
  }

  /**
   * Destroys a key in the store and in its copies. Repeating is safe. @throws KmsError if one of the folders is missing
   */
  async destroy(file: string): Promise<void> {
    for (const folder of [this.#folder, ...this.#copies]) {
      await this.#assertThere(folder);
      await folder.destroy(file);
    }
    this.#cache.delete(file.split('.')[0]!);
  }

  /**
   * Destroys keys again that a restored store or copy may have brought back. Skips copies that are missing now.
   * @returns the number of destroyed keys
   */
  async destroyAgain(files: readonly string[]): Promise<number> {
    let destroyed = 0;
    await this.#assertThere(this.#folder);
    for (const folder of [this.#folder, ...this.#copies]) {
      if ((await folder.storeId()) !== this.#storeId) continue;
      for (const file of files) if (await folder.destroy(file)) destroyed += 1;
    }
    return destroyed;
  }

  /** Moves the keys in the store to the key `keyId` of the key provider. Copies keep their keys. */
  async rewrap(keyId: string): Promise<{ rewrapped: number; unreadable: string[] }> {
    let rewrapped = 0;
    const unreadable: string[] = [];
    for await (const file of this.#folder.files()) {
      const envelope = await this.#folder.read(file);
      if (envelope === undefined || envelope.startsWith(`${keyId}|`)) continue;
      try {
        const replacement = await this.#sealing.rewrap(keyContext(file), envelope);
        if (replacement === envelope) continue;
        await this.#folder.replace(file, replacement);
        rewrapped += 1;
      } catch (error) {
        if (!(error instanceof EnvelopeError)) throw error;
        unreadable.push(file);
      }
    }
    return { rewrapped, unreadable };
  }

  /** Yields the names of the subjects with a key. */
  async *names(): AsyncGenerator<string> {
    for await (const file of this.#folder.files()) yield file.split('.')[0]!;
  }
}
