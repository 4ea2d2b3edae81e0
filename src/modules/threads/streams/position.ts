import { deriveKey, seal, unseal } from '../../../platform/crypto/seal.ts';
import { partsOf } from './store.ts';

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

/** Tells whether a position is of the same history as an earlier one, and not before it. */
export function continues(position: string, earlier: string): boolean {
  const [now, then] = [partsOf(position), partsOf(earlier)];
  const end = ({ snapshot }: { snapshot: string }): bigint => BigInt(snapshot.split(':')[1]!);
  return now.incarnation === then.incarnation && end(now) >= end(then);
}
