/** FIPS 140-3: checks whether OpenSSL's FIPS provider does the cryptography of this process. */
import {
  createCipheriv,
  createHmac,
  generateKeyPairSync,
  getFips,
  hash,
  hkdfSync,
  pbkdf2Sync,
  sign,
} from 'node:crypto';

const ZERO_KEY = Buffer.alloc(32);

/** A use of each algorithm that Oriki itself needs, by its name in `test/architecture/algorithms.test.ts`. */
const USES: Record<string, () => unknown> = {
  sha256: () => hash('sha256', ''),
  'HMAC-SHA256': () => createHmac('sha256', ZERO_KEY).digest(),
  'HKDF-SHA256': () => hkdfSync('sha256', ZERO_KEY, ZERO_KEY, 'fips', 32),
  PBKDF2: () => pbkdf2Sync('a passphrase', ZERO_KEY, 1000, 32, 'sha256'),
  'aes-256-gcm': () => createCipheriv('aes-256-gcm', ZERO_KEY, Buffer.alloc(12)).final(),
  ed25519: () => sign(null, ZERO_KEY, generateKeyPairSync('ed25519').privateKey),
  'RSA-SHA256': () =>
    sign('RSA-SHA256', ZERO_KEY, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
};

function works(use: () => unknown): boolean {
  try {
    use();
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns why this process does not meet the requirements of FIPS, in words that follow the setting's name; undefined
 * if it meets them.
 */
export function fipsProblem(): string | undefined {
  if (getFips() !== 1 || works(() => hash('md5', '')))
    return 'is on, but no FIPS provider of OpenSSL is active in this Node.js (crypto.getFips() is not 1)';
  const missing = Object.keys(USES).filter((name) => !works(USES[name]!));
  return missing.length === 0
    ? undefined
    : `is on, but the active FIPS provider of OpenSSL lacks ${missing.join(', ')}`;
}
