import { deriveKey, seal, unseal } from '../crypto/seal.ts';
import { partsOf } from './store.ts';

/**
 * Positions as clients see them, in the `id` of events: sealed, because a position counts transactions of all
 * organizations, and because the database is asked with what comes back.
 */
export class Positions {
  readonly #key: Buffer;
  readonly #context: string;

  /**
   * @param secret the server's: every process must have the same
   * @param streams what the positions are of, so that no id serves another kind of stream
   */
  constructor(secret: string, streams: 'inbox' | 'live') {
    this.#key = deriveKey(secret, '', `oriki ${streams} positions v1`);
    this.#context = `${streams} stream position`;
  }

  toId(position: string): string {
    return seal(this.#key, this.#context, position).toString('base64url');
  }

  /** Undefined for what is no id of ours. */
  fromId(id: string): string | undefined {
    try {
      return unseal(this.#key, this.#context, Buffer.from(id, 'base64url'));
    } catch {
      return undefined;
    }
  }
}

/** Tells whether a position is of the same history as an earlier one, and not before it. */
export function continues(position: string, earlier: string): boolean {
  const [now, then] = [partsOf(position), partsOf(earlier)];
  const end = ({ snapshot }: { snapshot: string }): bigint => BigInt(snapshot.split(':')[1]!);
  return now.incarnation === then.incarnation && end(now) >= end(then);
}
