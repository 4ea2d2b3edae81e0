/** The output of every import format, and its way to report what it could not use. */

import type { EntityType, ListedFacts } from '../../../matching/index.ts';
import type { FileDates } from './text/date-orders.ts';
import type { ReadAs } from './text/dialect.ts';

export type { EntityType };

/** Another name of an entry. `weak` marks names too common to identify anybody by themselves. */
export type ImportedAlias = {
  name: string;
  quality: 'strong' | 'weak';
  kind: 'aka' | 'fka' | 'nka' | 'other';
};

/** One listed person or thing, as its source describes it: nothing is canonicalised here. */
export type ImportedEntry = {
  /** Unique within one import; the same in the next import of the same source. */
  externalId: string;
  entityType: EntityType;
  name: string;
  aliases: ImportedAlias[];
  /** EDTF subset of dates.ts: YYYY-MM-DD, YYYY-MM, YYYY, YYYY~ (circa), YYYY/YYYY (range). */
  dobs: string[];
  /** ISO 3166-1 alpha-2, upper case. */
  countries: string[];
  identifiers: Record<string, string>;
  programs: string[];
  /** There when there are some. */
  facts?: ListedFacts;
  /** The source row or rows, for audit. Empty cells are left out. */
  raw: Record<string, unknown>;
};

/** Files beside the main one, of formats that are spread over several. */
export const MORE_FILES = ['aliases', 'addresses', 'comments'] as const;
export const LIST_FILES = ['main', ...MORE_FILES] as const;
export type ListFile = (typeof LIST_FILES)[number];
type MoreFile = (typeof MORE_FILES)[number];
/** Something of each file that there is. */
export type OfFiles<T> = { main: T } & { [File in MoreFile]?: T | undefined };

/** A row that was left out. `line` counts from 1 and is the row's first line in its file. */
export type Rejection = { line: number; file: ListFile; reason: string };

/** A part of a row that could not be used, and without which its entry is listed. */
export type Omission = Rejection;

/** A file's content in pieces of any size, such as a Readable; it is read only as fast as used. */
export type ImportSource = AsyncIterable<Uint8Array | string>;

/** The files of one import. Formats ignore those that they do not have. */
export type ImportInput = OfFiles<ImportSource> & {
  /** Told how the main file was read, by formats that find that out. */
  onReadAs?: (readAs: ReadAs) => void;
  /** Reads dates, in formats that do not say the order of days and months. */
  dates?: FileDates;
};

/** A reader of one list format. */
export type ImportFormat = {
  name: string;
  /**
   * Yields the usable entries in file order, reports every other row to `onReject`, and what an entry
   * lacks because it could not be read to `onOmit`. Throws
   * ImportFormatError when the file as a whole cannot be this format, and whatever the sources
   * throw; content never causes any other exception.
   */
  parse(
    input: ImportInput,
    onReject: (rejection: Rejection) => void,
    onOmit: (omission: Omission) => void,
  ): AsyncIterable<ImportedEntry>;
};

/** The file as a whole is unusable; the message tells the operator why. */
export class ImportFormatError extends Error {
  override name = 'ImportFormatError';
  readonly file: Rejection['file'];

  constructor(message: string, file: Rejection['file'] = 'main') {
    super(message);
    this.file = file;
  }
}
