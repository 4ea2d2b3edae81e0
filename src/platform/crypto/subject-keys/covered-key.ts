/** A data key that is encrypted under the key of a subject, before a key provider wraps it. docs/envelope-format.md describes it. */
import { IV_BYTES } from '../aes-gcm.ts';
import { NAME_BYTES, unwrapDek, wrapAad, wrapDek, type EnvelopeContext } from '../envelope.ts';
import { randomBytes } from '../../random.ts';

function aadOf(context: EnvelopeContext, name: string): Buffer {
  return wrapAad(context, `subject:${name}`);
}

/** @param name of the key, in hex. @param iv new for the key */
export function coverDek(
  key: Buffer,
  name: string,
  context: EnvelopeContext,
  dek: Buffer,
  iv = randomBytes(IV_BYTES),
): Buffer {
  return Buffer.concat([Buffer.from(name, 'hex'), wrapDek(key, iv, aadOf(context, name), dek)]);
}

/** Returns the name of the key that covers a data key. */
export function nameIn(covered: Buffer): string {
  return covered.subarray(0, NAME_BYTES).toString('hex');
}

/** @throws EnvelopeError */
export function uncoverDek(key: Buffer, context: EnvelopeContext, covered: Buffer): Buffer {
  return unwrapDek(key, aadOf(context, nameIn(covered)), covered.subarray(NAME_BYTES));
}
