import { canonicalJson } from '../../../platform/canonical-json.ts';
import type { FileKey, Format } from '../schemas.ts';

/** The place of finished exports: a folder, or a bucket of a service with the S3 API. */

/** The data that a thread needs to write into a store. It is plain data that can be sent to the thread. */
export type StoreLocation =
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      /** The prefix of every key; ends with a slash or is empty. */
      readonly prefix: string;
      /** The service's address; undefined for AWS in the region. */
      readonly endpoint: string | undefined;
    };

/** Returns the location in its recorded form: the same text for the same store. */
export function locationText(location: StoreLocation): string {
  return canonicalJson(location);
}

/** Reverses `locationText`. */
export function parseLocation(text: string): StoreLocation {
  const found = JSON.parse(text) as StoreLocation & { endpoint?: string | null };
  return found.kind === 's3' ? { ...found, endpoint: found.endpoint ?? undefined } : found;
}

/** The media types of files. */
export const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  CSV: 'text/csv; charset=utf-8',
  JSON: 'application/json',
  XLSX: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const KEY = /^([^/]+)\/([^/.]+)\.(\d{1,9})\.(csv|json|xlsx)$/;

/** Returns the file's path within the store. */
export function keyText({ orgId, exportId, attempt, format }: FileKey): string {
  return `${orgId}/${exportId}.${attempt}.${format.toLowerCase()}`;
}

/** Reverses `keyText`; undefined if the text is not the key of an export. */
export function parseKey(text: string): FileKey | undefined {
  const [, orgId, exportId, attempt, extension] = KEY.exec(text) ?? [];
  if (orgId === undefined || exportId === undefined) return undefined;
  return {
    orgId,
    exportId,
    attempt: Number(attempt),
    format: extension!.toUpperCase() as Format,
  };
}

/** A file that is being written. It does not exist under its key, and cannot be read, before `finish` resolves. */
export type FileWriter = {
  /** The caller may reuse the buffer once this resolves. */
  write: (bytes: Buffer) => Promise<void>;
  /** Resolves once the whole file is durable under its key. */
  finish: () => Promise<void>;
  /** Deletes everything that was written. */
  discard: () => Promise<void>;
};

export type Download =
  | { kind: 'redirect'; url: string; size: number | undefined }
  | {
      kind: 'file';
      size: number;
      read: (start: number, end: number) => NodeJS.ReadableStream;
      close: () => Promise<void>;
    };

/** A store for readers and the sweeper. */
export type FileStore = {
  location: StoreLocation;
  /**
   * Returns the file for one answer, or an address that works without a key for `seconds`. Undefined if it does not
   * exist.
   * @param name the file name for browsers
   */
  open: (
    key: FileKey,
    request: { method: 'GET' | 'HEAD'; name: string; contentType: string; seconds: number },
  ) => Promise<Download | undefined>;
  /** Returns the reason why the store cannot be read now, as a code or in words; undefined if it can. */
  problem: () => Promise<string | undefined>;
  /** Deletes a file, and the remains of an unfinished attempt. Succeeds if neither exists. */
  remove: (key: FileKey) => Promise<void>;
  /** Lists the keys of all files, finished or not, in batches; some may appear twice. */
  list: () => AsyncIterable<FileKey[]>;
};

/** The store of new files, and the stores that were configured earlier. */
export type Stores = {
  current: FileStore;
  /** Returns the store by its recorded location. Null means that the file is older than the records of locations. */
  at: (recorded: string | null) => FileStore;
};

/** The reason why a file could not be stored, in words for the organization. `cause` is for the operator's log. */
export class StorageError extends Error {
  /** True if a later attempt may succeed. */
  readonly transient: boolean;

  constructor(message: string, transient: boolean, cause: unknown) {
    super(message, { cause });
    this.name = 'StorageError';
    this.transient = transient;
  }
}
