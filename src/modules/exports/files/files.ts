import { canonicalJson } from '../../../platform/canonical-json.ts';
import type { FileKey, Format } from '../schemas.ts';

/** The place of finished exports: a folder, or a bucket of a service with the S3 API. */

/** The facts that a thread needs to write into a store; plain data, so that they can be handed over. */
export type StoreLocation =
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      /** Before every key; ends with a slash or is empty. */
      readonly prefix: string;
      /** Undefined: AWS's own, of the region. */
      readonly endpoint: string | undefined;
    };

/** As it is recorded: one text for one store. */
export function locationText(location: StoreLocation): string {
  return canonicalJson(location);
}

/** The reverse. */
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

/** The file's path within the store. */
export function keyText({ orgId, exportId, attempt, format }: FileKey): string {
  return `${orgId}/${exportId}.${attempt}.${format.toLowerCase()}`;
}

/** The reverse; undefined for what no export is called. */
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

/** A file that is being written. Nobody can read it, and it does not exist under its key, before `finish` is done. */
export type FileWriter = {
  /** The bytes may be changed once it resolves. */
  write: (bytes: Buffer) => Promise<void>;
  /** All of it is durable, under its key, when this resolves. */
  finish: () => Promise<void>;
  /** Leaves nothing behind. */
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

/** A store as readers and the sweeper see it. */
export type FileStore = {
  location: StoreLocation;
  /**
   * The file for one answer, or where it can be fetched without a key for `seconds`. Undefined when it is not there.
   * @param name what a browser should call it
   */
  open: (
    key: FileKey,
    request: { method: 'GET' | 'HEAD'; name: string; contentType: string; seconds: number },
  ) => Promise<Download | undefined>;
  /** The reason that the store cannot be read now, as a code or in words; undefined when it can. */
  problem: () => Promise<string | undefined>;
  /** Also what an unfinished attempt has left. No error when there is nothing. */
  remove: (key: FileKey) => Promise<void>;
  /** Keys of all files, finished or not, in batches; some may come twice. */
  list: () => AsyncIterable<FileKey[]>;
};

/** The store that new files go to, and those that it was before. */
export type Stores = {
  current: FileStore;
  /** By what was recorded; null: before it was recorded. */
  at: (recorded: string | null) => FileStore;
};

/** The reason that a file could not be stored, in words for the organization; the cause is for the operator's log. */
export class StorageError extends Error {
  /** Tells whether the same may work a little later. */
  readonly transient: boolean;

  constructor(message: string, transient: boolean, cause: unknown) {
    super(message, { cause });
    this.name = 'StorageError';
    this.transient = transient;
  }
}
