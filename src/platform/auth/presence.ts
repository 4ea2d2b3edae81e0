import { clock } from '../clock.ts';
import type { Principal } from './key-cache.ts';

/** The time of a key or a session is written at most this often. */
const WRITTEN_EVERY_MS = 60_000;
const MAX_KNOWN = 10_000;

/** Writes when keys and sessions were last used. Runs outside requests, at most once a minute for each. */
export class Presence {
  readonly #write: (principal: Principal) => Promise<void>;
  readonly #onFailure: (error: unknown) => void;
  /** The time of this process's last write for each key or session. */
  readonly #written = new Map<string, number>();

  constructor(options: {
    write: (principal: Principal) => Promise<void>;
    onFailure: (error: unknown) => void;
  }) {
    this.#write = options.write;
    this.#onFailure = options.onFailure;
  }

  /** Forgets the writes, because the database may have lost them. */
  forget(): void {
    this.#written.clear();
  }

  /** Notes that a key or a session is in use. Does not wait. */
  note(principal: Principal): void {
    const { via, session } = principal;
    const nowMs = clock.nowMs();
    const seenMs = Math.max(session?.seenAtMs ?? 0, this.#written.get(via) ?? 0);
    if (nowMs - seenMs < WRITTEN_EVERY_MS) return;
    if (this.#written.size >= MAX_KNOWN) this.#written.clear();
    this.#written.set(via, nowMs);
    this.#write(principal).catch((error: unknown) => {
      this.#written.delete(via);
      this.#onFailure(error);
    });
  }
}
