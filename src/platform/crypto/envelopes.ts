import { assertOutsideTransaction } from '../db/transaction-scope.ts';
import {
  COVERED_BYTES,
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
import { KmsError } from './kms/remote-kms.ts';
import type { RemoteSettings } from './kms/remote-keys.ts';
import { PreparedEnvelope, type Cover } from './prepared-envelope.ts';
import { SubjectKeys, type SubjectKeyPlaces } from './subject-keys/subject-keys.ts';

/** The location of the key for personal data. With `none`, Oriki does not store personal data. */
export type Kms = 'local' | 'none' | ExternalKeyId;

/**
 * Envelope encryption: every value gets its own data key, which a key provider wraps. See docs/envelope-format.md.
 * Every method throws inside a transaction, with any provider, and rejects with the provider's error if the provider is
 * unavailable. New envelopes then use the second provider, if there is one. If that also fails, its error is thrown.
 */
export class Envelopes {
  /** The id of the key ring in use, for `assertKeyRing`; undefined without one. */
  readonly ringId: string | undefined;
  readonly #kms: KeyProvider | undefined;
  readonly #second: KeyProvider | undefined;
  readonly #serverSecret: KeyProvider;
  readonly #opens: readonly KeyProvider[];
  readonly #onSecond: (error: unknown) => void;
  /** The keys of subjects; undefined where none were ever used. */
  readonly subjectKeys: SubjectKeys | undefined;
  /** True if the keys of subjects cover new envelopes. */
  readonly covers: boolean;
  #usesSecond = false;

  /**
   * @param providers `kms` wraps by default, and `second` while `kms` is unavailable. Without `kms`, `serverSecret`
   * wraps secrets. `ring` and `others` open envelopes that were sealed earlier. `onSecond` is called with the error of
   * `kms` when `second` is used. `subjectKeys` open the data keys that they cover; `covers` is true if they cover new
   * envelopes
   */
  constructor(providers: {
    kms: KeyProvider | undefined;
    second?: KeyProvider | undefined;
    ring: LocalKeys | undefined;
    others?: readonly KeyProvider[];
    serverSecret: KeyProvider;
    onSecond?: ((error: unknown) => void) | undefined;
    subjectKeys?: ((sealing: Envelopes) => SubjectKeys) | undefined;
    covers?: boolean;
  }) {
    const { kms, second, ring, others = [], serverSecret, onSecond = () => {} } = providers;
    this.subjectKeys = providers.subjectKeys?.(this);
    this.covers = providers.covers ?? false;
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
   * Completes now every step that may fail, so that a value that costs money can be encrypted for certain later. Seal
   * or discard the result. Null without a KMS: the value must then not be stored at all.
   */
  async prepare(context: EnvelopeContext): Promise<PreparedEnvelope | null> {
    assertOutsideTransaction('encryption');
    if (!this.#kms) return null;
    return this.#prepareWith(this.#kms, context, this.covers && (await this.#cover(context)));
  }

  /** Seals personal data. Null without a KMS, because personal data must then not be stored at all. */
  async seal(context: EnvelopeContext, plaintext: string | Buffer): Promise<string | null> {
    const prepared = await this.prepare(context);
    return prepared && prepared.seal(plaintext);
  }

  /** Seals the product's own secrets. Without a KMS, the server secret wraps them. */
  async sealSecret(context: EnvelopeContext, plaintext: string | Buffer): Promise<string> {
    const prepared = (await this.prepare(context)) ?? (await this.#prepareSecret(context));
    return prepared.seal(plaintext);
  }

  async #prepareSecret(context: EnvelopeContext): Promise<PreparedEnvelope> {
    const cover = this.covers && (await this.#cover(context));
    return PreparedEnvelope.make(this.#serverSecret, context, cover);
  }

  /** Encrypts data keys under the key of the row's subject; returns false if the subject has none. */
  async #cover({ subject, ...context }: EnvelopeContext): Promise<Cover | false> {
    const subjectId = typeof subject === 'function' ? await subject() : subject;
    return (subjectId ?? null) !== null && this.subjectKeys!.covering(context, subjectId!);
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
   * Returns the same envelope with its data key under the KMS's current key, never under the second one. Iv, tag and
   * ciphertext stay byte for byte. Opens the envelope first, because a wrong data key would replace the right one.
   * Returns an envelope under the current key unchanged, unless the KMS may have a newer key under the same id. If the
   * key of a subject covers the envelope, it still does afterward. If that key was destroyed, the envelope is rewrapped
   * unopened.
   * @throws EnvelopeError; Error without a KMS, because there is no key to move to
   */
  async rewrap(context: EnvelopeContext, text: string): Promise<string> {
    assertOutsideTransaction('encryption');
    if (!this.#kms) throw new Error('no key-management provider is configured');
    const envelope = parseEnvelope(text);
    const keyId = await this.#kms.currentKeyId();
    if (envelope.keyId === keyId && !this.#kms.renews) return text;
    const inner = await this.#unwrap(context, envelope);
    const isDestroyed =
      inner.length === COVERED_BYTES && (await this.subjectKeys!.isDestroyed(inner));
    const dek = await this.#uncovered(context, inner).catch((error: unknown) => {
      if (!isDestroyed || !(error instanceof EnvelopeError)) throw error;
      return undefined;
    });
    try {
      if (dek) decrypt(dek, payloadAad(context), envelope).fill(0);
      const wrappedDek = await this.#kms.wrap(keyId, context, inner);
      return formatEnvelope({ ...envelope, keyId, wrappedDek });
    } finally {
      dek?.fill(0);
    }
  }

  /**
   * Returns the same envelope with its data key under the key of the row's subject, and under the current key. Returns
   * it unchanged if the row has no subject, or if a subject's key already covers it.
   * @throws the errors of `rewrap`
   */
  async cover(context: EnvelopeContext, text: string): Promise<string> {
    assertOutsideTransaction('encryption');
    if (!this.covers || !context.subject) return text;
    const envelope = parseEnvelope(text);
    const inner = await this.#unwrap(context, envelope);
    if (inner.length === COVERED_BYTES) return text;
    try {
      decrypt(inner, payloadAad(context), envelope).fill(0);
      const cover = await this.#cover(context);
      const provider = this.#kms ?? this.#serverSecret;
      const keyId = await provider.currentKeyId();
      const wrappedDek = await provider.wrap(keyId, context, cover ? cover(inner) : inner);
      return formatEnvelope({ ...envelope, keyId, wrappedDek });
    } finally {
      inner.fill(0);
    }
  }

  /** Returns the envelope, rewrapped if its key was replaced; unchanged if that fails. */
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

  async #prepareWith(
    kms: KeyProvider,
    context: EnvelopeContext,
    cover: Cover | false,
  ): Promise<PreparedEnvelope> {
    try {
      const prepared = await PreparedEnvelope.make(kms, context, cover);
      this.#usesSecond = false;
      return prepared;
    } catch (error) {
      if (!this.#second) throw error;
      if (!this.#usesSecond) this.#onSecond(error);
      this.#usesSecond = true;
      return PreparedEnvelope.make(this.#second, context, cover);
    }
  }

  async #dataKey(context: EnvelopeContext, envelope: Envelope): Promise<Buffer> {
    return this.#uncovered(context, await this.#unwrap(context, envelope));
  }

  async #uncovered(context: EnvelopeContext, inner: Buffer): Promise<Buffer> {
    return inner.length === DEK_BYTES ? inner : this.subjectKeys!.uncover(context, inner);
  }

  /**
   * Returns the data key, decrypted with the subject's key if one covers it. @throws EnvelopeError; KmsError without
   * these keys
   */
  async #unwrap(context: EnvelopeContext, { keyId, wrappedDek }: Envelope): Promise<Buffer> {
    for (const provider of this.#opens) {
      if (!(await provider.knows(keyId))) continue;
      const inner = await provider.unwrap(keyId, context, wrappedDek);
      if (inner.length === DEK_BYTES) return inner;
      if (inner.length !== COVERED_BYTES) throw new EnvelopeError();
      if (!this.subjectKeys) throw new KmsError('this process has no store of subject keys');
      return inner;
    }
    throw new EnvelopeError();
  }
}

/**
 * The keys that seal and open. `opens` are external keys that only open; `keyFile` is the ring's file, which may not
 * exist.
 */
export type KeySettings = {
  kms: Kms;
  second?: Exclude<Kms, 'none'> | undefined;
  opens?: readonly ExternalKeyId[];
  keyFile: string;
  serverSecret: string;
};

/** The keys of subjects; `covers` is true if they cover new envelopes. */
export type SubjectKeyOptions = { places: SubjectKeyPlaces; covers: boolean };

/**
 * Opens the envelopes of one process. With `local` as `kms` or `second`, creates the key ring if `keyFile` does not
 * exist. Otherwise an existing ring is used only for opening.
 * @param options `remote` configures external services, which are not called here and may be unavailable
 * @throws KeyRingError, KmsSetupError
 */
export async function openEnvelopes(
  options: KeySettings & {
    remote?: RemoteSettings;
    onSecond?: (error: unknown) => void;
    subjectKeys?: SubjectKeyOptions | undefined;
  },
): Promise<Envelopes> {
  const { kms, second, opens = [], remote, keyFile, serverSecret, onSecond, subjectKeys } = options;
  if (kms === 'local' || second === 'local') await createKeyRing(keyFile, serverSecret);
  const ring = await LocalKeys.open(keyFile);
  const external = [kms, second, ...opens].filter(
    (key): key is ExternalKeyId => key !== undefined && key !== 'local' && key !== 'none',
  );
  // This module loads the HTTP client, which most commands do not need.
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
    ...(subjectKeys && {
      subjectKeys: (sealing) => new SubjectKeys(subjectKeys.places, serverSecret, sealing),
      covers: subjectKeys.covers,
    }),
  });
}
