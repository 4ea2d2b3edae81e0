import { ApiError } from '../../errors/index.ts';

/**
 * Shorter bodies do not count, because a socket buffers as much anyway. So small requests pass while large ones are
 * rejected.
 */
const SMALL_BYTES = 64 * 1024;
const RETRY_AFTER_SECONDS = 1;

/**
 * Limits the bytes of request bodies in this process, from the moment before the first byte is read until the answer is
 * written, and the bytes of files in answers. A parsed and validated body takes several times its length in memory. An
 * organization gets at most half. If no other body is in progress, a body of any length is admitted.
 */
export class BodyBudget {
  readonly #bytes: number;
  #taken = 0;
  readonly #takenBy = new Map<string, number>();

  /** @param bytes for all organizations together */
  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /**
   * @param orgId empty for platform requests
   * @returns a function that releases the bytes, once
   * @throws ApiError SERVICE_UNAVAILABLE when there is no room
   */
  take(orgId: string, bytes: number): () => void {
    if (bytes <= SMALL_BYTES) return () => {};
    const own = this.#takenBy.get(orgId) ?? 0;
    if (
      this.#exceeds(own, bytes, this.#bytes / 2) ||
      this.#exceeds(this.#taken, bytes, this.#bytes)
    )
      throw new ApiError('SERVICE_UNAVAILABLE', 'too many large requests are in progress; retry', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    this.#add(orgId, bytes);
    return () => this.#add(orgId, -bytes);
  }

  #exceeds(taken: number, bytes: number, limit: number): boolean {
    return taken > 0 && taken + bytes > limit;
  }

  #add(orgId: string, bytes: number): void {
    this.#taken += bytes;
    const own = (this.#takenBy.get(orgId) ?? 0) + bytes;
    if (own > 0) this.#takenBy.set(orgId, own);
    else this.#takenBy.delete(orgId);
  }
}
