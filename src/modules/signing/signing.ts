/** The signing keys of the installation: makes and replaces them, signs with the current one, and publishes all public keys. */
import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { canonicalDocument } from '../../platform/canonical-json.ts';
import { yielder } from '../../platform/concurrency/yield-to-event-loop.ts';
import { EnvelopeError } from '../../platform/crypto/envelope.ts';
import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import { rewrapColumn } from '../../platform/crypto/rewrap.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { contextOf, jwkOf, newKeyPair, privateKeyOf, publicBytes } from './key-pair.ts';
import * as store from './store.ts';

const signWith = promisify<null, Buffer, KeyObject, Buffer>(sign);
/** Bytes that are hashed before other requests get a turn. */
const PIECE_BYTES = 2 ** 20;

/** A document that can be signed. `format` names its kind, so that no document passes for one of another kind. */
export type Signable = { format: string };

/**
 * `sha256` is the hash of the document as canonical JSON (RFC 8785), in hex. `signature` is a JSON Web Signature
 * without its payload, which is that JSON (RFC 7515, appendix F).
 */
export type Signature = { sha256: string; signature: string };

/** A public key, as the key set lists it. */
export type PublicKey = ReturnType<typeof jwkOf> & {
  kid: string;
  alg: 'EdDSA';
  use: 'sig';
  createdAt: string;
  retiredAt: string | null;
};

/** Returns all public keys, newest first. Before the first signature there is none. */
export async function publicKeys(db: Queryable): Promise<PublicKey[]> {
  const rows = await store.selectPublic(db);
  return rows.map((row) => ({
    ...jwkOf(row.public_key),
    kid: row.id,
    alg: 'EdDSA',
    use: 'sig',
    createdAt: row.created_at.toISOString(),
    retiredAt: row.retired_at?.toISOString() ?? null,
  }));
}

/** Returns true if one of the keys has signed the canonical text of a document. */
export function verifySignature(
  keys: readonly PublicKey[],
  text: string,
  signature: string,
): boolean {
  const [header = '', , signed = ''] = signature.split('.');
  const key = keys.find(
    ({ kid }) =>
      header === Buffer.from(JSON.stringify({ alg: 'EdDSA', kid })).toString('base64url'),
  );
  if (!key) return false;
  const { kty, crv, x } = key;
  const publicKey = createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
  const content = Buffer.from(`${header}.${Buffer.from(text).toString('base64url')}`);
  return verify(null, content, publicKey, Buffer.from(signed, 'base64url'));
}

/** Makes a key pair and encrypts its private key. @throws the key provider's error */
async function sealedPair(envelopes: Envelopes): Promise<store.NewKey> {
  const { id, publicKey, secret } = newKeyPair();
  try {
    return { id, publicKey, envelope: await envelopes.sealSecret(contextOf(id), secret) };
  } finally {
    secret.fill(0);
  }
}

/** Returns the current key with its sealed private key. Makes the first one, once for all processes. */
async function currentRow(db: Queryable, envelopes: Envelopes) {
  const known = await store.selectCurrent(db);
  if (known) return known;
  await store.insertFirst(db, await sealedPair(envelopes));
  return (await store.selectCurrent(db))!;
}

/** Decrypts a private key. @throws EnvelopeError, also if it is not the one of the public key; the key provider's error */
async function opened(
  envelopes: Envelopes,
  { id, public_key: publicKey, envelope }: { id: string; public_key: Buffer; envelope: string },
): Promise<KeyObject> {
  const secret = await envelopes.open(contextOf(id), envelope);
  try {
    const key = privateKeyOf(secret);
    if (!publicBytes(key).equals(publicKey)) throw new EnvelopeError();
    return key;
  } finally {
    secret.fill(0);
  }
}

/**
 * Checks that the current private key opens. Makes none.
 * @returns the id of the key; undefined before the first use
 * @throws EnvelopeError; the key provider's error
 */
export async function checkSigningKey(
  db: Queryable,
  envelopes: Envelopes,
): Promise<string | undefined> {
  const row = await store.selectCurrent(db);
  if (row) await opened(envelopes, row);
  return row?.id;
}

/**
 * Replaces the current key and erases its private key. Signatures with earlier keys stay valid.
 * @throws ApiError CONFLICT if another call has replaced the key at the same time; the key provider's error
 */
export async function rotateSigningKey(
  db: Database,
  envelopes: Envelopes,
): Promise<{ keyId: string; replaced: string }> {
  const { id: replaced } = await currentRow(db.read, envelopes);
  const next = await sealedPair(envelopes);
  const isDone = await db.transaction((tx) => store.replaceCurrent(tx, replaced, next));
  if (!isDone) throw new ApiError('CONFLICT', 'the signing key was replaced by another call');
  return { keyId: next.id, replaced };
}

/** Moves the private key to the current key of the key provider. */
export const rewrapSigningKeys = rewrapColumn(
  { table: 'signing_keys', key: ['id'], isShared: true },
  ({ id }) => contextOf(id),
);

/** Signs with the current key of the installation. Reads its id each time, so a rotation applies immediately. */
export class SigningKeys {
  readonly #db: Database;
  readonly #envelopes: Envelopes;
  #opened: { id: string; key: KeyObject } | undefined;

  /** @param db the schema `shared` */
  constructor(db: Database, envelopes: Envelopes) {
    this.#db = db;
    this.#envelopes = envelopes;
  }

  /**
   * Signs a document. Call it outside of transactions.
   * @throws ApiError SERVICE_UNAVAILABLE if the private key does not open; the key provider's error
   */
  async sign(document: Signable): Promise<Signature> {
    const { id, key } = await this.#current();
    const yieldIfDue = yielder();
    const payload = Buffer.from(await canonicalDocument(document, yieldIfDue));
    const hash = createHash('sha256');
    for (let at = 0; at < payload.length; at += PIECE_BYTES) {
      hash.update(payload.subarray(at, at + PIECE_BYTES));
      await yieldIfDue();
    }
    const header = Buffer.from(JSON.stringify({ alg: 'EdDSA', kid: id })).toString('base64url');
    const signed = Buffer.from(`${header}.${payload.toString('base64url')}`);
    const signature = (await signWith(null, signed, key)).toString('base64url');
    return { sha256: hash.digest('hex'), signature: `${header}..${signature}` };
  }

  /** Returns all public keys, newest first. */
  published(): Promise<PublicKey[]> {
    return publicKeys(this.#db.read);
  }

  async #current(): Promise<{ id: string; key: KeyObject }> {
    const row = await currentRow(this.#db.read, this.#envelopes);
    if (this.#opened?.id === row.id) return this.#opened;
    try {
      const found = { id: row.id, key: await opened(this.#envelopes, row) };
      this.#opened = found;
      return found;
    } catch (error) {
      if (!(error instanceof EnvelopeError)) throw error;
      throw new ApiError(
        'SERVICE_UNAVAILABLE',
        'the signing key cannot be decrypted: an operator must run "oriki signing-key rotate"',
      );
    }
  }
}
