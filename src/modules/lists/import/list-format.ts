import { withPublishedNames } from './names.ts';
import { References, sharedReference } from './text/references.ts';
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

/**
 * Makes the format: yields the usable entries, the first of each id and name, and reports every other row. Publishers give
 * one id to several parties by mistake: another name is an entry of its own, and none of them is lost.
 */
export function listFormat({ name, rows }: Reader): ImportFormat {
  return {
    name,
    async *parse(input, onReject, onOmit) {
      const references = new References();
      for await (const { line, toEntry, called } of rows(input, onReject)) {
        const reject = (reason: string): void => onReject({ line, file: 'main', reason });
        const omit = (reason: string): void => onOmit({ line, file: 'main', reason });
        const entry = toEntry(omit);
        if (typeof entry === 'string') {
          reject(entry);
          continue;
        }
        const { externalId, name: own } = entry;
        const reference = references.note(externalId, own, line);
        if (reference.kind === 'first') yield withPublishedNames(entry);
        else if (reference.kind === 'repeated')
          reject(`${called(externalId)} occurs already in line ${reference.firstLine}`);
        else {
          omit(sharedReference(externalId));
          yield withPublishedNames({ ...entry, externalId: references.own(externalId, own, line) });
        }
      }
    },
  };
}
