import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { apiKeyHint, generateApiKey, hashApiKey, isWellFormedApiKey } from './api-key.ts';

// contract: auth/form-key-shown
test('a generated key has the specified form and passes its own check', () => {
  const keys = Array.from({ length: 500 }, generateApiKey);
  for (const key of keys) {
    expect(key).toMatch(/^ork_[0-9A-Za-z]{38}$/);
    expect(isWellFormedApiKey(key)).toBe(true);
  }
  expect(new Set(keys).size).toBe(keys.length);
  // All characters of the alphabet occur, which shows that the random selection skips none.
  expect(new Set(keys.map((key) => key.slice(4, 36)).join('')).size).toBe(62);
});

test('detects any single mistyped, swapped, missing or added character without a database', () => {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  fc.assert(
    fc.property(fc.nat({ max: 41 }), fc.constantFrom(...alphabet), (position, char) => {
      const key = generateApiKey();
      const mistyped = key.slice(0, position) + char + key.slice(position + 1);
      expect(isWellFormedApiKey(mistyped)).toBe(mistyped === key);
      expect(isWellFormedApiKey(key.slice(0, position) + key.slice(position + 1))).toBe(false);
      expect(isWellFormedApiKey(key.slice(0, position) + char + key.slice(position))).toBe(false);
    }),
  );
});

test.each([
  '',
  'ork_',
  'x',
  'sk_live_0123',
  `ork_${'0'.repeat(38)}`,
  ` ${generateApiKey()}`,
  `${generateApiKey()}\n`,
])('rejects %j as a key', (text) => {
  expect(isWellFormedApiKey(text)).toBe(false);
});

test('the hint shows 12 of 42 characters and the hash is SHA-256', () => {
  const key = generateApiKey();
  expect(apiKeyHint(key)).toBe(`${key.slice(0, 8)}…${key.slice(-4)}`);
  expect(hashApiKey('abc').toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});
