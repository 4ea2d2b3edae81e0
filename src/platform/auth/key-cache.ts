import { hash } from 'node:crypto';
import { clock } from '../clock.ts';
import type { Queryable } from '../db/database.ts';
import { ApiError } from '../errors/index.ts';
import type { AddressRules } from '../outbound/address.ts';
import type { Zones } from '../calendar/zoned-months.ts';
import { isWellFormedApiKey } from './api-key.ts';
import { isWellFormedSessionToken } from './session-token.ts';

/** On this channel processes tell each other that keys, sessions, memberships or organizations have changed. */
export const AUTH_CHANNEL = 'auth_changed';

/** The caller: a key, or a person with a session. */
export type Principal = {
  kind: 'key' | 'person';
  /** The actor: id of the key, or of the user. */
  id: string;
  /** The user themselves, or who made or rotated the key; null where no person is known to be behind it. */
  memberId: string | null;
  /** The person behind it, under the id that is the same in every organization: never shown. */
  personId: string | null;
  /**
   * The keys and people through whom the key was made or the session opened, a key under the id of the first of its rotation,
   * and for a key itself. None of them is independent of the caller.
   */
  through: readonly string[];
  /** Id of the key or the session, by which requests are counted. */
  via: string;
  /** Finds the same principal again; says nothing of the key or the token. */
  credential: string;
  /** Null for a platform key, and for operators. */
  organization: {
    id: string;
    bucket: string;
    plan: string;
    addons: string[];
    /** The time zones of its months. */
    zones: Zones;
  } | null;
  scopes: ReadonlySet<string>;
  /** It acts in the twin of an organization. */
  isTest?: true;
  /** The addresses from which the key may be used, if not from anywhere. */
  allowedFrom?: AddressRules;
  /** Points by group of rate limits, where the key has less than the group. */
  rateLimits?: Readonly<Record<string, number>>;
  /** Scopes with which it may only read. */
  reads: ReadonlySet<string>;
  /** An operator who looks at `organization`, where they belong to none, until this time in milliseconds since the epoch. */
  viewing?: { untilMs: number };
  /** A person's. */
  roles: readonly string[];
  /** Milliseconds since the epoch, or null. */
  expiresAtMs: number | null;
  /** When a person last proved who they are, and when the session was last seen; null for a key. */
  session: { authenticatedAtMs: number; seenAtMs: number } | null;
};

/** The kinds of credentials that somebody can call with. */
export type CredentialKind = 'key' | 'session';

/**
 * Finds who has a valid (not revoked, ended or expired) key or session, by its SHA-256.
 * @param db the transaction to look in, if there is one
 */
export type FindPrincipal = (
  kind: CredentialKind,
  hash: Buffer,
  db?: Queryable,
) => Promise<Principal | undefined>;

/** The text by which a cache finds a principal again. */
export function credentialOf(kind: CredentialKind, digest: Buffer): string {
  return `${kind} ${digest.toString('base64')}`;
}

function partsOf(credential: string): [CredentialKind, Buffer] {
  const [kind, digest] = credential.split(' ') as [CredentialKind, string];
  return [kind, Buffer.from(digest, 'base64')];
}

/**
 * The time that a found key is believed without asking again. Together with a look-up's own duration it stays
 * below the 5 s within which a revocation must take effect even when no notification arrives.
 */
const LIFETIME_MS = 3000;
const MAX_ENTRIES = 10_000;

/** Keys and sessions found lately. Unknown ones are not kept, so that a new key works at once. */
export class PrincipalCache {
  readonly #find: FindPrincipal;
  readonly #entries = new Map<string, { principal: Principal; untilMs: number }>();
  readonly #pending = new Map<string, Promise<Principal | undefined>>();
  #generation = 0;

  constructor(find: FindPrincipal) {
    this.#find = find;
  }

  /** Forgets everything: a key, a session, a membership or an organization has changed. */
  clear(): void {
    this.#generation += 1;
    this.#entries.clear();
    this.#pending.clear();
  }

  /** @throws when the key is not cached and the database cannot be asked, or is too slow to be believed */
  async resolve(key: string): Promise<Principal | undefined> {
    const id = `key ${hash('sha256', key, 'base64')}`;
    return this.#isCached(id) || isWellFormedApiKey(key) ? this.resolveAgain(id) : undefined;
  }

  /** The same for the token of a session. */
  async resolveSession(token: string): Promise<Principal | undefined> {
    return isWellFormedSessionToken(token)
      ? this.resolveAgain(`session ${hash('sha256', token, 'base64')}`)
      : undefined;
  }

  /** The same for who was found before, by `Principal.credential`. */
  async resolveAgain(id: string): Promise<Principal | undefined> {
    if (this.#isCached(id)) return this.#unexpired(this.#entries.get(id)!.principal);
    let pending = this.#pending.get(id);
    if (!pending) {
      pending = this.#load(id);
      this.#pending.set(id, pending);
    }
    return this.#unexpired(await pending);
  }

  /** The same as a transaction sees it now, whatever is remembered. */
  async readAgain(id: string, tx: Queryable): Promise<Principal | undefined> {
    return this.#unexpired(await this.#find(...partsOf(id), tx));
  }

  #isCached(id: string): boolean {
    const entry = this.#entries.get(id);
    if (!entry || entry.untilMs <= clock.monotonicMs()) return false;
    // After a view an operator has other rights: the database says which.
    const { viewing } = entry.principal;
    return !viewing || viewing.untilMs > clock.nowMs();
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
        const principal = await this.#find(...partsOf(id));
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
