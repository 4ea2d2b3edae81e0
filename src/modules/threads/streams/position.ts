import { deriveKey, seal, unseal } from '../../../platform/crypto/seal.ts';

const CONTEXT = 'inbox stream position';

/**
 * Positions as clients see them, in the `id` of events: sealed, because a position counts transactions of all
 * organizations, and because the database is asked with what comes back.
 */
export class Positions {
  readonly #key: Buffer;

  /** @param secret the server's: every process must have the same */
  constructor(secret: string) {
    this.#key = deriveKey(secret, '', 'oriki inbox positions v1');
  }

  toId(position: string): string {
    return seal(this.#key, CONTEXT, position).toString('base64url');
  }

  /** Undefined for what is no id of ours. */
  fromId(id: string): string | undefined {
    try {
      return unseal(this.#key, CONTEXT, Buffer.from(id, 'base64url'));
    } catch {
      return undefined;
    }
  }
}

/** Whether the database's transactions have gone back: it was restored from a backup, or another one took over. */
export function hasGoneBack(position: string, before: string): boolean {
  // pg_snapshot's text is xmin:xmax:xip_list.
  const end = (text: string): bigint => BigInt(text.split(':', 2)[1]!);
  return end(position) < end(before);
}
