/** A role in the graph of roles. A role that is referenced before it is loaded is empty until then. */
export type RoleNode = {
  readonly id: string;
  /** The bit of the role in a `RoleSet`; changes with each compilation. */
  slot: number;
  capabilities: readonly string[];
  /** Ids of the parents in the database. */
  inherits: readonly string[];
  /** The existing parents, as of the last compilation. */
  parents: readonly RoleNode[];
  /** A tombstone grants nothing, by itself or by inheritance; denials apply to its holders. */
  tombstoned: boolean;
};

/** A set of roles as bits. */
export class RoleSet {
  readonly #words: Uint32Array;

  constructor(size: number) {
    this.#words = new Uint32Array((size + 31) >>> 5);
  }

  has({ slot }: RoleNode): boolean {
    return (this.#words[slot >>> 5]! & (1 << (slot & 31))) !== 0;
  }

  add({ slot }: RoleNode): void {
    this.#words[slot >>> 5]! |= 1 << (slot & 31);
  }
}
