import { FirstLines } from './text/first-lines.ts';
import { withPublishedNames } from './names.ts';
import type { ImportedEntry, ImportFormat, ImportInput, Rejection } from './types.ts';

/** A row, or the rows of one entry, of a list file. */
export type ReadRow = {
  /** The first line, from 1. */
  line: number;
  /** Makes the entry, or says why there is none. `omit` is told what the entry lacks because it could not be read. */
  toEntry: (omit: (reason: string) => void) => ImportedEntry | string;
  /** The entry by its id, in the message about a second one with that id. */
  called: (id: string) => string;
};

/** A list format: its name, and how its rows are read. */
type Reader = {
  name: string;
  /** Rows that cannot be read at all go to `onReject`. @throws ImportFormatError when the file cannot be this format */
  rows: (input: ImportInput, onReject: (rejection: Rejection) => void) => AsyncIterable<ReadRow>;
};

/** Makes the format: yields the usable entries, the first of each id, and reports every other row. */
export function listFormat({ name, rows }: Reader): ImportFormat {
  return {
    name,
    async *parse(input, onReject, onOmit) {
      const firstLines = new FirstLines();
      for await (const { line, toEntry, called } of rows(input, onReject)) {
        const reject = (reason: string): void => onReject({ line, file: 'main', reason });
        const entry = toEntry((reason) => onOmit({ line, file: 'main', reason }));
        if (typeof entry === 'string') {
          reject(entry);
          continue;
        }
        const firstLine = firstLines.claim(entry.externalId, line);
        if (firstLine === undefined) yield withPublishedNames(entry);
        else reject(`${called(entry.externalId)} occurs already in line ${firstLine}`);
      }
    },
  };
}
