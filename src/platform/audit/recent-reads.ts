import { clock } from '../clock.ts';
import type { Action } from './action.ts';

const LASTING_MS = 15 * 60_000;
const MAX_KNOWN = 10_000;

/**
 * Remembers which reads have written their audit row recently, so that a screen that polls each second writes few rows:
 * one in 15 minutes per session or key and object, in each process.
 */
export class RecentReads {
  readonly #written = new Map<string, number>();

  /** Forgets all reads, because the database may have lost their rows. */
  forget(): void {
    this.#written.clear();
  }

  /** Writes the row of a read, unless the same read has written one recently. */
  async record({ actor, object }: Action, write: () => Promise<void>): Promise<void> {
    const read = `${actor.via} ${object}`;
    const nowMs = clock.monotonicMs();
    if (nowMs - (this.#written.get(read) ?? -Infinity) < LASTING_MS) return;
    await write();
    if (this.#written.size >= MAX_KNOWN) this.#written.clear();
    this.#written.set(read, nowMs);
  }
}
