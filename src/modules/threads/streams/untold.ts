import type { Change } from './store.ts';

/** Changes that wait for their turn; who would have more of them is sent what their threads say has changed. */
const MAX_CHANGES = 10_000;

/** All that has changed between two positions; `isLost` when it is not known what, or too much. */
export type Batch = {
  before: string;
  position: string;
  isLost: boolean;
  changes: Map<string, Change>;
};

/**
 * What live listeners of one organization have to be told. Changes only come in here while a turn is at work, which
 * alone moves listeners, and takes all of it at once: so there is one position that every live listener has reached,
 * the one before what is here or has been taken, and nothing is lost by going on from it.
 */
export class Untold {
  #changes: Batch['changes'] = new Map();
  #isLost = false;
  #before = '';
  #position = '';

  get isEmpty(): boolean {
    return !this.#isLost && this.#changes.size === 0;
  }

  /** What has changed between two positions, which follows what came before. */
  push(changes: Change[], before: string, position: string): void {
    if (this.isEmpty) this.#before = before;
    this.#position = position;
    if (this.#isLost) return;
    for (const change of changes)
      this.#changes.set(`${change.thread_id} ${change.participant_id ?? ''}`, change);
    if (this.#changes.size > MAX_CHANGES) this.lose(before);
  }

  /** Nobody knows what has changed since a position. */
  lose(before: string): void {
    if (this.isEmpty) this.#before = before;
    this.#changes.clear();
    this.#isLost = true;
  }

  take(): Batch {
    const batch = {
      before: this.#before,
      position: this.#position,
      isLost: this.#isLost,
      changes: this.#changes,
    };
    this.#changes = new Map();
    this.#isLost = false;
    return batch;
  }

  /** What of a batch could not be told comes before what has come meanwhile. */
  putBack({ before, changes }: Batch): void {
    const later = this.take();
    this.push([...changes.values()], before, later.position);
    if (later.isLost) this.lose(before);
    else this.push([...later.changes.values()], before, later.position);
  }
}

export type Part = { before: string; position: string; changes: Change[] };

/** Takes what is in a batch away by and by, each part once it is told. Only the last part reaches the position. */
export function* partsOf(batch: Batch, size: () => number): Generator<Part> {
  const { before, changes } = batch;
  while (changes.size > 0) {
    const some = [...changes].slice(0, Math.max(1, Math.floor(size())));
    const position = some.length === changes.size ? batch.position : before;
    yield { before, position, changes: some.map(([, change]) => change) };
    for (const [key] of some) changes.delete(key);
  }
}
