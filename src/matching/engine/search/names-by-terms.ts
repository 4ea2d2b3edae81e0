import type { Segment } from '../segment.ts';
import type { SearchLimit } from './limit.ts';
import type { NameBound } from './name-bound.ts';
import type { Term, Terms } from './terms.ts';

/** Bytes of postings that take as long to read as the comparison of a name. */
const BYTES_PER_NAME = 30;
/** Number of groups of terms. */
const MOST_GROUPS = 10;
const UNKNOWN = 0;
const REACHES = 1;
const REACHES_NOT = 2;

function groupOf(place: number): number {
  return Math.min(place, MOST_GROUPS - 1);
}

/**
 * Finds names that may reach the minimum, by the set of terms (as bits) that they have a word of. Most names with a
 * common word have no other word of the query, and that alone excludes them: whether names with a set of terms can
 * reach the minimum is computed once per set. The next search reuses the memory; `release` ends a search.
 */
export class NamesByTerms {
  /** The terms of each name, as bits; all 0 between searches. */
  #bits = new Uint16Array(1024);
  #names = new Int32Array(1024);
  #count = 0;
  /** The terms of each bit. In a query with many words, several share the last bit. */
  readonly #groups = new Uint32Array(MOST_GROUPS);
  #groupCount = 0;
  /** 1 for each set of terms that can reach the minimum. */
  readonly #reaches = new Uint8Array(1 << MOST_GROUPS);
  #terms!: Terms;
  #segment!: Segment;
  #limit: SearchLimit | undefined;

  /** Finds names with a word of one of `candidateTerms`, or with a compound word. */
  find(
    terms: Terms,
    candidateTerms: readonly Term[],
    compounds: NameBound,
    segment: Segment,
    limit: SearchLimit | undefined,
  ): void {
    this.#terms = terms;
    this.#segment = segment;
    this.#limit = limit;
    if (this.#bits.length < segment.nameCount) {
      this.#bits = new Uint16Array(segment.nameCount);
      this.#names = new Int32Array(segment.nameCount);
    }
    const bytes = candidateTerms.reduce((sum, { cost }) => sum + cost, 0);
    // These terms exclude names, if reading their postings costs less than checking the names.
    const others = terms.all.filter(
      (term) =>
        term.nearby !== undefined &&
        !candidateTerms.includes(term) &&
        term.cost < bytes * BYTES_PER_NAME,
    );
    const told = [...candidateTerms, ...others];
    this.#groupCount = Math.min(told.length, MOST_GROUPS);
    this.#groups.fill(0);
    told.forEach(({ index }, i) => (this.#groups[groupOf(i)]! |= 1 << index));
    this.#reaches.fill(UNKNOWN, 0, 1 << this.#groupCount);
    candidateTerms.forEach((term, i) => this.#addTerm(term, groupOf(i), false));
    this.#addCompounds(compounds, candidateTerms);
    others.forEach((term, i) => this.#addTerm(term, groupOf(candidateTerms.length + i), true));
  }

  /** Visits the names that can reach the minimum by their terms. */
  each(visit: (name: number) => void): void {
    for (let i = 0; i < this.#count; i++) {
      const name = this.#names[i]!;
      if (this.#canReach(this.#bits[name]!)) visit(name);
    }
  }

  release(): void {
    for (let i = 0; i < this.#count; i++) this.#bits[this.#names[i]!] = 0;
    this.#count = 0;
  }

  #canReach(bits: number): boolean {
    let state = this.#reaches[bits]!;
    if (state === UNKNOWN) {
      let missing = 0;
      for (let i = 0; i < this.#groupCount; i++)
        if ((bits & (1 << i)) === 0) missing |= this.#groups[i]!;
      state = this.#terms.reachesWithout(missing) ? REACHES : REACHES_NOT;
      this.#reaches[bits] = state;
    }
    return state === REACHES;
  }

  #addTerm({ nearby, initialWords }: Term, group: number, onlyFound: boolean): void {
    this.#addWords(nearby!.ids, group, onlyFound);
    if (initialWords !== undefined) this.#addWords(initialWords, group, onlyFound);
  }

  #addWords(ids: ArrayLike<number>, group: number, onlyFound: boolean): void {
    this.#segment.prefetchPostings(ids);
    for (let i = 0; i < ids.length; i++) this.#addNamesOf(ids[i]!, 1 << group, onlyFound);
  }

  /** Adds compound words, which count for the terms that they resemble or contain. */
  #addCompounds(compounds: NameBound, candidateTerms: readonly Term[]): void {
    compounds.eachCompoundName((name, terms) => this.#add(name, this.#bitsOf(terms), false));
    let missing = candidateTerms.reduce((bits, { index }) => bits | (1 << index), 0);
    // Compound words are handled together, because a name may need two of them.
    compounds.eachCompoundWord((_, terms) => (missing &= ~terms));
    const suffice = this.#terms.reachesWithout(missing);
    compounds.eachCompoundWord((id, terms) => this.#addNamesOf(id, this.#bitsOf(terms), !suffice));
  }

  #bitsOf(terms: number): number {
    let bits = 0;
    for (let i = 0; i < this.#groupCount; i++) if ((this.#groups[i]! & terms) !== 0) bits |= 1 << i;
    return bits;
  }

  #addNamesOf(id: number, bits: number, onlyFound: boolean): void {
    const count = this.#segment.readNamesOf(id);
    this.#limit?.check();
    const { names } = this.#segment;
    for (let i = 0; i < count; i++) this.#add(names[i]!, bits, onlyFound);
  }

  /** Adds bits to a name. Unless `onlyFound`, also adds a name that was not found yet. */
  #add(name: number, bits: number, onlyFound: boolean): void {
    const known = this.#bits[name]!;
    if (known === 0) {
      if (onlyFound || bits === 0) return;
      this.#names[this.#count++] = name;
    }
    this.#bits[name] = known | bits;
  }
}
