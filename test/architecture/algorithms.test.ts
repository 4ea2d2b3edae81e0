/** The cryptography of the source: each algorithm, and each function of Node.js that names one, is in these tables. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** The algorithms in the source, with the standard that approves each one for FIPS 140-3. */
const APPROVED: Record<string, string> = {
  sha256: 'FIPS 180-4; HMAC: FIPS 198-1; HKDF: SP 800-56C; PBKDF2: SP 800-132',
  'aes-256-gcm': 'SP 800-38D',
  ed25519: 'FIPS 186-5',
  rsa: 'FIPS 186-5',
  'RSA-SHA256': 'FIPS 186-5',
};

/** Arguments that name no algorithm: where the algorithm comes from. */
const OTHERS: Record<string, string> = {
  ALGORITHM: 'aes-256-gcm, in platform/crypto/aes-gcm.ts',
};

/**
 * The functions of `node:crypto` that the source uses and whose first argument names an algorithm, and all others. The
 * digest of PBKDF2 is its last argument.
 */
const NAMED = new Set([
  'createCipheriv',
  'createDecipheriv',
  'createHash',
  'createHmac',
  'generateKeyPair',
  'generateKeyPairSync',
  'hash',
  'hkdfSync',
  'sign',
  'verify',
]);
const UNNAMED = new Set([
  'createPrivateKey',
  'createPublicKey',
  'getFips',
  'pbkdf2',
  'pbkdf2Sync',
  'randomBytes',
  'randomFillSync',
  'randomInt',
  'randomUUID',
  'timingSafeEqual',
  'X509Certificate',
]);

/** Algorithms outside of FIPS in text that is no call of `node:crypto`. */
const FORBIDDEN =
  /\b(argon2\w*|bcrypt|scrypt|chacha20\w*|blake2\w*|ripemd\w*|rc4|3des|des-ede3)\b/i;

const FILES = globSync('src/**/*.ts', { cwd: ROOT })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

/** Returns the values that a file imports from `node:crypto`; types name no algorithm. */
function importsOf(text: string): string[] {
  return [...text.matchAll(/import ([^;]*?) from 'node:crypto';/g)].flatMap(([, list]) =>
    list!
      .replaceAll(/[{}\s]+/g, ' ')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type ')),
  );
}

/** Returns the first arguments of calls that name an algorithm, in files that import the function. */
function algorithmsIn(text: string): string[] {
  const imported = importsOf(text).filter((name) => NAMED.has(name));
  if (imported.length === 0) return [];
  const call = new RegExp(
    String.raw`(?<![.\w#]|async )(?:promisify\()?(?:${imported.join('|')})(?:<[^>]*>)?\)?\(\s*(?:'([^']+)'|(\w+))`,
    'g',
  );
  return [...text.matchAll(call)].map(([, quoted, other]) => quoted ?? other!);
}

describe('the source', () => {
  test('uses only functions of node:crypto that the tables list', () => {
    const unknown = FILES.flatMap(({ file, text }) =>
      importsOf(text)
        .filter((name) => !NAMED.has(name) && !UNNAMED.has(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  test('uses only algorithms that FIPS approves', () => {
    // `fips.ts` uses MD5 to find out that the provider rejects it; Ed25519 takes no digest.
    const allowed = new Set([...Object.keys(APPROVED), ...Object.keys(OTHERS), 'null']);
    const found = FILES.flatMap(({ file, text }) =>
      algorithmsIn(text).map((algorithm) => ({ file, algorithm })),
    );
    const unknown = found.filter(
      ({ file, algorithm }) =>
        !allowed.has(algorithm) && !(file.endsWith('crypto/fips.ts') && algorithm === 'md5'),
    );
    expect(unknown).toEqual([]);
    const used = new Set(found.map(({ algorithm }) => algorithm));
    expect(Object.keys(APPROVED).filter((name) => !used.has(name))).toEqual([]);
  });

  test('derives keys from passphrases only by PBKDF2 with SHA-256', () => {
    const digests = FILES.flatMap(({ text }) =>
      [...text.matchAll(/pbkdf2(?:Sync)?\)?\((?:[^()]|\([^()]*\))*?, '([^']+)'\)/g)].map(
        (call) => call[1],
      ),
    );
    expect(new Set(digests)).toEqual(new Set(['sha256']));
  });

  test('names no algorithm outside of FIPS', () => {
    expect(FILES.filter(({ text }) => FORBIDDEN.test(text)).map(({ file }) => file)).toEqual([]);
  });

  test('uses no cryptography but that of Node.js', () => {
    const web = /\b(?:globalThis\.|webcrypto\b|crypto\.subtle|crypto\.getRandomValues)/;
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    expect(FILES.filter(({ text }) => web.test(text)).map(({ file }) => file)).toEqual([]);
    // jose and openid-client use Web Crypto, which is OpenSSL in Node.js.
    expect(
      Object.keys(dependencies).filter((name) => /noble|forge|sodium|nacl|bcrypt|argon/.test(name)),
    ).toEqual([]);
  });
});
