import { deriveKey, hmac, seal, unseal } from '../../platform/crypto/seal.ts';
import { derivedId } from '../../platform/ids.ts';
import type { PersonIds } from './members/schemas.ts';

export const USER_PREFIX = 'usr';

/** The profile of a person in one organization. */
export type Profile = {
  /** The subject of the person at the identity provider, or in the tenant's application. */
  subject: string;
  email: string | null;
  name: string | null;
};

/**
 * Seals the personal data of people, with a key for each organization that is derived from the server secret. A copy
 * of the database discloses no names, and one organization cannot read what another stores about the same person.
 */
export class ProfileBox {
  readonly #secret: string;
  readonly #names: Buffer;

  /** @param secret the server secret: the same in every process */
  constructor(secret: string) {
    this.#secret = secret;
    this.#names = deriveKey(secret, '', 'oriki people v1');
  }

  /**
   * Returns the ids of a person by issuer and subject. `userId` is the person's id in this organization. `personId` is
   * the same in every organization; it identifies a person internally and is never shown. Neither id reveals the
   * subject or the other id. Members older than this distinction have `personId` as `userId`.
   */
  idsOf(orgId: string, issuer: string, subject: string): PersonIds {
    const person = hmac(this.#names, 'user', issuer, subject);
    return {
      personId: derivedId(USER_PREFIX, 0, person),
      userId: derivedId(USER_PREFIX, 0, hmac(this.#names, 'member', orgId, issuer, subject)),
    };
  }

  /** Returns a keyed hash, to compare e-mail addresses and sessions of identity providers without storing them. */
  fingerprint(...parts: string[]): Buffer {
    return hmac(this.#names, ...parts);
  }

  seal(orgId: string, id: string, profile: Profile): Buffer {
    return seal(this.#key(orgId), id, JSON.stringify(profile));
  }

  /** @throws if it was sealed for another organization or id */
  open(orgId: string, id: string, sealed: Buffer): Profile {
    return JSON.parse(unseal(this.#key(orgId), id, sealed)) as Profile;
  }

  /** Seals other personal data of a person. @param of the kind of data and its owner */
  sealText(orgId: string, of: string, value: object): Buffer {
    return seal(this.#key(orgId), of, JSON.stringify(value));
  }

  /** @throws if it was sealed for another organization or another kind of data */
  openText(orgId: string, of: string, sealed: Buffer): unknown {
    return JSON.parse(unseal(this.#key(orgId), of, sealed));
  }

  #key(orgId: string): Buffer {
    return deriveKey(this.#secret, orgId, 'oriki profiles v1');
  }
}
