/** The value of a key, as of a revision that grows with each change. */
type Revised = { readonly revision: number };

/**
 * Copies in memory of what the database has, by key. A copy is used only if it is as new as the revision that was just
 * read, so every change that was committed before is seen, on every process, without messages (docs/adr/0003). Those
 * that were not used for longest go when all together take more than they may.
 */
export class RevisionCache<V extends Revised> {
  readonly #maxBytes: number;
  readonly #bytesOf: (value: V) => number;
  readonly #stays: (value: V) => boolean;
  /** The one that was not used for longest is first. */
  readonly #copies = new Map<string, { value: V; bytes: number }>();
  readonly #loading = new Map<string, Promise<V>>();
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

  get(key: string): V | undefined {
    return this.#copies.get(key)?.value;
  }

  values(): V[] {
    return [...this.#copies.values()].map(({ value }) => value);
  }

  /**
   * The copy as of a revision, or a later one. Loads of one key are one after the other.
   * @param load makes a copy from the one there is, or from nothing
   * @param isCurrent tells of the one there is if it may be used
   * @throws what `load` throws, to all who wait for the same
   */
  async open(
    key: string,
    revision: number,
    load: (known: V | undefined) => Promise<V>,
    isCurrent: (known: V) => boolean = (known) => known.revision >= revision,
  ): Promise<V> {
    for (;;) {
      const known = this.#copies.get(key);
      if (known && isCurrent(known.value)) {
        this.#copies.delete(key);
        this.#copies.set(key, known);
        return known.value;
      }
      let loading = this.#loading.get(key);
      if (!loading) {
        loading = load(known?.value)
          .then((value) => this.keep(key, value))
          .finally(() => this.#loading.delete(key));
        this.#loading.set(key, loading);
      }
      const value = await loading;
      if (value.revision >= revision) return value;
    }
  }

  /** Has a copy as the one that was used last, with the memory that it takes now. */
  keep(key: string, value: V): V {
    this.delete(key);
    const bytes = this.#bytesOf(value);
    this.#copies.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const [other, copy] of this.#copies) {
      if (this.#bytes <= this.#maxBytes) break;
      if (other !== key && !this.#stays(copy.value)) this.delete(other);
    }
    return value;
  }

  delete(key: string): void {
    this.#bytes -= this.#copies.get(key)?.bytes ?? 0;
    this.#copies.delete(key);
  }
}
