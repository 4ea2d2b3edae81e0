import { ImportFormatError } from '../types.ts';
import type { XmlElement } from './xml-elements.ts';

/** Characters of all elements together, as JSON. A file beyond it is none of the lists that are held. */
const MAX_HELD_CHARS = 512 * 1024 * 1024;

/**
 * Elements of a list whose entries refer to elements that come later. They are held as one flat string each until
 * everything has been read.
 */
export class HeldElements {
  #held: string[] = [];
  #chars = 0;
  readonly #maxChars: number;

  constructor(maxChars = MAX_HELD_CHARS) {
    this.#maxChars = maxChars;
  }

  /** @throws ImportFormatError when they are more than any list has */
  add(element: XmlElement): void {
    const json = JSON.stringify(element);
    this.#chars += json.length;
    if (this.#chars > this.#maxChars)
      throw new ImportFormatError(
        'the file is larger than any list of this format; its entries cannot be put together',
      );
    this.#held.push(json);
  }

  /** Lets go of them, in file order. */
  *take(): Generator<XmlElement, void, undefined> {
    const held = this.#held.toReversed();
    this.#held = [];
    for (let json = held.pop(); json !== undefined; json = held.pop())
      yield JSON.parse(json) as XmlElement;
  }
}
