import { timingSafeEqual } from 'node:crypto';
import { deriveKey, hmac } from '../../../platform/crypto/seal.ts';
import { clock } from '../../../platform/clock.ts';

/** The file of a signed address. */
export type SignedFile = { orgId: string; exportId: string; expiresAt: Date };
/** The query parameters of a signed address. */
export type Signature = { org?: unknown; exp?: unknown; kid?: unknown; sig?: unknown };
export type Verdict = 'valid' | 'expired' | 'invalid';

/** The address is outside of the API's path, because it needs no key. */
export const DOWNLOADS = '/api/downloads';

/** Example values of a signed address. */
export const EXAMPLE_SIGNATURE = {
  exportId: 'export_01kf3w8k2m4p6r8t0v2x4z6b8d',
  org: 'org_01kf3v8e3zfk2tjq0xw5c8m9ra',
  exp: '1797932402',
  kid: '1',
  sig: '9RZkTz0cC7mNq4v1xYb2Uu8oWfJ3dKsLhG5aPiEeQtM',
};

const EXPIRY = /^\d{1,12}$/;

/**
 * Signs the addresses of files and checks them: HMAC-SHA256 over the organization, the export and the end, with a key
 * derived from the server secret and a name. The first named key signs, and all named keys are accepted. So a key can
 * be replaced while addresses signed with it are in use.
 */
export class ExportUrls {
  readonly #keys: Map<string, Buffer>;
  readonly #current: string;

  /** @param names at least one */
  constructor(secret: string, names: readonly string[]) {
    this.#keys = new Map(
      names.map((name) => [name, deriveKey(secret, name, 'oriki export download v1')]),
    );
    this.#current = names[0]!;
  }

  /** Returns path and query. */
  sign({ orgId, exportId, expiresAt }: SignedFile): string {
    // Rounded down, so that the address is never valid longer than the file exists.
    const exp = String(Math.floor(expiresAt.getTime() / 1000));
    const kid = this.#current;
    const sig = this.#mac(kid, orgId, exportId, exp)!;
    const query = new URLSearchParams({ org: orgId, exp, kid, sig });
    return `${DOWNLOADS}/${exportId}?${query.toString()}`;
  }

  /** Returns whether the query was signed for this export and has not expired. Does not check that a file exists. */
  check(exportId: string, { org, exp, kid, sig }: Signature): Verdict {
    if (typeof org !== 'string' || typeof exp !== 'string' || typeof kid !== 'string')
      return 'invalid';
    if (typeof sig !== 'string' || !EXPIRY.test(exp)) return 'invalid';
    const expected = this.#mac(kid, org, exportId, exp);
    // Compare texts: several base64 texts decode to the same bytes.
    const given = Buffer.from(sig);
    const wanted = Buffer.from(expected ?? '');
    if (wanted.length === 0 || given.length !== wanted.length || !timingSafeEqual(given, wanted))
      return 'invalid';
    return Number(exp) * 1000 > clock.nowMs() ? 'valid' : 'expired';
  }

  #mac(kid: string, ...parts: string[]): string | undefined {
    const key = this.#keys.get(kid);
    return key && hmac(key, kid, ...parts).toString('base64url');
  }
}
