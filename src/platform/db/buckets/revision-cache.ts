import { clock } from '../../clock.ts';
import { beforeDeadline, underDeadline } from '../../concurrency/deadline.ts';
import { isSame, type Version } from './history.ts';

type Copy<V> = {
  value: V;
  bytes: number;
  /** The database had the copy's state at this monotonic time or later. */
  asOfMs: number;
};
type Loading<V> = { value: Promise<V>; beganMs: number };

/**
 * Copies in memory of database contents, by key. A copy is used only if it has the revision and stamp that were just
 * read. So every committed change is visible on every process, without messages (docs/adr/0003), and no copy outlives
 * the history of the database (docs/adr/0016). When all copies together take too much memory, the least recently used
 * ones are dropped.
 */
export class RevisionCache<V extends Version> {
  readonly #maxBytes: number;
  readonly #bytesOf: (value: V) => number;
  readonly #stays: (value: V) => boolean;
  /** The copies, the least recently used first. */
  readonly #copies = new Map<string, Copy<V>>();
  readonly #loading = new Map<string, Loading<V>>();
  #bytes = 0;

  /**
   * @param bytesOf estimates the memory of a copy
   * @param stays selects copies that are never dropped
   */
  constructor(
    maxBytes: number,
    bytesOf: (value: V) => number,
    stays: (value: V) => boolean = () => false,
  ) {
    this.#maxBytes = maxBytes;
    this.#bytesOf = bytesOf;
    this.#stays = stays;
  }

  /** Memory of all copies. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the copy in any state: the caller compares or updates it. */
  get(key: string): V | undefined {
    return this.#copies.get(key)?.value;
  }

  values(): V[] {
    return [...this.#copies.values()].map(({ value }) => value);
  }

  /** Returns the copy of this version; undefined if there is none. */
  current(key: string, asked: Version, askedMs: number): V | undefined {
    const known = this.#copies.get(key);
    if (!known) return undefined;
    if (isSame(known.value, asked)) known.asOfMs = Math.max(known.asOfMs, askedMs);
    else if (known.asOfMs <= askedMs) return undefined;
    this.#copies.delete(key);
    this.#copies.set(key, known);
    return known.value;
  }

  /**
   * Returns the copy of a version, or of a slightly later state of the database. Loads of one key run one after the
   * other.
   * @param asked the version read from the database
   * @param askedMs monotonic time before that read; a copy whose load began later is equally new, even if its version
   * differs
   * @param load makes a copy of the current state, from the existing copy or from nothing; `asOfMs` is the last time at
   * which the existing copy was known to be current
   * @throws the error of `load`, to all waiting callers; ApiError SERVICE_UNAVAILABLE at a caller's deadline, after
   * which the load continues
   */
  async open(
    key: string,
    asked: Version,
    askedMs: number,
    load: (known: V | undefined, asOfMs: number) => Promise<V>,
  ): Promise<V> {
    for (;;) {
      const known = this.current(key, asked, askedMs);
      if (known) return known;
      const under = this.#loading.get(key);
      if (!under) return beforeDeadline(this.#load(key, load));
      const value = await beforeDeadline(under.value);
      if (isSame(value, asked) || under.beganMs > askedMs) return value;
    }
  }

  #load(key: string, load: (known: V | undefined, asOfMs: number) => Promise<V>): Promise<V> {
    const beganMs = clock.monotonicMs();
    const old = this.#copies.get(key);
    const value = underDeadline(undefined, () => load(old?.value, old?.asOfMs ?? beganMs))
      .then((loaded) => this.keep(key, loaded, beganMs))
      .finally(() => this.#loading.delete(key));
    this.#loading.set(key, { value, beganMs });
    return value;
  }

  /**
   * Marks a copy as used last, with its current memory. @param asOfMs monotonic time at or after which the database had
   * this state
   */
  keep(key: string, value: V, asOfMs: number): V {
    this.delete(key);
    const bytes = this.#bytesOf(value);
    this.#copies.set(key, { value, bytes, asOfMs });
    this.#bytes += bytes;
    for (const [other, copy] of this.#copies) {
      if (this.#bytes <= this.#maxBytes) break;
      if (other !== key && !this.#stays(copy.value)) this.delete(other);
    }
    return value;
  }

  /** Replaces a copy with another value of the same content. */
  replace(key: string, value: V): void {
    const known = this.#copies.get(key);
    if (known) this.keep(key, value, known.asOfMs);
  }

  delete(key: string): void {
    this.#bytes -= this.#copies.get(key)?.bytes ?? 0;
    this.#copies.delete(key);
  }
}
