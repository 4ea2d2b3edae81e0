/**
 * The thread that writes one export from the database to the file, without using the thread that answers requests. It
 * runs at the lowest priority, and pauses while that thread is busy. During a pause the database waits, because no
 * thread reads its output.
 */
import { createHash } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { clock } from '../../../platform/clock.ts';
import { StorageError, type FileWriter, type StoreLocation } from '../files/files.ts';
import { createFile } from '../files/folder.ts';
import { createObject } from '../files/s3.ts';
import type { FileKey } from '../schemas.ts';
import type { FromThread, ToThread, Writing, Written } from './protocol.ts';
import { Pace } from '../../../platform/background/pace.ts';
import { openedRows, type SealedCell } from './opened-rows.ts';
import { rowFormatter } from './rows.ts';
import { openCopy } from './copy/store.ts';

const PROGRESS_MS = 250;
/** The size of one write. */
const BLOCK_BYTES = 256 * 1024;

const work = workerData as Writing;
function say(message: FromThread): void {
  return parentPort!.postMessage(message, []);
}
let aborted = false;
let interrupt = (): void => {};
let opened: (texts: (string | null)[]) => void = () => {};
parentPort!.on('message', (message: ToThread) => {
  if (message !== 'abort') return opened(message.opened);
  aborted = true;
  interrupt();
});

/**
 * Opens a new file for writing. @throws StorageError
 */
function createWriter(
  location: StoreLocation,
  key: FileKey,
  reserveBytes: number | undefined,
): Promise<FileWriter> {
  return location.kind === 'folder'
    ? createFile(location.folder, key, reserveBytes)
    : createObject(location, key);
}

/** Requests the content of cells from the main thread, which has the keys. */
function openCells(cells: SealedCell[]): Promise<(string | null)[]> {
  return new Promise((resolve) => {
    opened = resolve;
    say({ state: 'sealed', cells });
  });
}

/** Collects small pieces into blocks, and hashes everything that is written. */
class Output {
  readonly #writer: FileWriter;
  readonly #hash = createHash('sha256');
  readonly #block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  #used = 0;
  bytes = 0;

  constructor(writer: FileWriter) {
    this.#writer = writer;
  }

  async add(piece: Buffer): Promise<void> {
    for (let taken = 0; taken < piece.length;) {
      const copied = piece.copy(this.#block, this.#used, taken);
      taken += copied;
      this.#used += copied;
      if (this.#used === BLOCK_BYTES) await this.#flush();
    }
  }

  async #flush(): Promise<void> {
    const block = this.#block.subarray(0, this.#used);
    this.#used = 0;
    this.bytes += block.length;
    this.#hash.update(block);
    await this.#writer.write(block);
  }

  async end(): Promise<Buffer> {
    if (this.#used > 0) await this.#flush();
    return this.#hash.digest();
  }
}

async function copyRows(writer: FileWriter): Promise<Written> {
  const rows = rowFormatter(work.key.format, work.columns, work.maxRows, work.csv);
  const output = new Output(writer);
  const copy = await openCopy(work.connection, work.statement);
  interrupt = copy.close;
  if (aborted) interrupt();
  try {
    const pace = new Pace(work.busy);
    await output.add(rows.head());
    let saidMs = clock.monotonicMs();
    const { format } = work.key;
    const sealed = new Map(
      work.columns.flatMap(({ name, sealed: is }, i) => (is ? [[i, name] as const] : [])),
    );
    const chunks =
      sealed.size > 0
        ? openedRows(copy.chunks, format, sealed, openCells, work.csv?.delimiter)
        : copy.chunks;
    for await (const chunk of chunks) {
      if (aborted) throw new Error('aborted');
      // The thread reads on to the end, because one row follows the last allowed one, and the connection is needed once
      // more.
      if (rows.truncated) continue;
      await output.add(rows.format(chunk));
      await pace.pause();
      if (clock.monotonicMs() - saidMs < PROGRESS_MS) continue;
      saidMs = clock.monotonicMs();
      say({ state: 'writing', rows: rows.rows });
    }
    await output.add(rows.tail());
    const sha256 = await output.end();
    const { truncated, cutTexts = null } = rows;
    const lastRow = truncated ? await copy.ask(work.lastRowStatement) : null;
    if (aborted) throw new Error('aborted');
    return { rows: rows.rows, bytes: output.bytes, sha256, truncated, cutTexts, lastRow };
  } finally {
    copy.close();
  }
}

async function write(): Promise<Written> {
  const writer = await createWriter(work.location, work.key, work.reserveBytes);
  try {
    const result = await copyRows(writer);
    await writer.finish();
    return result;
  } catch (error) {
    // If this fails, the sweeper deletes the file later.
    await writer.discard().catch(() => {});
    throw error;
  }
}

function failure(error: unknown): FromThread {
  const known = error instanceof StorageError ? error : undefined;
  const { name, message, code, stack } = (known?.cause ?? error) as Error & { code?: string };
  return {
    state: 'failed',
    storage: known && { message: known.message, transient: known.transient },
    cause: { name, message, code, stack },
  };
}

// On Linux this sets the priority of the calling thread; elsewhere it would set that of the whole process.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);
try {
  say({ state: 'written', result: await write() });
} catch (error) {
  say(failure(error));
}
parentPort!.close();
