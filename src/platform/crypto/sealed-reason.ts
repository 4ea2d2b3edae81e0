/** Reasons that people give for their actions: the text is sealed, and other records have a salted hash of it. */
import { createHash } from 'node:crypto';
import type { EnvelopeContext } from './envelope.ts';
import type { Envelopes } from './envelopes.ts';
import { openFor } from './opening.ts';
import { randomBytes } from '../random.ts';

const SALT_BYTES = 16;

/**
 * `hash` is SHA-256 of the salt and the text, in hex. The envelope contains both, so that they are erased together.
 */
export type SealedReason = { envelope: string; hash: string };

/** The data about a reason in audit rows, without its text. */
export type ReasonFacts = { reasonCode: string | null; reasonHash: string | null };

export function reasonFacts(
  reason: SealedReason | null,
  reasonCode: string | null = null,
): ReasonFacts {
  return { reasonCode, reasonHash: reason?.hash ?? null };
}

function hashOf(salt: Buffer, text: string): string {
  return createHash('sha256').update(salt).update(text).digest('hex');
}

/**
 * Seals a reason. Call it outside of transactions. Without a KMS the server secret wraps it, because every organization
 * must be able to give a reason.
 * @throws the key provider's error
 */
export async function sealReason(
  envelopes: Envelopes,
  context: EnvelopeContext,
  text: string,
): Promise<SealedReason> {
  const salt = randomBytes(SALT_BYTES);
  const content = JSON.stringify({ text, salt: salt.toString('base64') });
  return { envelope: await envelopes.sealSecret(context, content), hash: hashOf(salt, text) };
}

/** A decrypted reason. With the salt, in base64, a reader can compute the hash again. */
export type OpenedReason = { text: string; salt: string; hash: string };

/** Returns null if there is no reason, or it does not open. @throws the key provider's error */
export async function openReason(
  envelopes: Envelopes,
  context: EnvelopeContext,
  envelope: string | null,
): Promise<OpenedReason | null> {
  const content = await openFor(envelopes, context, envelope);
  if (!content) return null;
  const { text, salt } = JSON.parse(content.toString()) as { text: string; salt: string };
  return { text, salt, hash: hashOf(Buffer.from(salt, 'base64'), text) };
}
