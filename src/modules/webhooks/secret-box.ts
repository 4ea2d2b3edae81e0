import type { EnvelopeContext } from '../../platform/crypto/envelope.ts';
import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import { CredentialBox } from './credentials/box.ts';
import { signingKey } from './signature.ts';

/** The maximum number of signing keys in memory; each has 32 bytes. */
const MAX_CACHED = 10_000;

/** Returns the context that a secret's envelope is bound to. */
export function secretContext(orgId: string, secretId: string): EnvelopeContext {
  return { orgId, id: secretId, kind: 'webhook-secret' };
}

/** Seals signing secrets and credentials for storage, and opens them for sending. */
export class SecretBox {
  readonly credentials: CredentialBox;
  readonly #envelopes: Envelopes;
  /** Keyed by envelope, which differs for each secret. */
  readonly #keys = new Map<string, Buffer>();

  constructor(envelopes: Envelopes) {
    this.#envelopes = envelopes;
    this.credentials = new CredentialBox(envelopes);
  }

  async seal(orgId: string, secretId: string, secret: string): Promise<string> {
    return this.#envelopes.sealSecret(secretContext(orgId, secretId), secret);
  }

  /** @throws EnvelopeError if the key of the envelope is missing */
  async key(orgId: string, secretId: string, envelope: string): Promise<Buffer> {
    const known = this.#keys.get(envelope);
    if (known) return known;
    const opened = await this.#envelopes.open(secretContext(orgId, secretId), envelope);
    const key = signingKey(opened.toString('utf8'));
    if (this.#keys.size >= MAX_CACHED) this.#keys.delete(this.#keys.keys().next().value!);
    this.#keys.set(envelope, key);
    return key;
  }
}
