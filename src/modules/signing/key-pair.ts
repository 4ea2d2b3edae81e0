/** Ed25519 keys (RFC 8032), and their public form as a JSON Web Key (RFC 8037). */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
} from 'node:crypto';
import type { EnvelopeContext } from '../../platform/crypto/envelope.ts';

/** The public key as a JSON Web Key, in the members that its thumbprint covers. */
export function jwkOf(publicKey: Buffer): { crv: 'Ed25519'; kty: 'OKP'; x: string } {
  return { crv: 'Ed25519', kty: 'OKP', x: publicKey.toString('base64url') };
}

/** Returns the thumbprint of a public key (RFC 7638), which is the id of the key. */
function thumbprintOf(publicKey: Buffer): string {
  return hash('sha256', JSON.stringify(jwkOf(publicKey)), 'base64url');
}

/** Returns the 32 bytes of the public key that belongs to a private key. */
export function publicBytes(key: KeyObject): Buffer {
  return Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x!, 'base64url');
}

/** Makes a key pair. `secret` is the private key as PKCS #8. */
export function newKeyPair(): { id: string; publicKey: Buffer; secret: Buffer } {
  const { privateKey } = generateKeyPairSync('ed25519');
  const publicKey = publicBytes(privateKey);
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' });
  return { id: thumbprintOf(publicKey), publicKey, secret };
}

/** @throws Error unless the bytes are a private key */
export function privateKeyOf(secret: Buffer): KeyObject {
  return createPrivateKey({ key: secret, format: 'der', type: 'pkcs8' });
}

/** Signing keys belong to no organization. */
export function contextOf(id: string): EnvelopeContext {
  return { orgId: 'platform', id, kind: 'signing-key' };
}
