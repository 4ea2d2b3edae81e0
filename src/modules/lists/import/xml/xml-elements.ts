/**
 * Reads the elements of an XML file that are entries, one at a time. saxes checks well-formedness, expands only XML's
 * five entities and reads only its input. A file with a document type declaration is always refused: no list has one,
 * and every known attack on XML readers needs one.
 */
import { SaxesParser } from 'saxes';
import { decodedSlices } from '../lines.ts';
import { ImportFormatError } from '../types.ts';
import type { ImportSource } from '../types.ts';

/** An element. `text` is the text between its tags without that of its children. */
export type XmlElement = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** Line of its start tag, from 1. */
  line: number;
  text: string;
  children: XmlElement[];
};

/** Maximum number of characters of an entry with tags; the longest of the real UN list has 11,000. */
const MAX_ENTRY_CHARS = 1024 * 1024;
const MAX_DEPTH = 32;

/** Called with the attributes of the root element; throws ImportFormatError if it is the wrong file. */
type OnRoot = (attributes: XmlElement['attributes']) => void;

/** Elements that are read, from the file's first tag on. */
class EntryReader {
  readonly parser: SaxesParser;
  /** Finished entries that were not taken yet. */
  done: XmlElement[] = [];
  #root: string;
  #names: ReadonlySet<string>;
  #onRoot: OnRoot;
  #depth = 0;
  /** Open elements of the current entry; empty outside entries. */
  #open: XmlElement[] = [];
  /** Position where the last tag outside entries began, or the current entry. */
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
      throw new ImportFormatError(
        'the file has a document type declaration, which is not accepted',
      );
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

  /** A tag, text or entry without end fills the memory before the parser reports it. */
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
 * Returns the elements named one of `names`, below the root element `root`, in file order. Keeps 64 KiB of the file
 * and the entries in them.
 * @throws ImportFormatError if the file is not well-formed XML in UTF-8 (a cut file is not), has another root
 * element, or has elements beyond the limits
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
