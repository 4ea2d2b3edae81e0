import { KIND_NAMES, MAX_IDS, type Change, type Kind } from './schemas.ts';

/** The changed ids of one kind; null for any thing of the kind. */
export type ChangedKind = { kind: Kind; ids: string[] | null };

/** A client that gets changes of these kinds, and changes of its person's membership. */
export type Caller = { kinds: readonly Kind[]; id: string };

/** The unsent changes of a stream. Stores a limited number of ids of each kind, for any number of changes. */
export class Pending {
  readonly #kinds: ReadonlySet<Kind>;
  readonly #id: string;
  readonly #changes = new Map<Kind, Set<string> | null>();
  #isReset = false;

  constructor({ kinds, id }: Caller) {
    this.#kinds = new Set(kinds);
    this.#id = id;
  }

  get isEmpty(): boolean {
    return !this.#isReset && this.#changes.size === 0;
  }

  add(changes: readonly Change[]): void {
    if (this.#isReset) return;
    for (const { kind, id } of changes) {
      if (!this.#tells(kind, id)) continue;
      const ids = this.#changes.get(kind);
      if (ids === null) continue;
      if (id === null || (ids?.size ?? 0) >= MAX_IDS) this.#changes.set(kind, null);
      else this.#changes.set(kind, (ids ?? new Set()).add(id));
    }
  }

  #tells(kind: Kind, id: string | null): boolean {
    return this.#kinds.has(kind) || (kind === 'member' && (id === null || id === this.#id));
  }

  /** Makes the client discard everything that it knows. */
  reset(): void {
    this.#changes.clear();
    this.#isReset = true;
  }

  /** @returns undefined for a reset */
  take(): ChangedKind[] | undefined {
    const told = KIND_NAMES.filter((kind) => this.#changes.has(kind)).map((kind) => {
      const ids = this.#changes.get(kind)!;
      return { kind, ids: ids && [...ids] };
    });
    const isReset = this.#isReset;
    this.#changes.clear();
    this.#isReset = false;
    return isReset ? undefined : told;
  }
}
