import { IDENTIFIER_KINDS, type Identifier } from '../../identifiers/kinds.ts';
import { ByteReader, GrowingBytes, GrowingWords } from '../bytes.ts';
import { buildIndex, eachUnder, type HashIndex } from '../hash-index.ts';
import { hashText, SPACE } from '../../reduce.ts';
import type { Arrays } from '../layout.ts';

/** The limit for ids in a hash index. */
const MOST = 2 ** 24;

/** Writes the identifiers of entries, which are added in order, and their index. */
export class IdentifierWriter {
  readonly #entries = new GrowingWords();
  readonly #starts = new GrowingWords();
  readonly #hashes = new GrowingWords();
  readonly #bytes = new GrowingBytes();

  /** @throws RangeError beyond 16.7 million identifiers */
  add(entry: number, identifiers: readonly Identifier[]): void {
    for (const { kind, value, country } of identifiers) {
      if (this.#entries.length === MOST)
        throw new RangeError(`a segment holds at most ${MOST} identifiers`);
      this.#entries.push(entry);
      this.#starts.push(this.#bytes.length);
      this.#hashes.push(hashText(SPACE.identifier, value));
      this.#bytes.push(IDENTIFIER_KINDS.indexOf(kind));
      this.#bytes.pushText(country ?? '');
      this.#bytes.pushText(value);
    }
  }

  pack(): { arrays: Arrays; shift: number } {
    const count = this.#entries.length;
    const { starts, entries, shift } = buildIndex(
      this.#hashes.view(),
      Uint32Array.from({ length: count }, (_, i) => i),
    );
    const arrays = {
      'identifiers.starts': starts,
      'identifiers.entries': entries,
      identifierEntries: this.#entries.view(),
      identifierStarts: this.#starts.view(),
      identifierBytes: this.#bytes.view(),
    };
    return { arrays, shift };
  }
}

/** Reads the output of IdentifierWriter. */
export class IdentifierReader {
  readonly #index: HashIndex;
  /** The entry of each identifier, ascending. */
  readonly #entries: Uint32Array;
  readonly #starts: Uint32Array;
  readonly #reader: ByteReader;

  constructor(arrays: Arrays, shift: number) {
    const words = (name: string): Uint32Array => arrays[name] as Uint32Array;
    this.#index = {
      starts: words('identifiers.starts'),
      entries: words('identifiers.entries'),
      shift,
    };
    this.#entries = words('identifierEntries');
    this.#starts = words('identifierStarts');
    this.#reader = new ByteReader(arrays['identifierBytes'] as Uint8Array);
  }

  #identifier(number: number): Identifier {
    const reader = this.#reader;
    reader.at = this.#starts[number]!;
    const kind = IDENTIFIER_KINDS[reader.byte()]!;
    const country = reader.text() || null;
    return { kind, value: reader.text(), country };
  }

  /** Returns the numbers of the entries with this value, regardless of the kind, ascending. */
  entriesWith(value: string): number[] {
    const entries = new Set<number>();
    eachUnder(this.#index, hashText(SPACE.identifier, value), (number) => {
      if (this.#identifier(number).value === value) entries.add(this.#entries[number]!);
    });
    return [...entries].toSorted((a, b) => a - b);
  }

  *all(): Generator<Identifier, void, undefined> {
    for (let number = 0; number < this.#entries.length; number++) yield this.#identifier(number);
  }

  of(entry: number): Identifier[] {
    const entries = this.#entries;
    let low = 0;
    for (let high = entries.length; low < high;) {
      const middle = (low + high) >>> 1;
      if (entries[middle]! < entry) low = middle + 1;
      else high = middle;
    }
    const found: Identifier[] = [];
    for (let at = low; entries[at] === entry; at++) found.push(this.#identifier(at));
    return found;
  }
}
