/**
 * The elements of an XML file that are entries, one at a time.
 *
 * saxes checks well-formedness, expands nothing but the five entities of XML itself and reads nothing
 * but what it is given. A file with a document type declaration is refused all the same: no list has
 * one, and every known attack on XML readers needs one.
 */
import { SaxesParser } from 'saxes';
import { decodedSlices } from '../lines.ts';
import { ImportFormatError } from '../types.ts';
import type { ImportSource } from '../types.ts';

/** An element. `text` is that between its tags without that of its children. */
export type XmlElement = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** Line of its start tag, from 1. */
  line: number;
  text: string;
  children: XmlElement[];
};

/** Characters of an entry, tags included; the longest of the real UN list has 11,000. */
const MAX_ENTRY_CHARS = 1024 * 1024;
const MAX_DEPTH = 32;

/** Told the attributes of the root element; throws ImportFormatError when the file is another one than it should be. */
type OnRoot = (attributes: XmlElement['attributes']) => void;

/** The elements that are read, from the file's first tag on. */
class EntryReader {
  readonly parser: SaxesParser;
  /** Entries that are complete and not taken yet. */
  done: XmlElement[] = [];
  #root: string;
  #names: ReadonlySet<string>;
  #onRoot: OnRoot;
  #depth = 0;
  /** The open elements of the entry being read; empty outside of entries. */
  #open: XmlElement[] = [];
  /** The place at which the last tag outside of entries or the entry being read began. */
  #mark = 0;

  constructor(root: string, names: ReadonlySet<string>, onRoot: OnRoot) {
    this.#root = root;
    this.#names = names;
    this.#onRoot = onRoot;
    const parser = new SaxesParser();
    this.parser = parser;
    parser.on('error', (error) => {
      throw new ImportFormatError(`the file is not well-formed XML: ${error.message}`);
    });
    parser.on('doctype', () => {
      throw new ImportFormatError('the file has a document type declaration, which is not read');
    });
    parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
      if (/^utf-?8$/i.test(encoding)) return;
      throw new ImportFormatError(`the file is in ${encoding}; it must be saved as UTF-8`);
    });
    parser.on('opentag', ({ name, attributes }) => this.#openTag(name, attributes));
    parser.on('closetag', () => this.#closeTag());
    const addText = (text: string): void => {
      const element = this.#open.at(-1);
      if (element !== undefined) element.text += text;
    };
    parser.on('text', addText);
    parser.on('cdata', addText);
  }

  /** Whatever has no end fills the memory before the parser tells of it: a tag, a text, an entry. */
  checkSize(): void {
    if (this.parser.position - this.#mark <= MAX_ENTRY_CHARS) return;
    throw new ImportFormatError(`an entry or text before line ${this.parser.line} is too long`);
  }

  #openTag(name: string, attributes: XmlElement['attributes']): void {
    this.#depth += 1;
    if (this.#depth === 1) {
      if (name !== this.#root)
        throw new ImportFormatError(`the root element is <${name}> and not <${this.#root}>`);
      this.#onRoot(attributes);
    }
    if (this.#depth > MAX_DEPTH) throw new ImportFormatError('the elements are nested too deeply');
    if (this.#open.length === 0) this.#mark = this.parser.position;
    if (this.#open.length === 0 && !this.#names.has(name)) return;
    const element = { name, attributes, line: this.parser.line, text: '', children: [] };
    this.#open.at(-1)?.children.push(element);
    this.#open.push(element);
  }

  #closeTag(): void {
    this.#depth -= 1;
    const element = this.#open.pop();
    if (this.#open.length > 0) return;
    if (element !== undefined) this.done.push(element);
    this.#mark = this.parser.position;
  }
}

/**
 * The elements called one of `names`, below the root element `root`, in file order. Holds 64 KiB of
 * the file and the entries in them.
 * @throws ImportFormatError when the file is not well-formed XML in UTF-8 (a file that was cut off is
 *   not), has another root element, or elements beyond the limits
 */
export async function* readElements(
  source: ImportSource,
  root: string,
  names: ReadonlySet<string>,
  onRoot: OnRoot = () => {},
): AsyncGenerator<XmlElement, void, undefined> {
  const reader = new EntryReader(root, names, onRoot);
  for await (const text of decodedSlices(source, () => reader.parser.line)) {
    reader.parser.write(text);
    reader.checkSize();
    const { done } = reader;
    reader.done = [];
    yield* done;
  }
  reader.parser.close();
  yield* reader.done;
}
