/** Wallet addresses: normal form, and the checksums of Bitcoin's address formats. */
import { createHash } from 'node:crypto';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const BECH32_TERMS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
/** The remainders of a correct checksum: of the first format, and of the newer one (BIP 350). */
const REMAINDERS: ReadonlySet<number> = new Set([1, 0x2bc830a3]);
/** The total length of version, hash of the key and checksum. */
const BASE58_BYTES = 25;
const CHECKSUM_BYTES = 4;

const URI_SCHEME =
  /^(?:bitcoin|bitcoincash|dash|dogecoin|ethereum|litecoin|monero|tron|zcash):(?:\/\/)?/i;
const BITCOIN = /^[13][1-9A-HJ-NP-Za-km-z]{24,34}$/;
const SEGWIT = /^(?:bc|tb|ltc)1[02-9ac-hj-np-z]{6,87}$/;
const CASH = /^[qp][02-9ac-hj-np-z]{41}$/;
const ETHEREUM = /^0x[0-9a-f]{40}$/;
/** Matches case-sensitive addresses of other chains. */
const OTHER = /^[A-Za-z0-9][A-Za-z0-9._-]{11,127}$/;

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function hasBase58Checksum(text: string): boolean {
  let number = 0n;
  for (const char of text) number = number * 58n + BigInt(BASE58.indexOf(char));
  const hex = number.toString(16);
  if (hex.length > 2 * BASE58_BYTES) return false;
  const bytes = Buffer.from(hex.padStart(2 * BASE58_BYTES, '0'), 'hex');
  const [payload, checksum] = [bytes.subarray(0, -CHECKSUM_BYTES), bytes.subarray(-CHECKSUM_BYTES)];
  return sha256(sha256(payload)).subarray(0, CHECKSUM_BYTES).equals(checksum);
}

function polymod(values: readonly number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, term] of BECH32_TERMS.entries()) if (((top >>> bit) & 1) === 1) sum ^= term;
  }
  return sum >>> 0;
}

function hasBech32Checksum(text: string): boolean {
  const split = text.lastIndexOf('1');
  const prefix = Array.from(text.slice(0, split), (char) => char.charCodeAt(0));
  const values = Array.from(text.slice(split + 1), (char) => BECH32.indexOf(char));
  const expanded = [...prefix.map((code) => code >> 5), 0, ...prefix.map((code) => code & 31)];
  return REMAINDERS.has(polymod([...expanded, ...values]));
}

/** Returns the address in normal form; undefined for other texts. `text` may be a payment URI. */
export function normaliseWallet(text: string): string | undefined {
  const address = text.replaceAll(/\s/g, '').replace(URI_SCHEME, '').replace(/\?.*$/, '');
  const lower = address.toLowerCase();
  if (lower.startsWith('0x')) return ETHEREUM.test(lower) ? lower : undefined;
  // Returns true for a text in capitals or in small letters, but not in both.
  const isOneCase = address === lower || address === address.toUpperCase();
  if (/^(?:bc|tb|ltc)1/.test(lower) && (isOneCase || !lower.startsWith('ltc')))
    return isOneCase && SEGWIT.test(lower) && hasBech32Checksum(lower) ? lower : undefined;
  if (isOneCase && CASH.test(lower)) return lower;
  if (BITCOIN.test(address)) return hasBase58Checksum(address) ? address : undefined;
  return OTHER.test(address) ? address : undefined;
}
