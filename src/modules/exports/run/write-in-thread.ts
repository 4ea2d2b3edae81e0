import { Worker } from 'node:worker_threads';
import { scriptBeside } from '../../../platform/files.ts';
import { StorageError } from '../files/files.ts';
import { newBusy, observe } from '../../../platform/background/pace.ts';
import type { OpenCells } from './opened-rows.ts';
import type { FromThread, ToThread, Writing, Written } from './protocol.ts';

const SCRIPT = scriptBeside(import.meta.url, './thread');
/** The time for an aborted thread to end: closing files and aborting an upload takes a moment. */
const ABORT_MS = 5000;
/** The heap limit of the thread in MiB: its buffers are outside of the heap. */
const HEAP_MB = 64;

function toError({ storage, cause }: Extract<FromThread, { state: 'failed' }>): Error {
  const error = Object.assign(new Error(cause.message), { name: cause.name, code: cause.code });
  if (cause.stack !== undefined) error.stack = cause.stack;
  return storage ? new StorageError(storage.message, storage.transient, error) : error;
}

/**
 * Writes one file in a separate thread, which ends afterwards.
 * @param options.onRows called with the number of rows a few times a second
 * @param options.open opens sealed cells, with keys that the thread does not have
 * @param options.signal stops the thread, which then leaves nothing behind
 * @throws StorageError; errors of the database; an error if the thread dies or is stopped
 */
export async function writeInThread(
  work: Omit<Writing, 'busy'>,
  {
    onRows,
    open,
    signal,
  }: { onRows: (rows: number) => void; open: OpenCells; signal: AbortSignal },
): Promise<Written> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Written>();
  const busy = newBusy();
  // Without the flags of the process, which may be invalid for a thread.
  const worker = new Worker(SCRIPT, {
    workerData: { ...work, busy } satisfies Writing,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  worker.on('message', (message: FromThread) => {
    if (message.state === 'writing') onRows(message.rows);
    else if (message.state === 'sealed')
      open(message.cells).then(
        (opened) => worker.postMessage({ opened } satisfies ToThread, []),
        reject,
      );
    else if (message.state === 'written') resolve(message.result);
    else reject(toError(message));
  });
  worker.once('error', reject);
  worker.once('exit', (code) =>
    reject(new Error(`the thread that writes an export ended: ${code}`)),
  );
  const stopObserving = observe(busy);
  let late: NodeJS.Timeout | undefined;
  const onAbort = (): void => {
    worker.postMessage('abort' satisfies ToThread, []);
    late = setTimeout(() => void worker.terminate(), ABORT_MS);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await promise;
  } finally {
    stopObserving();
    signal.removeEventListener('abort', onAbort);
    clearTimeout(late);
    await worker.terminate();
  }
}
