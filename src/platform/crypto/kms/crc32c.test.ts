import { expect, test } from 'vitest';
import { crc32c } from './gcp.ts';

test('the checksum gives the examples of RFC 3720, appendix B.4, and the check value of the catalogue', () => {
  expect(crc32c(Buffer.alloc(32))).toBe(0x8a9136aa);
  expect(crc32c(Buffer.alloc(32, 0xff))).toBe(0x62a8ab43);
  expect(crc32c(Uint8Array.from({ length: 32 }, (_, at) => at))).toBe(0x46dd794e);
  expect(crc32c(Uint8Array.from({ length: 32 }, (_, at) => 31 - at))).toBe(0x113fdb5c);
  expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283);
  expect(crc32c(Buffer.alloc(0))).toBe(0);
});
