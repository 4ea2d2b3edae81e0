import { listFormat } from '../list-format.ts';
import type { ImportedEntry, ImportFormat } from '../types.ts';
import { readElements, type XmlElement } from './xml-elements.ts';

/** An XML list with one element per entry. */
type XmlList = {
  name: string;
  root: string;
  /** The elements that are entries. */
  elements: readonly string[];
  /** Returns the entry of an element, or the reason why it has none. Omitted fields go to `report`. */
  toEntry: (element: XmlElement, report: (reason: string) => void) => ImportedEntry | string;
};

/** Returns the format of an XML list. Reports name an entry by the line of its start tag. */
export function xmlFormat({ name, root, elements, toEntry }: XmlList): ImportFormat {
  return listFormat({
    name,
    async *rows(input) {
      for await (const element of readElements(input.main, root, new Set(elements)))
        yield {
          line: element.line,
          toEntry: (omit) => toEntry(element, omit),
          called: (id) => `the same entry ${id}`,
        };
    },
  });
}
