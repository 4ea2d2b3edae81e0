import type { ErrorCode } from '../errors/index.ts';

/** A request that was rejected after its key was known. It has no personal data: the path is that of the route. */
export type Refusal = {
  /** ISO 8601. */
  at: string;
  method: string;
  /** Such as `/api/v1/webhooks/:id`. */
  path: string;
  status: number;
  code: ErrorCode;
  requestId: string;
};

/** The maximum number of refusals that are kept for a key, and for all keys together: about 5 MB. */
export const MAX_OF_KEY = 1000;
const MAX_OF_ALL = 20_000;

/** The latest refusals of each key, in the memory of one process. Only a rejected request changes it. */
export class Refusals {
  /** The refusals by key, oldest first. The key with the latest refusal is last. */
  readonly #byKey = new Map<string, Refusal[]>();
  readonly #most: number;
  #count = 0;

  constructor(most = MAX_OF_ALL) {
    this.#most = most;
  }

  /** Stores a refusal. Above the limit, first drops the refusals of the key whose last refusal is the oldest. */
  note(keyId: string, refusal: Refusal): void {
    const own = this.#byKey.get(keyId) ?? [];
    this.#byKey.delete(keyId);
    this.#byKey.set(keyId, own);
    own.push(refusal);
    this.#count += 1;
    if (own.length > MAX_OF_KEY) this.#drop(keyId, own);
    while (this.#count > this.#most) {
      const [oldest] = this.#byKey;
      this.#drop(...oldest!);
    }
  }

  /** Returns the refusals of a key, newest first. */
  of(keyId: string): Refusal[] {
    return this.#byKey.get(keyId)?.toReversed() ?? [];
  }

  #drop(keyId: string, own: Refusal[]): void {
    own.shift();
    this.#count -= 1;
    if (own.length === 0) this.#byKey.delete(keyId);
  }
}
