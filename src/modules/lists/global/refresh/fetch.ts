import { randomBytes } from 'node:crypto';
import { open, stat, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { clock } from '../../../../platform/clock.ts';
import { makeFolder } from '../../../../platform/files.ts';
import type { OutboundClient } from '../../../../platform/outbound/client.ts';
import { OutboundError } from '../../../../platform/outbound/error.ts';
import type { OutboundResponse } from '../../../../platform/outbound/exchange.ts';
import { LIST_FILES, type ListFile, type OfFiles } from '../../import/types.ts';
import type { KnownValidators, Validators } from './store.ts';

/** The time limit for all files of a list, including redirects. A slow server then does not block others. */
export const FETCH_TIMEOUT_MS = 1_200_000;
/** The time without a byte after which a fetch has failed. */
const STALLED_MS = 60_000;
const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** A file that could not be fetched. The message shows no more of its address than `withoutQuery` keeps. */
export class FetchError extends Error {}

export function isUrl(location: string): boolean {
  return /^https?:/i.test(location);
}

/** Returns a location in the form that may be shown, because the query of a URL may be secret. */
export function withoutQuery(location: string): string {
  if (!isUrl(location)) return location;
  const { origin, pathname } = new URL(location);
  return origin + pathname;
}

/** An open file. */
type Opened = {
  /** Reads the file from its beginning. */
  read: () => AsyncIterable<Uint8Array>;
  validators: Validators;
  close: () => Promise<void>;
};

export type FetchParts = {
  outbound: OutboundClient;
  /** Folder for downloads while they are read. */
  folder: string;
  maxBytes: number;
  /** Limit for all files together. */
  timeoutMs: number;
  signal: AbortSignal;
};

/** A running fetch; `endsMs` is on the monotonic clock. */
type Fetching = FetchParts & { endsMs: number };

/** Locations of the files of a list; null for files it does not have. */
export type Locations = {
  main: string;
  aliases: string | null;
  addresses?: string | null;
  comments?: string | null;
};

export type Fetched = {
  files: OfFiles<Opened>;
  validators: KnownValidators;
  close: () => Promise<void>;
};

/** The contents of files; each call reads them once. */
export function contentsOf(files: OfFiles<Opened>): OfFiles<AsyncIterable<Uint8Array>> {
  const contents = Object.entries(files).map(([name, file]) => [name, file?.read()] as const);
  return Object.fromEntries(contents) as OfFiles<AsyncIterable<Uint8Array>>;
}

/**
 * Opens the files of a list. Downloads from URLs are fetched once and in full, to files that disappear with the
 * process. Call outside of transactions.
 * @throws FetchError
 */
export async function fetchAll(parts: FetchParts, locations: Locations): Promise<Fetched> {
  return (await fetchChanged(parts, locations, null))!;
}

/**
 * Works like `fetchAll` if at least one file differs from those already stored.
 * @param known their validators
 * @returns undefined if none differs
 * @throws FetchError
 */
export async function fetchChanged(
  parts: FetchParts,
  locations: Locations,
  known: KnownValidators | null,
): Promise<Fetched | undefined> {
  const fetching = { ...parts, endsMs: clock.monotonicMs() + parts.timeoutMs };
  const opened: Opened[] = [];
  const close = async (): Promise<void> => {
    for (const file of opened) await file.close();
  };
  const files = new Map<ListFile, Opened>();
  const get = async (name: ListFile, validators?: Validators): Promise<void> => {
    const location = locations[name];
    if (!location || files.has(name)) return;
    const file = isUrl(location)
      ? await download(fetching, location, validators)
      : await openLocal(parts, location, validators);
    if (!file) return;
    opened.push(file);
    files.set(name, file);
  };
  try {
    // If one file differs, all are needed.
    for (const name of LIST_FILES) await get(name, files.size > 0 ? undefined : known?.[name]);
    if (files.size === 0) return undefined;
    for (const name of LIST_FILES) await get(name);
    const all = [...files].map(([name, { validators }]) => [name, validators] as const);
    return {
      files: Object.fromEntries(files) as OfFiles<Opened>,
      validators: Object.fromEntries(all) as KnownValidators,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Reads the bytes from the beginning; the signal stops it. Opens the file only when it is read. */
async function* contentOf(handle: FileHandle, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  yield* handle.createReadStream({ start: 0, autoClose: false, highWaterMark: 256 * 1024, signal });
}

async function openLocal(
  { maxBytes, signal }: FetchParts,
  path: string,
  known?: Validators,
): Promise<Opened | undefined> {
  const unreadable = (error: NodeJS.ErrnoException): never => {
    throw new FetchError(`${path} cannot be read (${error.code})`);
  };
  // Opening anything but a file could block forever.
  if (!(await stat(path).catch(unreadable)).isFile()) throw new FetchError(`${path} is not a file`);
  const handle = await open(path).catch(unreadable);
  const stateOf = async (): Promise<string> => {
    const { mtimeMs, size, ino } = await handle.stat();
    if (size > maxBytes) throw new FetchError(`${path} is larger than ${maxBytes} bytes`);
    return `${mtimeMs}-${size}-${ino}`;
  };
  async function* unchanging(before: string): AsyncGenerator<Uint8Array> {
    yield* contentOf(handle, signal);
    if ((await stateOf()) !== before) throw new FetchError(`${path} changed while it was read`);
  }
  const close = (): Promise<void> => handle.close();
  try {
    const etag = await stateOf();
    if (known?.etag !== etag) return { read: () => unchanging(etag), validators: { etag }, close };
  } catch (error) {
    await close();
    throw error;
  }
  await close();
  return undefined;
}

async function download(
  parts: Fetching,
  location: string,
  known?: Validators,
): Promise<Opened | undefined> {
  const { folder, signal } = parts;
  const conditional = (known?.etag ?? known?.lastModified) === undefined ? undefined : known;
  await makeFolder(folder);
  const path = join(folder, randomBytes(8).toString('hex'));
  const handle = await open(path, 'wx+', 0o600);
  try {
    // From here on, the file exists only while it is open.
    await unlink(path);
    const response = await request(parts, location, conditional, handle);
    if (response.status === 304) {
      await handle.close();
      return undefined;
    }
    return {
      read: () => contentOf(handle, signal),
      validators: validatorsOf(response.headers),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Characters that may be sent back to the server unchanged. */
const VALIDATOR = /^[\x20-\x7e]{1,500}$/;

function validatorsOf(headers: Record<string, string>): Validators {
  const { etag = '', 'last-modified': lastModified = '' } = headers;
  return {
    ...(VALIDATOR.test(etag) ? { etag } : {}),
    ...(VALIDATOR.test(lastModified) ? { lastModified } : {}),
  };
}

/** Follows redirects, and applies the rules for addresses to each. */
async function request(
  parts: Fetching,
  location: string,
  known: Validators | undefined,
  handle: FileHandle,
): Promise<OutboundResponse> {
  const problem = (text: string) => new FetchError(`${withoutQuery(location)}: ${text}`);
  let url = location;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const response = await exchange(parts, url, known, handle).catch((error: unknown) => {
      throw error instanceof OutboundError ? problem(error.message) : error;
    });
    const { status, headers } = response;
    if (REDIRECTS.has(status)) {
      const target = URL.parse(headers['location'] ?? '', url);
      if (!target) throw problem(`the server answered ${status} without a valid location`);
      url = target.href;
      continue;
    }
    if (status === 304 && known) return response;
    if (status !== 200) throw problem(`the server answered ${status}`);
    if (response.truncated) throw problem(`the file is larger than ${parts.maxBytes} bytes`);
    if ((headers['content-encoding'] ?? 'identity') !== 'identity')
      throw problem('the answer is compressed, although the request did not allow it');
    // Without either header, a lost connection would look like the end of the file.
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)
      throw problem('the answer has no length and no end');
    return response;
  }
  throw problem(`more than ${MAX_REDIRECTS} redirects`);
}

async function exchange(
  { outbound, maxBytes, signal, endsMs }: Fetching,
  url: string,
  known: Validators | undefined,
  handle: FileHandle,
): Promise<OutboundResponse> {
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(), STALLED_MS);
  try {
    return await outbound.request({
      url,
      method: 'GET',
      headers: {
        accept: '*/*',
        'accept-encoding': 'identity',
        'user-agent': 'Oriki-Lists',
        ...(known?.etag === undefined ? {} : { 'if-none-match': known.etag }),
        ...(known?.lastModified === undefined ? {} : { 'if-modified-since': known.lastModified }),
      },
      timeoutMs: Math.max(endsMs - clock.monotonicMs(), 0),
      maxResponseBytes: maxBytes,
      signal: AbortSignal.any([signal, stalled.signal]),
      onBody: async (part, status) => {
        timer.refresh();
        if (status === 200) await handle.appendFile(part);
      },
    });
  } catch (error) {
    if (stalled.signal.aborted) throw new OutboundError('timeout');
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
