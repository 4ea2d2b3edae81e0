import { ImportFormatError } from '../types.ts';
import type { XmlElement } from './xml-elements.ts';

/**
 * Maximum number of characters of all elements together, as JSON. A larger file is not one of the lists that are kept
 * in memory.
 */
const MAX_HELD_CHARS = 512 * 1024 * 1024;

/**
 * Elements of a list whose entries refer to later elements. They stay in memory as one flat string each until the end
 * of the file.
 */
export class HeldElements {
  #held: string[] = [];
  #chars = 0;
  readonly #maxChars: number;

  constructor(maxChars = MAX_HELD_CHARS) {
    this.#maxChars = maxChars;
  }

  /** @throws ImportFormatError if they are more than any list has */
  add(element: XmlElement): void {
    const json = JSON.stringify(element);
    this.#chars += json.length;
    if (this.#chars > this.#maxChars)
      throw new ImportFormatError(
        'the file is larger than any list of this format; its entries cannot be combined',
      );
    this.#held.push(json);
  }

  /** Returns and releases them, in file order. */
  *take(): Generator<XmlElement, void, undefined> {
    const held = this.#held.toReversed();
    this.#held = [];
    for (let json = held.pop(); json !== undefined; json = held.pop())
      yield JSON.parse(json) as XmlElement;
  }
}
