import { clock } from '../clock.ts';
import { deriveKey, seal, unseal } from '../crypto/seal.ts';
import type { PrincipalCache, Principal } from './key-cache.ts';

const CONTEXT = 'request token';
const LIFETIME_SECONDS = 60;

type Granted = {
  credential: string;
  operationId: string;
  query: Record<string, string>;
  expiresAtMs: number;
};

/**
 * Tokens that replace an API key in one operation with a fixed query for a minute. Browsers need them: they cannot keep
 * a key secret or set a header of an `EventSource`. Tokens are sealed, so Oriki stores nothing and holders can read
 * nothing from them.
 */
export class RequestTokens {
  readonly #keys: PrincipalCache;
  readonly #secret: Buffer;

  /** @param secret the server secret, the same in every process */
  constructor(keys: PrincipalCache, secret: string) {
    this.#keys = keys;
    this.#secret = deriveKey(secret, '', 'oriki request tokens v1');
  }

  issue(
    { credential }: Principal,
    operationId: string,
    query: Record<string, string>,
  ): { token: string; expiresAt: string } {
    const expiresAtMs = clock.nowMs() + LIFETIME_SECONDS * 1000;
    const granted: Granted = { credential, operationId, query, expiresAtMs };
    const token = seal(this.#secret, CONTEXT, JSON.stringify(granted)).toString('base64url');
    return { token, expiresAt: new Date(expiresAtMs).toISOString() };
  }

  /** Returns the principal of the token's key, if the token is for this request and the key is still valid. */
  async resolve(
    token: string,
    operationId: string,
    query: Record<string, unknown>,
  ): Promise<Principal | undefined> {
    const granted = this.#read(token);
    if (!granted || granted.operationId !== operationId) return undefined;
    if (granted.expiresAtMs <= clock.nowMs()) return undefined;
    for (const [name, value] of Object.entries(granted.query))
      if (query[name] !== value) return undefined;
    return this.#keys.resolveAgain(granted.credential);
  }

  #read(token: string): Granted | undefined {
    try {
      return JSON.parse(unseal(this.#secret, CONTEXT, Buffer.from(token, 'base64url'))) as Granted;
    } catch {
      return undefined;
    }
  }
}
