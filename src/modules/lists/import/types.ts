/** The result of every import format, and the reports about unusable data. */

import type { EntityType, ListedFacts } from '../../../matching/index.ts';
import type { FileDates } from './text/date-orders.ts';
import type { ReadAs } from './text/dialect.ts';

export type { EntityType };

/** Another name of an entry. `weak` marks names too common to identify anyone alone. */
export type ImportedAlias = {
  name: string;
  quality: 'strong' | 'weak';
  kind: 'aka' | 'fka' | 'nka' | 'other';
};

/** One listed person or thing in the words of its source. Nothing is canonicalised here. */
export type ImportedEntry = {
  /** Unique within one import, and the same in the next import of the source. */
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
  /** Absent if there are none. */
  facts?: ListedFacts;
  /** The source row or rows, for audit. Empty cells are omitted. */
  raw: Record<string, unknown>;
};

/** Additional files of formats that are spread over several files. */
export const MORE_FILES = ['aliases', 'addresses', 'comments'] as const;
export const LIST_FILES = ['main', ...MORE_FILES] as const;
export type ListFile = (typeof LIST_FILES)[number];
type MoreFile = (typeof MORE_FILES)[number];
/** A property of each existing file. */
export type OfFiles<T> = { main: T } & { [File in MoreFile]?: T | undefined };

/** A row that was omitted. `line` counts from 1 and is the row's first line in its file. */
export type Rejection = { line: number; file: ListFile; reason: string };

/** An unusable part of a row. Its entry is listed without it. */
export type Omission = Rejection;

/** A file's content in pieces of any size, such as a Readable; it is read only as fast as it is used. */
export type ImportSource = AsyncIterable<Uint8Array | string>;

/** The files of one import. Formats ignore those that they do not have. */
export type ImportInput = OfFiles<ImportSource> & {
  /** Formats that detect how to read the main file call it with the result. */
  onReadAs?: (readAs: ReadAs) => void;
  /** Used to read dates in formats that do not fix the order of days and months. */
  dates?: FileDates;
};

/** A reader of one list format. */
export type ImportFormat = {
  name: string;
  /**
   * Yields the usable entries in file order. Reports every other row to `onReject`, and unreadable fields that an entry
   * lacks to `onOmit`. Throws ImportFormatError if the file as a whole cannot have this format, and passes on errors of
   * the sources; content never causes any other error.
   */
  parse(
    input: ImportInput,
    onReject: (rejection: Rejection) => void,
    onOmit: (omission: Omission) => void,
  ): AsyncIterable<ImportedEntry>;
};

/** Thrown if the file as a whole is unusable; the message explains why to the operator. */
export class ImportFormatError extends Error {
  override name = 'ImportFormatError';
  readonly file: Rejection['file'];

  constructor(message: string, file: Rejection['file'] = 'main') {
    super(message);
    this.file = file;
  }
}
