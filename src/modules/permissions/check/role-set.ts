/** A role as the graph of roles has it. One that is named before it is read has nothing yet. */
export type RoleNode = {
  readonly id: string;
  /** Its place in bit sets; changes with each compilation. */
  slot: number;
  capabilities: readonly string[];
  /** Ids, as they were read. */
  inherits: readonly string[];
  /** Those of them that there are; as of the last compilation. */
  parents: readonly RoleNode[];
  /** It gives nothing, nor does what it inherits from, to those who have it; what denies is still about them. */
  tombstoned: boolean;
};

/** A set of roles, by slot. */
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
