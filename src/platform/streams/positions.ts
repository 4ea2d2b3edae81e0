import { deriveKey, seal, unseal } from '../crypto/seal.ts';
import { partsOf } from './store.ts';

/**
 * Positions for clients, in the `id` of events. They are sealed, because a position counts transactions of all
 * organizations, and because queries use the positions that clients return.
 */
export class Positions {
  readonly #key: Buffer;
  readonly #context: string;

  /**
   * @param secret the server secret: the same in every process
   * @param streams the kind of streams, so that an id is valid for one kind only
   */
  constructor(secret: string, streams: 'inbox' | 'live') {
    this.#key = deriveKey(secret, '', `oriki ${streams} positions v1`);
    this.#context = `${streams} stream position`;
  }

  toId(position: string): string {
    return seal(this.#key, this.#context, position).toString('base64url');
  }

  /** Returns undefined for an invalid id. */
  fromId(id: string): string | undefined {
    try {
      return unseal(this.#key, this.#context, Buffer.from(id, 'base64url'));
    } catch {
      return undefined;
    }
  }
}

/** Returns true if a position belongs to the same history as an earlier one and is not before it. */
export function continues(position: string, earlier: string): boolean {
  const [now, then] = [partsOf(position), partsOf(earlier)];
  const end = ({ snapshot }: { snapshot: string }): bigint => BigInt(snapshot.split(':')[1]!);
  return now.incarnation === then.incarnation && end(now) >= end(then);
}
