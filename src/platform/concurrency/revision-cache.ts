import { clock } from '../clock.ts';
import { isSame, type Version } from '../db/buckets/history.ts';

type Copy<V> = {
  value: V;
  bytes: number;
  /** A monotonic time at which the database had what the copy has, or had it later. */
  asOfMs: number;
};
type Loading<V> = { value: Promise<V>; beganMs: number };

/**
 * Copies in memory of what the database has, by key. A copy is used only if its revision and its stamp are those that were
 * just read, so every change that was committed before is seen on every process, without messages (docs/adr/0003), and no
 * copy outlives the history of the database (docs/adr/0016). Those that were not used for longest go when all together
 * take more than they may.
 */
export class RevisionCache<V extends Version> {
  readonly #maxBytes: number;
  readonly #bytesOf: (value: V) => number;
  readonly #stays: (value: V) => boolean;
  /** The one that was not used for longest is first. */
  readonly #copies = new Map<string, Copy<V>>();
  readonly #loading = new Map<string, Loading<V>>();
  #bytes = 0;

  /**
   * @param bytesOf an estimate of the memory that a copy takes
   * @param stays copies that are never forgotten to make room
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

  /** The copy, which may be of any state: the caller compares it, or brings it up to date. */
  get(key: string): V | undefined {
    return this.#copies.get(key)?.value;
  }

  values(): V[] {
    return [...this.#copies.values()].map(({ value }) => value);
  }

  /** The copy of this version; undefined when there is none. */
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
   * The copy of a version, or of what the database had a moment later. Loads of one key are one after the other.
   * @param asked what the database was read to have
   * @param askedMs monotonic time before that was read: a copy whose load began later is as new, even if another version
   * @param load makes a copy of what the database has now, from the one there is or from nothing; `asOfMs` is when that
   * one was last known to be right
   * @throws what `load` throws, to all who wait for the same
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
      if (!under) return this.#load(key, load);
      const value = await under.value;
      if (isSame(value, asked) || under.beganMs > askedMs) return value;
    }
  }

  #load(key: string, load: (known: V | undefined, asOfMs: number) => Promise<V>): Promise<V> {
    const beganMs = clock.monotonicMs();
    const old = this.#copies.get(key);
    const value = load(old?.value, old?.asOfMs ?? beganMs)
      .then((loaded) => this.keep(key, loaded, beganMs))
      .finally(() => this.#loading.delete(key));
    this.#loading.set(key, { value, beganMs });
    return value;
  }

  /**
   * Has a copy as the one that was used last, with the memory that it takes now.
   * @param asOfMs monotonic time at which the database had it, or had it later
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

  /** Has another value in place of a copy, which says the same. */
  replace(key: string, value: V): void {
    const known = this.#copies.get(key);
    if (known) this.keep(key, value, known.asOfMs);
  }

  delete(key: string): void {
    this.#bytes -= this.#copies.get(key)?.bytes ?? 0;
    this.#copies.delete(key);
  }
}
