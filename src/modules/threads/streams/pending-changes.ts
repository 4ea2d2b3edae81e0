import { NOTHING_SEEN } from '../../../platform/streams/store.ts';
import type { Change } from './store.ts';

/** Changes that wait for their turn; with more of them, listeners look at all their threads instead. */
const MAX_PENDING = 10_000;

/** All that has changed between two positions; `needsResync` when that is unknown, or too much. */
export type Batch = {
  before: string;
  position: string;
  needsResync: boolean;
  changes: Map<string, Change>;
};

/**
 * The changes that live listeners of one organization have not been sent. Changes only come in here while a turn is at work, which
 * alone moves listeners, and takes all of it at once: so there is one position that every live listener has reached,
 * the one before what is here or has been taken, and nothing is lost by going on from it.
 */
export class PendingChanges {
  #changes: Batch['changes'] = new Map();
  #needsResync = false;
  #before = '';
  #position = '';

  get isEmpty(): boolean {
    return !this.#needsResync && this.#changes.size === 0;
  }

  /** Adds the changes between two positions; the first is where the last call ended. */
  push(changes: Change[], before: string, position: string): void {
    if (this.isEmpty) this.#before = before;
    this.#position = position;
    if (this.#needsResync) return;
    for (const change of changes)
      this.#changes.set(`${change.thread_id} ${change.participant_id ?? ''}`, change);
    if (this.#changes.size > MAX_PENDING) this.resync(before);
  }

  /**
   * Has listeners look at all their threads, because nobody knows what has changed since a position. Where nothing counts as
   * seen, because the database has lost commits, an earlier position is none to go on from.
   */
  resync(before: string): void {
    if (this.isEmpty || before === NOTHING_SEEN) this.#before = before;
    this.#changes.clear();
    this.#needsResync = true;
  }

  take(): Batch {
    const batch = {
      before: this.#before,
      position: this.#position,
      needsResync: this.#needsResync,
      changes: this.#changes,
    };
    this.#changes = new Map();
    this.#needsResync = false;
    return batch;
  }

  /** Puts what of a batch could not be sent before what has come meanwhile. */
  putBack({ before, changes }: Batch): void {
    const later = this.take();
    this.push([...changes.values()], before, later.position);
    if (later.needsResync) this.resync(later.before === NOTHING_SEEN ? NOTHING_SEEN : before);
    else this.push([...later.changes.values()], before, later.position);
  }
}

export type Part = { before: string; position: string; changes: Change[] };

/** Takes a batch away part by part, each once it is sent. Only the last part reaches the position. */
export function* partsOf(batch: Batch, size: () => number): Generator<Part> {
  const { before, changes } = batch;
  while (changes.size > 0) {
    const some = [...changes].slice(0, Math.max(1, Math.floor(size())));
    const position = some.length === changes.size ? batch.position : before;
    yield { before, position, changes: some.map(([, change]) => change) };
    for (const [key] of some) changes.delete(key);
  }
}
