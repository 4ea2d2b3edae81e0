import { yielder } from '../concurrency/yield-to-event-loop.ts';
import * as gcm from './aes-gcm.ts';
import { IV_BYTES, TAG_BYTES } from './aes-gcm.ts';

/**
 * The stored form of an encrypted value, and what is authenticated with it; pure functions, no keys kept.
 * docs/envelope-format.md describes both for readers in other languages.
 */

export const DEK_BYTES = 32;

const DOMAIN = 'oriki-envelope-v1';
/** `<provider>:<the provider's name of the key>`; has no `|`. */
const KEY_ID = /^[a-z][a-z0-9-]{0,31}:[A-Za-z0-9._:/-]{1,255}$/;

export function isKeyId(text: string): boolean {
  return KEY_ID.test(text);
}

/** The row an envelope belongs to: it opens under no other. `kind` says what is in it, like `webhook-secret`. */
export type EnvelopeContext = { orgId: string; id: string; kind: string };

export type Envelope = {
  keyId: string;
  wrappedDek: Buffer;
  iv: Buffer;
  tag: Buffer;
  ciphertext: Buffer;
};

/**
 * Not an envelope, of an unknown key, of another row, or changed: always the same error, because whoever
 * could tell these apart would learn something about what they changed.
 */
export class EnvelopeError extends Error {
  constructor() {
    super('the envelope cannot be opened');
    this.name = 'EnvelopeError';
  }
}

/** The bytes of a base64 text. @throws EnvelopeError unless it is the one standard spelling of them */
function decode(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw new EnvelopeError();
  return bytes;
}

/** @throws EnvelopeError */
export function parseEnvelope(text: string): Envelope {
  const parts = text.split('|');
  if (parts.length !== 5) throw new EnvelopeError();
  const [keyId, wrapped, iv, tag, ciphertext] = parts as [string, string, string, string, string];
  const envelope = {
    keyId,
    wrappedDek: decode(wrapped),
    iv: decode(iv),
    tag: decode(tag),
    ciphertext: decode(ciphertext),
  };
  if (
    !KEY_ID.test(keyId) ||
    envelope.wrappedDek.length === 0 ||
    envelope.iv.length !== IV_BYTES ||
    envelope.tag.length !== TAG_BYTES
  )
    throw new EnvelopeError();
  return envelope;
}

/** `<keyId>|<wrappedDEK>|<iv>|<authTag>|<ciphertext>` */
export function formatEnvelope(envelope: Envelope): string {
  const { keyId, wrappedDek, iv, tag, ciphertext } = envelope;
  if (!KEY_ID.test(keyId)) throw new Error(`not a key id: ${keyId}`);
  const parts = [wrappedDek, iv, tag, ciphertext].map((bytes) => bytes.toString('base64'));
  return [keyId, ...parts].join('|');
}

/** The context that the payload is bound to. Without the key id, so that a re-wrap leaves the payload as it is. */
export function payloadAad({ orgId, id, kind }: EnvelopeContext): Buffer {
  return Buffer.from(JSON.stringify([DOMAIN, orgId, id, kind]));
}

/** The context that the wrapped data key is bound to. */
export function wrapAad({ orgId, id, kind }: EnvelopeContext, keyId: string): Buffer {
  return Buffer.from(JSON.stringify([DOMAIN, orgId, id, kind, keyId]));
}

/** @throws EnvelopeError */
export function decrypt(
  key: Buffer,
  aad: Buffer,
  sealed: { iv: Buffer; ciphertext: Buffer; tag: Buffer },
): Buffer {
  try {
    return gcm.decrypt(key, aad, sealed);
  } catch {
    throw new EnvelopeError();
  }
}

/** The same for a payload, which may have megabytes: it gives other requests turns meanwhile. @throws EnvelopeError */
export async function decryptPayload(
  dek: Buffer,
  context: EnvelopeContext,
  envelope: Envelope,
): Promise<Buffer> {
  try {
    return await gcm.decryptInPieces(dek, payloadAad(context), envelope, yielder());
  } catch {
    throw new EnvelopeError();
  }
}

/** A data key under a key of ours: `iv | ciphertext | tag`, 60 bytes. `iv` must be new for the key. */
export function wrapDek(kek: Buffer, iv: Buffer, aad: Buffer, dek: Buffer): Buffer {
  const { ciphertext, tag } = gcm.encrypt(kek, iv, aad, dek);
  return Buffer.concat([iv, ciphertext, tag]);
}

/** @throws EnvelopeError */
export function unwrapDek(kek: Buffer, aad: Buffer, wrapped: Buffer): Buffer {
  const end = IV_BYTES + DEK_BYTES;
  if (wrapped.length !== end + TAG_BYTES) throw new EnvelopeError();
  return decrypt(kek, aad, {
    iv: wrapped.subarray(0, IV_BYTES),
    ciphertext: wrapped.subarray(IV_BYTES, end),
    tag: wrapped.subarray(end),
  });
}
