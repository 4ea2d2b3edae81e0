import { on } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { scriptBeside } from '../../../platform/files.ts';
import type { EntryInput } from '../entries.ts';
import { Segment } from '../segment.ts';

export type ToBuilder =
  /** `alone` is false if a second thread builds the indexes. */
  | { readonly task: 'start'; readonly alone: number }
  | { readonly task: 'add'; readonly entries: readonly EntryInput[] }
  | { readonly task: 'finish' };
export type FromBuilder =
  /** The thread has room for a batch. */
  { readonly state: 'ready' } | { readonly state: 'built'; readonly buffer: SharedArrayBuffer };

const SCRIPT = scriptBeside(import.meta.url, './build-worker');
/** The maximum number of segments built at once. More would not finish sooner. */
const MOST_AT_ONCE = Math.max(2, availableParallelism());
/** The number of names below which a second thread is slower, because it must load and compile its code. */
const ALONE = 50_000;
/** An idle thread ends after this time, which frees its memory. */
const IDLE_MS = 60_000;
/** A thread that has built a larger segment ends, because its memory has grown. */
const MOST_KEPT_ENTRIES = 100_000;

let kept: { readonly thread: Worker; readonly ends: NodeJS.Timeout } | undefined;
let underWay = 0;
const waiting: (() => void)[] = [];

function startThread(): Worker {
  // The thread gets neither the environment nor the flags of the process, which may not suit it.
  return new Worker(SCRIPT, { env: {}, execArgv: [] });
}

/** Returns the idle thread, whose code is loaded and compiled, or a new one. */
function takeThread(): Worker {
  if (kept === undefined) return startThread();
  const { thread, ends } = kept;
  clearTimeout(ends);
  kept = undefined;
  thread.ref();
  return thread;
}

/** Keeps an idle thread for the next segment. */
function keepThread(thread: Worker): void {
  const forget = (): void => {
    if (kept?.thread === thread) kept = undefined;
  };
  thread.unref();
  thread.once('exit', forget);
  // An idle thread that fails is dropped, because no caller waits for it.
  thread.once('error', forget);
  const ends = setTimeout(() => {
    forget();
    void thread.terminate();
  }, IDLE_MS).unref();
  kept = { thread, ends };
}

async function build(
  thread: Worker,
  batches: AsyncIterable<readonly EntryInput[]>,
  alone: number,
): Promise<Segment> {
  const answers = on(thread, 'message', { close: ['exit'] }) as AsyncIterableIterator<
    [FromBuilder]
  >;
  const next = async (): Promise<FromBuilder> => {
    const { done, value } = await answers.next();
    if (done) throw new Error('the thread that builds a segment ended before it was done');
    return value[0];
  };
  const send = (message: ToBuilder): void => thread.postMessage(message, []);
  try {
    send({ task: 'start', alone });
    for await (const entries of batches) {
      await next();
      send({ task: 'add', entries });
    }
    send({ task: 'finish' });
    for (;;) {
      const answer = await next();
      if (answer.state === 'built') return new Segment(answer.buffer);
    }
  } finally {
    await answers.return!();
  }
}

/**
 * Builds a segment on separate threads, so that this one can answer requests. At most two batches wait for the thread
 * or are in progress. The next batch is requested when there is room. If the batches or the thread fail, it rejects and
 * ends the thread. Otherwise the thread stays for a while: loading and compiling the code of a new one takes several
 * times as long as building a segment of ten thousand names.
 */
export async function buildInWorker(
  batches: AsyncIterable<readonly EntryInput[]>,
  alone = ALONE,
): Promise<Segment> {
  if (underWay === MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else underWay += 1;
  const thread = takeThread();
  let segment: Segment | undefined;
  try {
    return (segment = await build(thread, batches, alone));
  } finally {
    if (segment && segment.entryCount <= MOST_KEPT_ENTRIES && kept === undefined)
      keepThread(thread);
    else await thread.terminate();
    const following = waiting.shift();
    if (following) following();
    else underWay -= 1;
  }
}
