import { deriveKey, hmac, seal, unseal } from '../../platform/crypto/seal.ts';
import { derivedId } from '../../platform/ids.ts';
import type { PersonIds } from './members/schemas.ts';

export const USER_PREFIX = 'usr';

/** A person, as somebody knows them. */
export type Profile = {
  /** The person's name at the identity provider, or in the tenant's application. */
  subject: string;
  email: string | null;
  name: string | null;
};

/**
 * Seals the personal data of people, each organization's under a key of its own that is derived from the server secret:
 * a copy of the database tells nobody's name, and one organization cannot read what another knows of the same person.
 */
export class ProfileBox {
  readonly #secret: string;
  readonly #names: Buffer;

  /** @param secret the server's: every process must have the same */
  constructor(secret: string) {
    this.#secret = secret;
    this.#names = deriveKey(secret, '', 'oriki people v1');
  }

  /**
   * The ids of whom this issuer calls so. `userId` is the person's id in this organization, and `personId` is the same in
   * every organization: it tells two persons apart and is shown to nobody. Neither leads back to the subject, nor one to
   * the other. A member of long ago has `personId` as `userId`.
   */
  idsOf(orgId: string, issuer: string, subject: string): PersonIds {
    const person = hmac(this.#names, 'user', issuer, subject);
    return {
      personId: derivedId(USER_PREFIX, 0, person),
      userId: derivedId(USER_PREFIX, 0, hmac(this.#names, 'member', orgId, issuer, subject)),
    };
  }

  /** Tells e-mail addresses and sessions of identity providers apart without storing them. */
  fingerprint(...parts: string[]): Buffer {
    return hmac(this.#names, ...parts);
  }

  seal(orgId: string, id: string, profile: Profile): Buffer {
    return seal(this.#key(orgId), id, JSON.stringify(profile));
  }

  /** @throws when it was sealed for another organization or id */
  open(orgId: string, id: string, sealed: Buffer): Profile {
    return JSON.parse(unseal(this.#key(orgId), id, sealed)) as Profile;
  }

  /** Seals other personal data of a person. @param of what it is, and whose */
  sealText(orgId: string, of: string, value: object): Buffer {
    return seal(this.#key(orgId), of, JSON.stringify(value));
  }

  /** @throws when it was sealed for another organization, or as something else */
  openText(orgId: string, of: string, sealed: Buffer): unknown {
    return JSON.parse(unseal(this.#key(orgId), of, sealed));
  }

  #key(orgId: string): Buffer {
    return deriveKey(this.#secret, orgId, 'oriki profiles v1');
  }
}
