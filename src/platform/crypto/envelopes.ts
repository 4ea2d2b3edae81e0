import { assertOutsideTransaction } from '../db/transaction-scope.ts';
import {
  decrypt,
  decryptPayload,
  DEK_BYTES,
  EnvelopeError,
  formatEnvelope,
  parseEnvelope,
  payloadAad,
  type Envelope,
  type EnvelopeContext,
} from './envelope.ts';
import { createKeyRing } from './key-ring-file.ts';
import { LocalKeys } from './key-ring.ts';
import { serverSecretProvider, type KeyProvider } from './key-provider.ts';
import type { ExternalKeyId } from './kms/key-id.ts';
import type { RemoteSettings } from './kms/remote-keys.ts';
import { PreparedEnvelope } from './prepared-envelope.ts';

/** The place of the key for personal data; with `none`, personal data is not stored. */
export type Kms = 'local' | 'none' | ExternalKeyId;

/**
 * Envelope encryption: every value gets a data key of its own, which a key provider wraps. Docs:
 * docs/envelope-format.md. Every method throws inside a transaction, whatever the provider, and rejects with
 * the provider's error when that cannot be asked now; new envelopes are then made with a second one, if there is
 * one, whose error it is when that fails as well.
 */
export class Envelopes {
  /** Id of the key ring in use, for `assertKeyRing`; undefined without one. */
  readonly ringId: string | undefined;
  readonly #kms: KeyProvider | undefined;
  readonly #second: KeyProvider | undefined;
  readonly #serverSecret: KeyProvider;
  readonly #opens: readonly KeyProvider[];
  readonly #onSecond: (error: unknown) => void;
  #usesSecond = false;

  /**
   * @param providers `kms` wraps all it can be given, and `second` what it cannot be asked for; without `kms`,
   * `serverSecret` wraps secrets. `ring` may be there although another provider wraps, and so may `others`, for
   * what was sealed earlier. `onSecond` is called with the error of `kms` when `second` comes into use
   */
  constructor(providers: {
    kms: KeyProvider | undefined;
    second?: KeyProvider | undefined;
    ring: LocalKeys | undefined;
    others?: readonly KeyProvider[];
    serverSecret: KeyProvider;
    onSecond?: ((error: unknown) => void) | undefined;
  }) {
    const { kms, second, ring, others = [], serverSecret, onSecond = () => {} } = providers;
    this.ringId = ring?.ringId;
    this.#kms = kms;
    this.#serverSecret = serverSecret;
    this.#second = second;
    this.#opens = [kms, second, ring, ...others, serverSecret].filter(
      (provider) => provider !== undefined,
    );
    this.#onSecond = onSecond;
  }

  /**
   * Does all that may fail now, so that a value which comes later, and at a price, can be encrypted for certain. Seals
   * values; one that is not sealed must be discarded. Null without a KMS: the value must then not be stored at all.
   */
  async prepare(context: EnvelopeContext): Promise<PreparedEnvelope | null> {
    assertOutsideTransaction('encryption');
    return this.#kms ? this.#prepareWith(this.#kms, context) : null;
  }

  /** Seals personal data: null without a KMS, because it must then not be stored at all. */
  async seal(context: EnvelopeContext, plaintext: string | Buffer): Promise<string | null> {
    const prepared = await this.prepare(context);
    return prepared && prepared.seal(plaintext);
  }

  /** Seals the product's own secrets: without a KMS they are wrapped under the server secret. */
  async sealSecret(context: EnvelopeContext, plaintext: string | Buffer): Promise<string> {
    const prepared =
      (await this.prepare(context)) ?? (await PreparedEnvelope.make(this.#serverSecret, context));
    return prepared.seal(plaintext);
  }

  /** @throws EnvelopeError, the same for every reason */
  async open(context: EnvelopeContext, text: string): Promise<Buffer> {
    assertOutsideTransaction('decryption');
    const envelope = parseEnvelope(text);
    const dek = await this.#dataKey(context, envelope);
    try {
      return await decryptPayload(dek, context, envelope);
    } finally {
      dek.fill(0);
    }
  }

  /**
   * The same envelope with its data key under the KMS's current key, never under the second; iv, tag and
   * ciphertext stay byte for byte. It is opened before: a data key that is not its own would take the place of the one
   * that is. One that is under that key already comes back as it is,
   * unless the KMS may have put a newer key behind the same id.
   * @throws EnvelopeError; Error without a KMS, because there is no key to move to
   */
  async rewrap(context: EnvelopeContext, text: string): Promise<string> {
    assertOutsideTransaction('encryption');
    if (!this.#kms) throw new Error('no key-management provider is configured');
    const envelope = parseEnvelope(text);
    const keyId = await this.#kms.currentKeyId();
    if (envelope.keyId === keyId && !this.#kms.renews) return text;
    const dek = await this.#dataKey(context, envelope);
    try {
      decrypt(dek, payloadAad(context), envelope).fill(0);
      const wrappedDek = await this.#kms.wrap(keyId, context, dek);
      return formatEnvelope({ ...envelope, keyId, wrappedDek });
    } finally {
      dek.fill(0);
    }
  }

  /** The envelope itself, or a re-wrapped one if its key was replaced since; itself too when that fails. */
  async underCurrentKey(context: EnvelopeContext, text: string): Promise<string> {
    try {
      const keyId = await this.#kms?.currentKeyId();
      return keyId === undefined || text.startsWith(`${keyId}|`)
        ? text
        : await this.rewrap(context, text);
    } catch {
      return text;
    }
  }

  async #prepareWith(kms: KeyProvider, context: EnvelopeContext): Promise<PreparedEnvelope> {
    try {
      const prepared = await PreparedEnvelope.make(kms, context);
      this.#usesSecond = false;
      return prepared;
    } catch (error) {
      if (!this.#second) throw error;
      if (!this.#usesSecond) this.#onSecond(error);
      this.#usesSecond = true;
      return PreparedEnvelope.make(this.#second, context);
    }
  }

  async #dataKey(context: EnvelopeContext, envelope: Envelope): Promise<Buffer> {
    const { keyId, wrappedDek } = envelope;
    for (const provider of this.#opens) {
      if (!(await provider.knows(keyId))) continue;
      const dek = await provider.unwrap(keyId, context, wrappedDek);
      if (dek.length !== DEK_BYTES) throw new EnvelopeError();
      return dek;
    }
    throw new EnvelopeError();
  }
}

/**
 * The keys that seal and open. `opens` are external keys that open although they do not seal; `keyFile` is the ring's,
 * which may not be there.
 */
export type KeySettings = {
  kms: Kms;
  second?: Exclude<Kms, 'none'> | undefined;
  opens?: readonly ExternalKeyId[];
  keyFile: string;
  serverSecret: string;
};

/**
 * The envelopes of one process. With `local` as `kms` or `second` the key ring is made when `keyFile` is not
 * there; otherwise a ring that is there is used for opening only.
 * @param options `remote` says how external services are reached, whose keys are not asked for here: they need not be
 * there now
 * @throws KeyRingError, KmsSetupError
 */
export async function openEnvelopes(
  options: KeySettings & { remote?: RemoteSettings; onSecond?: (error: unknown) => void },
): Promise<Envelopes> {
  const { kms, second, opens = [], remote, keyFile, serverSecret, onSecond } = options;
  if (kms === 'local' || second === 'local') await createKeyRing(keyFile, serverSecret);
  const ring = await LocalKeys.open(keyFile);
  const external = [kms, second, ...opens].filter(
    (key): key is ExternalKeyId => key !== undefined && key !== 'local' && key !== 'none',
  );
  // It loads the client for requests, which nothing else of most commands needs.
  const { openRemoteKeys } = await import('./kms/remote-keys.ts');
  const remotes = await openRemoteKeys(external, remote);
  const providerOf = (key: Kms | undefined): KeyProvider | undefined =>
    key === 'local' ? ring : remotes.get(key as ExternalKeyId);
  return new Envelopes({
    kms: providerOf(kms),
    second: providerOf(second),
    ring,
    others: [...remotes.values()],
    serverSecret: serverSecretProvider(serverSecret),
    onSecond,
  });
}
