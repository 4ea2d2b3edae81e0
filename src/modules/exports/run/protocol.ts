import type { ConnectionSettings } from '../../../platform/db/database.ts';
import type { ExportColumn } from '../../../platform/export-source.ts';
import type { StoreLocation } from '../files/files.ts';
import type { FileKey } from '../schemas.ts';

/** What the thread that writes one file is given. Plain data. */
export type Writing = {
  connection: ConnectionSettings;
  /** The COPY statement. */
  statement: string;
  columns: readonly ExportColumn[];
  maxRows: number;
  location: StoreLocation;
  key: FileKey;
};

export type Written = { rows: number; bytes: number; sha256: Uint8Array; truncated: boolean };

/** What it says: rows so far, from time to time, and at last one of the others. */
export type FromThread =
  | { state: 'writing'; rows: number }
  | { state: 'written'; result: Written }
  | {
      state: 'failed';
      /** Of a StorageError; undefined for other errors. */
      storage: { message: string; transient: boolean } | undefined;
      cause: { name: string; message: string; code: string | undefined; stack: string | undefined };
    };

/** The one thing it is told: leave off, and leave nothing behind. */
export type ToThread = 'abort';
