/**
 * Asks `/livez` of a service again and again, on a thread of its own, so that a busy test does not look like a busy
 * service. Run as a worker thread it is that thread.
 */
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const PAUSE_MS = 5;

export class LivenessProbe {
  readonly #thread: Worker;

  private constructor(url: string) {
    this.#thread = new Worker(import.meta.filename, { workerData: url });
  }

  /** Resolves when the first answer has come. */
  static async of(url: string): Promise<LivenessProbe> {
    const started = new LivenessProbe(url);
    await once(started.#thread, 'message');
    return started;
  }

  /** The longest wait for an answer since the last call, in milliseconds; one that is still waited for included. */
  async longestMs(): Promise<number> {
    this.#thread.postMessage('longest', []);
    const [longest] = (await once(this.#thread, 'message')) as [number];
    return longest;
  }

  stop(): Promise<number> {
    return this.#thread.terminate();
  }
}

async function probe(url: string): Promise<never> {
  const agent = new Agent({ keepAlive: true });
  let longest = 0;
  let askedAt = performance.now();
  parentPort!.on('message', () => {
    parentPort!.postMessage(Math.max(longest, performance.now() - askedAt), []);
    longest = 0;
  });
  for (let first = true; ; first = false) {
    askedAt = performance.now();
    const [response] = await once(get(`${url}/livez`, { agent }), 'response');
    response.resume();
    await once(response, 'end');
    if (response.statusCode !== 200) throw new Error(`/livez answered ${response.statusCode}`);
    longest = Math.max(longest, performance.now() - askedAt);
    if (first) parentPort!.postMessage('ready', []);
    await sleep(PAUSE_MS);
    askedAt = performance.now();
  }
}

if (!isMainThread && typeof workerData === 'string') await probe(workerData);
