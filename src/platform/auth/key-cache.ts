import { hash } from 'node:crypto';
import { clock } from '../clock.ts';
import type { Queryable } from '../db/database.ts';
import { ApiError } from '../errors/index.ts';
import type { AddressRules } from '../outbound/address.ts';
import type { Zones } from '../calendar/zoned-months.ts';
import { isWellFormedApiKey, isWellFormedSessionToken } from './api-key.ts';

/** The channel for notifications that keys, sessions, memberships or organizations have changed. */
export const AUTH_CHANNEL = 'auth_changed';

/** The caller: a key, or a person with a session. */
export type Principal = {
  kind: 'key' | 'person';
  /** The id of the actor: the key, or the user. */
  id: string;
  /** The user, or the person who created or rotated the key; null if no person is known. */
  memberId: string | null;
  /** The person behind the principal, by the id that is the same in every organization. Never shown. */
  personId: string | null;
  /**
   * The keys and people through whom the key was created or the session opened. A key has the id of the first key in
   * its rotation; a key includes itself. None of them counts as independent of the caller.
   */
  through: readonly string[];
  /** Id of the key or the session, by which requests are counted. */
  via: string;
  /** Finds the same principal again. Reveals nothing about the key or the token. */
  credential: string;
  /** Null for a platform key, and for operators. */
  organization: {
    id: string;
    bucket: string;
    plan: string;
    addons: string[];
    /** The time zones of the organization's months. */
    zones: Zones;
    /** The kinds of verification that the organization allows only with a person's consent. */
    consentKinds: readonly string[];
    /** True once a person has withdrawn consent in the organization. */
    hasWithdrawals: boolean;
    /** True if the organization seals the contents of screenings and messages; null if it never did. */
    sealsContent: boolean | null;
  } | null;
  scopes: ReadonlySet<string>;
  /** True if the key acts in the test twin of an organization. */
  isTest?: true;
  /** The addresses from which the key may be used; undefined allows all. */
  allowedFrom?: AddressRules;
  /** Points by rate-limit group, if the key has fewer than the group. */
  rateLimits?: Readonly<Record<string, number>>;
  /** Scopes that allow reads only. */
  reads: ReadonlySet<string>;
  /** The end, in milliseconds since the epoch, of the view of an operator who is not a member of `organization`. */
  viewing?: { untilMs: number };
  /** The roles of a person. */
  roles: readonly string[];
  /** Milliseconds since the epoch, or null. */
  expiresAtMs: number | null;
  /** When the person last proved their identity, and when the session was last seen; null for a key. */
  session: { authenticatedAtMs: number; seenAtMs: number } | null;
};

/** The kinds of credentials for calls. */
export type CredentialKind = 'key' | 'session';

/**
 * Finds the principal of a valid key or session (not revoked, ended or expired) by SHA-256.
 * @param db the transaction to read in, if there is one
 */
export type FindPrincipal = (
  kind: CredentialKind,
  hash: Buffer,
  db?: Queryable,
) => Promise<Principal | undefined>;

/** The cache key of a principal. */
export function credentialOf(kind: CredentialKind, digest: Buffer): string {
  return `${kind} ${digest.toString('base64')}`;
}

function partsOf(credential: string): [CredentialKind, Buffer] {
  const [kind, digest] = credential.split(' ') as [CredentialKind, string];
  return [kind, Buffer.from(digest, 'base64')];
}

/**
 * The time in which a cached key is accepted without a query. Together with a look-up's duration it stays below 5 s,
 * within which a revocation must take effect even without a notification.
 */
const LIFETIME_MS = 3000;
const MAX_ENTRIES = 10_000;

/** A cache of keys and sessions. Unknown ones are not cached, so that a new key works immediately. */
export class PrincipalCache {
  readonly #find: FindPrincipal;
  readonly #entries = new Map<string, { principal: Principal; untilMs: number }>();
  readonly #pending = new Map<string, Promise<Principal | undefined>>();
  #generation = 0;

  constructor(find: FindPrincipal) {
    this.#find = find;
  }

  /** Empties the cache, because a key, a session, a membership or an organization has changed. */
  clear(): void {
    this.#generation += 1;
    this.#entries.clear();
    this.#pending.clear();
  }

  /** @throws when the key is not cached and the database is unavailable or too slow */
  async resolve(key: string): Promise<Principal | undefined> {
    const id = `key ${hash('sha256', key, 'base64')}`;
    return this.#isCached(id) || isWellFormedApiKey(key) ? this.resolveAgain(id) : undefined;
  }

  /** Resolves a session token in the same way. */
  async resolveSession(token: string): Promise<Principal | undefined> {
    return isWellFormedSessionToken(token)
      ? this.resolveAgain(`session ${hash('sha256', token, 'base64')}`)
      : undefined;
  }

  /** Resolves a principal that was found before, by `Principal.credential`. */
  async resolveAgain(id: string): Promise<Principal | undefined> {
    if (this.#isCached(id)) return this.#unexpired(this.#entries.get(id)!.principal);
    let pending = this.#pending.get(id);
    if (!pending) {
      pending = this.#load(id);
      this.#pending.set(id, pending);
    }
    return this.#unexpired(await pending);
  }

  /** Reads the principal in a transaction, bypassing the cache. */
  async readAgain(id: string, tx: Queryable): Promise<Principal | undefined> {
    return this.#unexpired(await this.#find(...partsOf(id), tx));
  }

  #isCached(id: string): boolean {
    const entry = this.#entries.get(id);
    if (!entry || entry.untilMs <= clock.monotonicMs()) return false;
    // After the view ends, the operator has other rights, so the database is read again.
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
        // A slow answer may be older than a revocation that must already be in force.
        if (clock.monotonicMs() - askedAtMs > LIFETIME_MS) continue;
        // An answer read before an announced change may be older than the change.
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
