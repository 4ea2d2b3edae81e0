import type { Queryable } from '../db/database.ts';
import { IV_BYTES } from './aes-gcm.ts';
import { unwrapDek, wrapAad, wrapDek, type EnvelopeContext } from './envelope.ts';
import {
  keyRingExists,
  keyRingVersion,
  KeyRingError,
  LOCAL_KEY_ID,
  readKeyRing,
  type KeyRing,
} from './key-ring-file.ts';
import type { KeyProvider } from './key-provider.ts';
import { installationValue } from './store.ts';
import { randomBytes } from '../random.ts';

/** This process's key ring is not the one of the database's envelopes. */
export class WrongKeyRing extends Error {
  constructor() {
    super(
      'the key ring differs from the one this database was first used with: put the file of that ring, from a ' +
        'host that has it or from a backup, in the place of the one here (ORIKI_KMS_KEY_FILE, or keys.json in the ' +
        'data folder); it must be the same for every process. What was encrypted with a lost ring stays unreadable',
    );
    this.name = 'WrongKeyRing';
  }
}

/**
 * Binds the database to the key ring on first use and rejects another one afterwards: with two rings, one process
 * could not read what another has encrypted.
 * @throws WrongKeyRing
 */
export async function assertKeyRing(db: Queryable, ringId: string): Promise<void> {
  if ((await installationValue(db, 'key_ring', ringId)) !== ringId) throw new WrongKeyRing();
}

/**
 * Wraps with the keys of a ring's file. New envelopes always use the current key of the file, which is read again when
 * it has changed. Without the file, sealing stops, because a restart could not open the sealed values. Opening
 * continues with the keys in memory.
 */
export class LocalKeys implements KeyProvider {
  readonly #path: string;
  #ring: KeyRing;
  #version: string;
  #lookedThisTurn = false;

  private constructor(path: string, ring: KeyRing, version: string) {
    this.#path = path;
    this.#ring = ring;
    this.#version = version;
  }

  /** @returns undefined if the file does not exist. @throws KeyRingError */
  static async open(path: string): Promise<LocalKeys | undefined> {
    if (!(await keyRingExists(path))) return undefined;
    const { ring, version } = await readKeyRing(path);
    return new LocalKeys(path, ring, version);
  }

  get ringId(): string {
    return this.#ring.ringId;
  }

  /** @throws KeyRingError */
  async currentKeyId(): Promise<string> {
    await this.#refresh();
    return this.#ring.current;
  }

  /** Reads the file for an unknown id, which may be new. @throws KeyRingError */
  async knows(keyId: string): Promise<boolean> {
    return (await this.#find(keyId)) !== undefined;
  }

  async wrap(keyId: string, context: EnvelopeContext, dek: Buffer): Promise<Buffer> {
    return wrapDek(await this.#key(keyId), randomBytes(IV_BYTES), wrapAad(context, keyId), dek);
  }

  async unwrap(keyId: string, context: EnvelopeContext, wrapped: Buffer): Promise<Buffer> {
    return unwrapDek(await this.#key(keyId), wrapAad(context, keyId), wrapped);
  }

  async #key(keyId: string): Promise<Buffer> {
    const kek = await this.#find(keyId);
    if (!kek) throw new KeyRingError(this.#path, `has lost the key ${keyId}`);
    return kek;
  }

  async #find(keyId: string): Promise<Buffer | undefined> {
    if (!LOCAL_KEY_ID.test(keyId)) return undefined;
    if (!this.#ring.keys.has(keyId)) await this.#refresh();
    return this.#ring.keys.get(keyId);
  }

  async #refresh(): Promise<void> {
    // One check of the file per turn of the event loop is enough.
    if (this.#lookedThisTurn) return;
    if (keyRingVersion(this.#path) === this.#version) {
      this.#lookedThisTurn = true;
      setImmediate(() => (this.#lookedThisTurn = false));
      return;
    }
    const { ring, version } = await readKeyRing(this.#path);
    if (ring.ringId !== this.#ring.ringId)
      throw new KeyRingError(this.#path, 'was replaced by another ring while in use: restart');
    this.#ring = ring;
    this.#version = version;
  }
}
