/** Keys that prove Oriki's identity to a provider (`private_key_jwt`). */
import { createPrivateKey, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { calculateJwkThumbprint, importJWK, type JWK } from 'jose';
import type { PublicKey } from '../schemas.ts';

/** The value that makes the service generate a key. */
export const GENERATE = 'generate';
const MIN_RSA_BYTES = 256;
const RSA_BITS = 2048;
const ALGORITHM_OF_CURVE: Record<string, string> = {
  'P-256': 'ES256',
  'P-384': 'ES384',
  'P-521': 'ES512',
  Ed25519: 'EdDSA',
};
const PUBLIC = ['kty', 'n', 'e', 'crv', 'x', 'y'] as const;

/** A private key, with the members `alg` and `kid` of the assertions that it signs. */
export type ClientKey = JWK & { kty: string; alg: string; kid: string };

function parsed(text: string): JWK {
  if (!text.trimStart().startsWith('{'))
    return createPrivateKey(text).export({ format: 'jwk' }) as JWK;
  const given = JSON.parse(text) as JWK;
  // A valid key is one that Node.js accepts.
  const key = createPrivateKey({ key: given as never, format: 'jwk' }).export({ format: 'jwk' });
  const { alg, kid } = given;
  return { ...key, ...(alg !== undefined && { alg }), ...(kid !== undefined && { kid }) };
}

function algorithmOf({ kty, crv, n, alg }: JWK): string | undefined {
  if (kty !== 'RSA') return ALGORITHM_OF_CURVE[crv ?? ''];
  if (Buffer.from(n ?? '', 'base64url').length < MIN_RSA_BYTES) return undefined;
  return alg === undefined || !/^[RP]S(256|384|512)$/.test(String(alg)) ? 'RS256' : String(alg);
}

/** Reads a private key as PEM or JWK. @returns undefined for an invalid or weak key */
export async function readClientKey(text: string): Promise<ClientKey | undefined> {
  try {
    const jwk = parsed(text);
    const alg = algorithmOf(jwk);
    if (alg === undefined) return undefined;
    const { kid } = jwk;
    const named = typeof kid === 'string' && kid !== '' && kid.length <= 255;
    return {
      ...jwk,
      kty: jwk.kty!,
      alg,
      kid: named ? kid : await calculateJwkThumbprint(jwk as never),
    };
  } catch {
    return undefined;
  }
}

/** Returns a new key of the kind that every provider supports. */
export async function newClientKey(): Promise<ClientKey> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: RSA_BITS });
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
  return (await readClientKey(pem))!;
}

/** Returns the public part, for the provider. */
export function publicPart(key: ClientKey): PublicKey {
  const shown = PUBLIC.filter((name) => key[name] !== undefined).map((name) => [name, key[name]]);
  return { ...Object.fromEntries(shown), use: 'sig', alg: key.alg, kid: key.kid } as PublicKey;
}

/** Returns the key for the library. */
export async function signingKey(key: ClientKey): Promise<{ key: CryptoKey; kid: string }> {
  const { alg, kid, ...jwk } = key;
  return { key: (await importJWK({ ...jwk, kty: key.kty } as never, alg)) as CryptoKey, kid };
}
