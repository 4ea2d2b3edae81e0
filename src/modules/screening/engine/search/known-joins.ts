import { MAX_TOKENS } from '../../../../names/index.ts';
import { upTo } from './bounds.ts';
import type { Unit } from './plan.ts';
import { covers, type WordRows } from './word-rows.ts';

/** Of one name: gain (0 for none) and least cost that joined readings bring each word of the query. */
export const joinGains = new Float64Array(MAX_TOKENS);
export const joinCosts = new Float64Array(MAX_TOKENS);

function better(unit: number, gain: number, cost: number): void {
  if (gain > joinGains[unit]!) joinGains[unit] = gain;
  if (cost < joinCosts[unit]!) joinCosts[unit] = cost;
}

/** What joined readings do for names: those of names that lookups have found, and those of the query. */
export class KnownJoins {
  readonly #units: readonly Unit[];
  readonly #rows: WordRows;
  readonly #found = new Map<number, { unit: number; similarity: number }[]>();

  constructor(units: readonly Unit[], rows: WordRows) {
    this.#units = units;
    this.#rows = rows;
    units.forEach(({ joined: { names, similarities } }, unit) => {
      for (let i = 0; i < names.length; i++) {
        const found = { unit, similarity: similarities[i]! };
        const known = this.#found.get(names[i]!);
        if (known === undefined) this.#found.set(names[i]!, [found]);
        else known.push(found);
      }
    });
  }

  /** Names that have a joined reading like a word of the query. */
  names(): Iterable<number> {
    return this.#found.keys();
  }

  /** Fills `joinGains` and `joinCosts` for a name of words with these rows; returns whether there is anything. */
  note(name: number, rows: Int32Array, size: number): boolean {
    const found = this.#found.size === 0 ? undefined : this.#found.get(name);
    let any = found !== undefined;
    if (this.#rows.isAnyCovering)
      for (let j = 0; j < size && !any; j++) any = this.#rows.isCovering(rows[j]!);
    if (!any) return false;
    const width = this.#units.length;
    joinGains.fill(0, 0, width);
    joinCosts.fill(Infinity, 0, width);
    for (const { unit, similarity } of found ?? []) {
      const { gain, leastCost } = upTo(this.#units[unit]!.unit, similarity);
      better(unit, gain, leastCost);
    }
    for (let j = 0; j < size && this.#rows.isAnyCovering; j++) {
      for (let i = 0; i < width; i++) {
        const gain = covers[rows[j]! * width + i]!;
        if (gain > 0) better(i, gain, 0);
      }
    }
    return true;
  }
}
