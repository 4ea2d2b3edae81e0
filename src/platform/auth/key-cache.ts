import { hash } from 'node:crypto';
import { clock } from '../clock.ts';
import { ApiError } from '../errors/index.ts';
import { isWellFormedApiKey } from './api-key.ts';

/** On this channel processes tell each other that keys or organizations have changed. */
export const AUTH_CHANNEL = 'auth_changed';

/** The caller. `organization` is null for a platform key. */
export type Principal = {
  keyId: string;
  /** SHA-256 of the key, base64: finds the same principal again. */
  keyHash: string;
  organization: { id: string; bucket: string; plan: string; addons: string[] } | null;
  scopes: ReadonlySet<string>;
  /** Milliseconds since the epoch, or null. */
  expiresAtMs: number | null;
};

/** Finds a valid (not revoked, not expired) key by its SHA-256. */
export type FindKey = (hash: Buffer) => Promise<Principal | undefined>;

/**
 * The time that a found key is believed without asking again. Together with a look-up's own duration it stays
 * below the 5 s within which a revocation must take effect even when no notification arrives.
 */
const LIFETIME_MS = 3000;
const MAX_ENTRIES = 10_000;

/** Keys found lately. Unknown keys are not kept, so that a new key works at once. */
export class KeyCache {
  readonly #find: FindKey;
  readonly #entries = new Map<string, { principal: Principal; untilMs: number }>();
  readonly #pending = new Map<string, Promise<Principal | undefined>>();
  #generation = 0;

  constructor(find: FindKey) {
    this.#find = find;
  }

  /** Forgets everything: keys or organizations have changed. */
  clear(): void {
    this.#generation += 1;
    this.#entries.clear();
    this.#pending.clear();
  }

  /** @throws when the key is not cached and the database cannot be asked, or is too slow to be believed */
  async resolve(key: string): Promise<Principal | undefined> {
    const id = hash('sha256', key, 'base64');
    return this.#isCached(id) || isWellFormedApiKey(key) ? this.resolveHash(id) : undefined;
  }

  /** The same for who was found before, by `Principal.keyHash`. */
  async resolveHash(id: string): Promise<Principal | undefined> {
    if (this.#isCached(id)) return this.#unexpired(this.#entries.get(id)!.principal);
    let pending = this.#pending.get(id);
    if (!pending) {
      pending = this.#load(id);
      this.#pending.set(id, pending);
    }
    return this.#unexpired(await pending);
  }

  #isCached(id: string): boolean {
    return (this.#entries.get(id)?.untilMs ?? 0) > clock.monotonicMs();
  }

  #unexpired(principal: Principal | undefined): Principal | undefined {
    const expiry = principal?.expiresAtMs ?? null;
    return expiry !== null && expiry <= clock.nowMs() ? undefined : principal;
  }

  async #load(id: string): Promise<Principal | undefined> {
    const generation = this.#generation;
    try {
      for (let attempt = 0; attempt < 2; attempt++) {
        const askedAtMs = clock.monotonicMs();
        const principal = await this.#find(Buffer.from(id, 'base64'));
        // A slow answer may be older than a revocation that must be in force by now.
        if (clock.monotonicMs() - askedAtMs > LIFETIME_MS) continue;
        // An answer that was read before a change was announced may be older than the change.
        if (principal && generation === this.#generation) {
          if (this.#entries.size >= MAX_ENTRIES) this.#entries.clear();
          this.#entries.set(id, { principal, untilMs: askedAtMs + LIFETIME_MS });
        }
        return principal;
      }
      throw new ApiError('SERVICE_UNAVAILABLE', 'the database is too slow; retry', {
        retryAfterSeconds: 1,
      });
    } finally {
      if (generation === this.#generation) this.#pending.delete(id);
    }
  }
}
