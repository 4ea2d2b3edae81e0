import { NOTHING_SEEN } from '../../../platform/streams/store.ts';
import type { Change } from './store.ts';

/** The maximum number of waiting changes. Beyond it, listeners read all their threads instead. */
const MAX_PENDING = 10_000;

/** All changes between two positions. `needsResync` is true if they are unknown or too many. */
export type Batch = {
  before: string;
  position: string;
  needsResync: boolean;
  changes: Map<string, Change>;
};

/**
 * The changes that live listeners of one organization have not been sent. Only a running turn takes changes, always
 * all of them, and only it moves listeners. So all live listeners have reached one position: the one before the
 * changes that wait here or were taken. Continuing from that position loses nothing.
 */
export class PendingChanges {
  #changes: Batch['changes'] = new Map();
  #needsResync = false;
  #before = '';
  #position = '';

  get isEmpty(): boolean {
    return !this.#needsResync && this.#changes.size === 0;
  }

  /** Adds the changes between two positions. `before` is the `position` of the previous call. */
  push(changes: Change[], before: string, position: string): void {
    if (this.isEmpty) this.#before = before;
    this.#position = position;
    if (this.#needsResync) return;
    for (const change of changes)
      this.#changes.set(`${change.thread_id} ${change.participant_id ?? ''}`, change);
    if (this.#changes.size > MAX_PENDING) this.resync(before);
  }

  /**
   * Makes listeners read all their threads, because the changes since a position are unknown. If the database has
   * lost commits (`NOTHING_SEEN`), earlier positions are no longer valid.
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

  /** Puts the unsent changes of a batch before the changes that have arrived since. */
  putBack({ before, changes }: Batch): void {
    const later = this.take();
    this.push([...changes.values()], before, later.position);
    if (later.needsResync) this.resync(later.before === NOTHING_SEEN ? NOTHING_SEEN : before);
    else this.push([...later.changes.values()], before, later.position);
  }
}

export type Part = { before: string; position: string; changes: Change[] };

/**
 * Yields a batch part by part, and removes each part once it is sent. Only the last part reaches the position of the
 * batch.
 */
export function* partsOf(batch: Batch, size: () => number): Generator<Part> {
  const { before, changes } = batch;
  while (changes.size > 0) {
    const some = [...changes].slice(0, Math.max(1, Math.floor(size())));
    const position = some.length === changes.size ? batch.position : before;
    yield { before, position, changes: some.map(([, change]) => change) };
    for (const [key] of some) changes.delete(key);
  }
}
