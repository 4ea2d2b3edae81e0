import { copyFileSync, closeSync, fchownSync, openSync, statSync, truncateSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Account } from './account.ts';

/** The maximum size, in bytes, of the server log and of its one predecessor. */
const LOG_LIMIT = 4 * 1024 * 1024;

/** The part of the log that an error message quotes, in bytes and lines. */
const TAIL_BYTES = 4096;
const TAIL_LINES = 12;

/** The log's size in bytes; 0 when there is none. */
export function logSize(logFile: string): number {
  return statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Limits the log's size: copies a full log to `<log>.1` and empties it. The server has the file open for appending, so
 * it is emptied in place, not renamed.
 */
export function boundLog(logFile: string): void {
  if (logSize(logFile) < LOG_LIMIT) return;
  copyFileSync(logFile, `${logFile}.1`);
  truncateSync(logFile, 0);
}

/** Opens the log for a server to append to; the caller closes the descriptor. */
export function openLog(logFile: string, account: Account | undefined): number {
  const descriptor = openSync(logFile, 'a', 0o600);
  try {
    if (account !== undefined) fchownSync(descriptor, account.uid, account.gid);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** The last lines that were written to the log after byte `from`; '' when there is no log. */
export async function logTail(logFile: string, from = 0): Promise<string> {
  const handle = await open(logFile, 'r').catch(() => undefined);
  if (handle === undefined) return '';
  try {
    const { size } = await handle.stat();
    const start = Math.max(from <= size ? from : 0, size - TAIL_BYTES);
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(size - start),
      0,
      size - start,
      start,
    );
    const lines = buffer.toString('utf8', 0, bytesRead).trimEnd().split('\n');
    return lines.slice(-TAIL_LINES).join('\n');
  } finally {
    await handle.close();
  }
}
