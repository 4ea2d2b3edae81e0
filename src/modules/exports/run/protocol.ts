import type { ConnectionSettings } from '../../../platform/db/database.ts';
import type { ExportColumn } from '../../../platform/export-source.ts';
import type { StoreLocation } from '../files/files.ts';
import type { FileKey } from '../schemas.ts';
import type { CsvOptions } from '../store.ts';
import type { SealedCell } from './opened-rows.ts';
import type { Busy } from '../../../platform/background/pace.ts';

/** The task of the thread that writes one file. It is plain data, except `busy`, which both threads share. */
export type Writing = {
  connection: ConnectionSettings;
  /** The COPY statement. */
  statement: string;
  /** The statement that returns the end of a file that is cut off. */
  lastRowStatement: string;
  columns: readonly ExportColumn[];
  csv: CsvOptions | null;
  maxRows: number;
  location: StoreLocation;
  /** The free space to keep on the disk of a folder. */
  reserveBytes: number | undefined;
  key: FileKey;
  busy: Busy;
};

export type Written = {
  rows: number;
  bytes: number;
  sha256: Uint8Array;
  truncated: boolean;
  /** The number of texts that were cut; null for a format that cuts none. */
  cutTexts: number | null;
  /** The values of the order columns in the last row of a file that is cut off, as JSON text. */
  lastRow: string | null;
};

/** The messages of the thread: cells to open, the number of rows from time to time, and finally one of the others. */
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

/** The messages to the thread: to stop and leave nothing, or the contents of the cells that it sent. */
export type ToThread = 'abort' | { opened: (string | null)[] };
