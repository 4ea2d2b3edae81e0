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
 * Tokens that stand for an API key in one operation with a fixed query, for a minute: for browsers, which cannot keep a
 * key nor set a header of an `EventSource`. They are sealed, so nothing is stored and nothing can be read from them.
 */
export class RequestTokens {
  readonly #keys: PrincipalCache;
  readonly #secret: Buffer;

  /** @param secret the server's: every process must have the same */
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

  /** Whose key the token stands for, if it is for this request and the key still is valid. */
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
