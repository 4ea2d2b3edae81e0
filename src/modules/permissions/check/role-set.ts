/** A role as the graph of roles has it. One that is named before it is read has nothing yet. */
export type RoleNode = {
  readonly id: string;
  /** Its place in bit sets; changes with each compilation. */
  slot: number;
  capabilities: readonly string[];
  inherits: readonly string[];
  /** Itself and all that it inherits from, nearest first; undefined until somebody asks. */
  closure: readonly RoleNode[] | undefined;
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
