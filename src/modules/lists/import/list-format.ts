import { withPublishedNames } from './names.ts';
import { References, sharedReference } from './text/references.ts';
import type { ImportedEntry, ImportFormat, ImportInput, Rejection } from './types.ts';

/** A row, or the rows of one entry, of a list file. */
export type ReadRow = {
  /** The first line, from 1. */
  line: number;
  /**
   * Returns the entry, or the reason why there is none. `omit` is called with each field that the entry lacks because
   * it is unreadable.
   */
  toEntry: (omit: (reason: string) => void) => ImportedEntry | string;
  /** Names the entry by its id, for the message about another entry with that id. */
  called: (id: string) => string;
};

/** A list format: its name, and how to read its rows. */
type Reader = {
  name: string;
  /** Unreadable rows go to `onReject`. @throws ImportFormatError if the file cannot be in this format */
  rows: (input: ImportInput, onReject: (rejection: Rejection) => void) => AsyncIterable<ReadRow>;
};

/**
 * Creates a format that returns the usable entries, the first of each id and name, and reports every other row.
 * Publishers give one id to several parties by mistake, so a different name makes a separate entry, and no entry is
 * lost.
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
