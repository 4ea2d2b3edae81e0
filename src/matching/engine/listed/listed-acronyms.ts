import { GrowingWords } from '../bytes.ts';
import { buildIndex, eachUnder, type HashIndex } from '../hash-index.ts';
import type { Arrays } from '../layout.ts';
import { hashText, SPACE } from '../../reduce.ts';

/** Writes the index from acronyms to names. */
export class AcronymWriter {
  readonly #names = new GrowingWords();
  readonly #hashes = new GrowingWords();

  add(name: number, acronyms: readonly string[]): void {
    for (const acronym of acronyms) {
      this.#names.push(name);
      this.#hashes.push(hashText(SPACE.acronym, acronym));
    }
  }

  pack(): { arrays: Arrays; shift: number } {
    const { starts, entries, shift } = buildIndex(this.#hashes.view(), this.#names.view());
    return { arrays: { 'acronyms.starts': starts, 'acronyms.entries': entries }, shift };
  }
}

/** Reads the output of AcronymWriter. */
export class AcronymReader {
  readonly #index: HashIndex;

  constructor(arrays: Arrays, shift: number) {
    this.#index = {
      starts: arrays['acronyms.starts'] as Uint32Array,
      entries: arrays['acronyms.entries'] as Uint32Array,
      shift,
    };
  }

  /** Returns the names that may have this acronym, ascending. Includes a few with another acronym. */
  namesUnder(acronym: string): number[] {
    const names: number[] = [];
    eachUnder(this.#index, hashText(SPACE.acronym, acronym), (name) => names.push(name));
    return names;
  }
}
