import { yielder } from '../concurrency/yield-to-event-loop.ts';
import * as gcm from './aes-gcm.ts';
import { IV_BYTES, TAG_BYTES } from './aes-gcm.ts';

/**
 * The stored form of an encrypted value, and the data that is authenticated with it. Pure functions without keys.
 * docs/envelope-format.md describes both for readers in other languages.
 */

export const DEK_BYTES = 32;
/** The bytes of the name of a subject's key. */
export const NAME_BYTES = 16;
/**
 * The total length of name, IV, encrypted data key and tag. A plain data key has another length, so the length
 * distinguishes them.
 */
export const COVERED_BYTES = NAME_BYTES + IV_BYTES + DEK_BYTES + TAG_BYTES;

const DOMAIN = 'oriki-envelope-v1';
/** `<provider>:<the provider's name of the key>`; contains no `|`. */
const KEY_ID = /^[a-z][a-z0-9-]{0,31}:[A-Za-z0-9._:/-]{1,255}$/;

export function isKeyId(text: string): boolean {
  return KEY_ID.test(text);
}

/**
 * The row that an envelope belongs to. The envelope opens under no other row. `kind` names the content, like
 * `webhook-secret`.
 */
export type EnvelopeContext = {
  orgId: string;
  id: string;
  kind: string;
  /**
   * The organization's id of the row's subject, or its look-up, which happens only where subjects have keys. Only sealing uses it.
   */
  subject?: Subject;
};

export type Subject = string | null | (() => Promise<string | null | undefined>);

export type Envelope = {
  keyId: string;
  wrappedDek: Buffer;
  iv: Buffer;
  tag: Buffer;
  ciphertext: Buffer;
};

/**
 * Thrown for a text that is not an envelope, for an unknown key or another row, and for a changed envelope. The error
 * is always the same, because a difference would help an attacker find the changed part.
 */
export class EnvelopeError extends Error {
  constructor() {
    super('the envelope cannot be opened');
    this.name = 'EnvelopeError';
  }
}

/** Decodes base64. @throws EnvelopeError unless the text is the canonical form of its bytes */
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

/** Returns `<keyId>|<wrappedDEK>|<iv>|<authTag>|<ciphertext>`. */
export function formatEnvelope(envelope: Envelope): string {
  const { keyId, wrappedDek, iv, tag, ciphertext } = envelope;
  if (!KEY_ID.test(keyId)) throw new Error(`not a key id: ${keyId}`);
  const parts = [wrappedDek, iv, tag, ciphertext].map((bytes) => bytes.toString('base64'));
  return [keyId, ...parts].join('|');
}

/**
 * Returns the context that the payload is bound to. It excludes the key id, so a rewrap keeps the payload unchanged.
 */
export function payloadAad({ orgId, id, kind }: EnvelopeContext): Buffer {
  return Buffer.from(JSON.stringify([DOMAIN, orgId, id, kind]));
}

/** Returns the context that the wrapped data key is bound to. */
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

/** Decrypts a payload, which may have megabytes, and lets other requests run in between. @throws EnvelopeError */
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

/** Wraps a data key under a local key: `iv | ciphertext | tag`. `iv` must be new for the key. */
export function wrapDek(kek: Buffer, iv: Buffer, aad: Buffer, dek: Buffer): Buffer {
  const { ciphertext, tag } = gcm.encrypt(kek, iv, aad, dek);
  return Buffer.concat([iv, ciphertext, tag]);
}

/** @throws EnvelopeError */
export function unwrapDek(kek: Buffer, aad: Buffer, wrapped: Buffer): Buffer {
  const end = wrapped.length - TAG_BYTES;
  if (end < IV_BYTES + DEK_BYTES) throw new EnvelopeError();
  return decrypt(kek, aad, {
    iv: wrapped.subarray(0, IV_BYTES),
    ciphertext: wrapped.subarray(IV_BYTES, end),
    tag: wrapped.subarray(end),
  });
}
