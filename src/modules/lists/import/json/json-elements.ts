/**
 * Reads the objects of a JSON array one at a time. The array is the whole file, or a member of the outermost object.
 * `JSON.parse` of such a file would take many times its size.
 */
import { decodedSlices, type Line } from '../lines.ts';
import { ImportFormatError, type ImportSource } from '../types.ts';
import { MAX_OBJECT_BYTES } from './json-line.ts';

/** Characters of a key that are compared. */
const MAX_KEY_CHARS = 200;
/** Deepest nesting; real lists have less. */
const MAX_DEPTH = 1000;

/** Position in the file, and the text of the current object. */
class ElementReader {
  /** Finished objects that were not taken yet. */
  done: Line[] = [];
  line = 1;
  #member: string;
  /** Open brackets, from the outermost on. */
  #open = '';
  #inString = false;
  #isEscaped = false;
  /** The last text in the outermost object; before a bracket it is the key. */
  #key = '';
  /** True while the array whose objects are read is open. */
  #inArray = false;
  #hasArray = false;
  #text: string[] | undefined;
  #chars = 0;
  #startLine = 0;
  #startDepth = 0;

  constructor(member: string) {
    this.#member = member;
  }

  /** True after the end of the array and everything around it. */
  get isComplete(): boolean {
    return this.#hasArray && this.#open === '' && !this.#inString;
  }

  read(text: string): void {
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const char = text.charCodeAt(at);
      if (char === 0x0a) this.line += 1;
      if (this.#inString) this.#readString(char);
      else if (char === 0x22) {
        this.#inString = true;
        if (this.#open === '{') this.#key = '';
      } else if (char === 0x7b || char === 0x5b) {
        if (this.#opens(char === 0x7b ? '{' : '[')) from = at;
      } else if ((char === 0x7d || char === 0x5d) && this.#closes()) {
        this.#take(text.slice(from, at + 1));
        this.#finish();
      }
    }
    if (this.#text) this.#take(text.slice(from));
  }

  #readString(char: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (char === 0x5c) this.#isEscaped = true;
    else if (char === 0x22) {
      this.#inString = false;
      return;
    }
    if (this.#open === '{' && this.#key.length < MAX_KEY_CHARS)
      this.#key += String.fromCharCode(char);
  }

  /** @returns true at the beginning of an object of the array */
  #opens(bracket: '{' | '['): boolean {
    const isArray = bracket === '[' && !this.#hasArray;
    if (isArray && (this.#open === '' || (this.#open === '{' && this.#key === this.#member))) {
      this.#inArray = true;
      this.#hasArray = true;
      this.#startDepth = this.#open.length + 1;
    }
    const begins = this.#inArray && bracket === '{' && this.#open.length === this.#startDepth;
    this.#open += bracket;
    if (this.#open.length > MAX_DEPTH)
      throw new ImportFormatError(`the file is nested too deeply, near line ${this.line}`);
    if (begins) {
      this.#text = [];
      this.#chars = 0;
      this.#startLine = this.line;
    }
    return begins;
  }

  /** @returns true at the end of an object of the array */
  #closes(): boolean {
    this.#open = this.#open.slice(0, -1);
    if (this.#inArray && this.#open.length < this.#startDepth) this.#inArray = false;
    return this.#text !== undefined && this.#open.length === this.#startDepth;
  }

  #take(part: string): void {
    this.#chars += part.length;
    if (this.#chars > MAX_OBJECT_BYTES) this.#text = [];
    else this.#text?.push(part);
  }

  #finish(): void {
    const tooLong = this.#chars > MAX_OBJECT_BYTES;
    this.done.push({ line: this.#startLine, text: this.#text?.join('') ?? '', tooLong });
    this.#text = undefined;
  }
}

/**
 * Returns the objects, with the lines where they begin. Their reader rejects objects that are not JSON.
 * @param member key of the array in the outermost object, if the file is not an array
 * @throws ImportFormatError if the file has no such array, is cut off or is not in UTF-8
 */
export async function* readJsonElements(
  source: ImportSource,
  member: string,
): AsyncGenerator<Line, void, undefined> {
  const reader = new ElementReader(member);
  for await (const text of decodedSlices(source, () => reader.line)) {
    reader.read(text);
    const { done } = reader;
    reader.done = [];
    yield* done;
  }
  if (!reader.isComplete)
    throw new ImportFormatError(
      `the file is not an array of objects, has no array "${member}", or is cut off`,
    );
}
