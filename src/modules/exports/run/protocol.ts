import type { ConnectionSettings } from '../../../platform/db/database.ts';
import type { ExportColumn } from '../../../platform/export-source.ts';
import type { StoreLocation } from '../files/files.ts';
import type { FileKey } from '../schemas.ts';
import type { CsvOptions } from '../store.ts';
import type { SealedCell } from './opened-rows.ts';
import type { Busy } from '../../../platform/background/pace.ts';

/** The task of the thread that writes one file. Plain data, but for `busy`, which both threads see. */
export type Writing = {
  connection: ConnectionSettings;
  /** The COPY statement. */
  statement: string;
  /** The statement that says where a file ends that is cut off. */
  lastRowStatement: string;
  columns: readonly ExportColumn[];
  csv: CsvOptions | null;
  maxRows: number;
  location: StoreLocation;
  /** The room that stays free on the disk of a folder. */
  reserveBytes: number | undefined;
  key: FileKey;
  busy: Busy;
};

export type Written = {
  rows: number;
  bytes: number;
  sha256: Uint8Array;
  truncated: boolean;
  /** Texts that were cut; null in a format that cuts none. */
  cutTexts: number | null;
  /** Values of the columns that rows are ordered by, as text of JSON, when it is cut off. */
  lastRow: string | null;
};

/** Its messages: cells that it asks to be opened, rows so far, from time to time, and at last one of the others. */
export type FromThread =
  | { state: 'sealed'; cells: SealedCell[] }
  | { state: 'writing'; rows: number }
  | { state: 'written'; result: Written }
  | {
      state: 'failed';
      /** The problem of a StorageError; undefined for other errors. */
      storage: { message: string; transient: boolean } | undefined;
      cause: { name: string; message: string; code: string | undefined; stack: string | undefined };
    };

/** It is told to leave off, and leave nothing behind, and the contents of the cells that it has asked for. */
export type ToThread = 'abort' | { opened: (string | null)[] };
