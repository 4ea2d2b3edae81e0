import { on } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { scriptBeside } from '../../../platform/script.ts';
import type { EntryInput } from '../entries.ts';
import { Segment } from '../segment.ts';

export type ToBuilder =
  /** `alone`: with more names a second thread makes the indexes. */
  | { readonly task: 'start'; readonly alone: number }
  | { readonly task: 'add'; readonly entries: readonly EntryInput[] }
  | { readonly task: 'finish' };
export type FromBuilder =
  /** There is room for a batch. */
  { readonly state: 'ready' } | { readonly state: 'built'; readonly buffer: SharedArrayBuffer };

const SCRIPT = scriptBeside(import.meta.url, './build-worker');
/** Segments that are built at once: more of them would only take turns. */
const MOST_AT_ONCE = Math.max(2, availableParallelism());
/** With fewer names a second thread is not worth its start: it has to load and compile its code. */
const ALONE = 50_000;
/** The thread that is kept ends after so long without work, and its memory is free. */
const IDLE_MS = 60_000;
/** A thread that has built a larger segment is not kept: its memory has grown. */
const MOST_KEPT_ENTRIES = 100_000;

let kept: { readonly thread: Worker; readonly ends: NodeJS.Timeout } | undefined;
let underWay = 0;
const waiting: (() => void)[] = [];

function startThread(): Worker {
  // Neither the environment nor the flags of the process, which may be of no use to a thread.
  return new Worker(SCRIPT, { env: {}, execArgv: [] });
}

/** The thread that was kept, which has its code loaded and compiled, or a new one. */
function takeThread(): Worker {
  if (kept === undefined) return startThread();
  const { thread, ends } = kept;
  clearTimeout(ends);
  kept = undefined;
  thread.ref();
  return thread;
}

/** Keeps a thread that has nothing to do for the next segment. */
function keepThread(thread: Worker): void {
  const forget = (): void => {
    if (kept?.thread === thread) kept = undefined;
  };
  thread.unref();
  thread.once('exit', forget);
  // One that fails while it has nothing to do is gone, and nobody waits for it.
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
 * Builds a segment on threads of its own, so that this one goes on answering. Two batches at most are on their way to
 * the thread or in it: the next is asked for when there is room. Rejects when the batches or the thread fail; the
 * thread is gone afterwards. Otherwise it is kept for a while, because the code of a new one has to be loaded and compiled
 * first, which takes several times as long as to build a segment of ten thousand names.
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
