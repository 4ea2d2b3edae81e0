import { expect, test } from 'vitest';
import { seal, unseal } from './seal.ts';

const KEY = Buffer.alloc(32, 7);
/** A value from another implementation of AES-256-GCM: iv, tag, ciphertext. */
const SEALED = Buffer.from('AAECAwQFBgcICQoL4kqiOoKACkh04P/i8ntv9fk6Zbydezjy+n5l', 'base64');

test('the stored bytes are iv, tag and ciphertext', () => {
  expect(unseal(KEY, 'context', SEALED)).toBe('Ọ̀rọ̀');
  const sealed = seal(KEY, 'context', 'Ọ̀rọ̀');
  expect(sealed).toHaveLength(SEALED.length);
  expect(unseal(KEY, 'context', sealed)).toBe('Ọ̀rọ̀');
});

test('another context, a changed bit and a truncation are refused', () => {
  expect(() => unseal(KEY, 'other', SEALED)).toThrow();
  for (let at = 0; at < SEALED.length; at += 1) {
    const changed = Buffer.from(SEALED);
    changed[at]! ^= 1;
    expect(() => unseal(KEY, 'context', changed)).toThrow();
    expect(() => unseal(KEY, 'context', SEALED.subarray(0, at))).toThrow();
  }
});
