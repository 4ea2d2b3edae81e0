/**
 * Sends small requests to a service repeatedly, in a separate thread, so that a busy test does not look like a busy
 * service. Also the code of that thread.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const PAUSE_MS = 5;

type Asked = {
  probed: string;
  headers: Record<string, string>;
  /** The id of the service's process. */
  pid: number;
};

export class LivenessProbe {
  readonly #thread: Worker;

  private constructor(asked: Asked) {
    this.#thread = new Worker(import.meta.filename, { workerData: asked });
  }

  /**
   * Resolves after the first answer.
   * @param path a path that answers 200 to the headers
   */
  static async of(
    { url, pid }: { url: string; pid: number },
    path = '/livez',
    headers: Record<string, string> = {},
  ): Promise<LivenessProbe> {
    const started = new LivenessProbe({ probed: url + path, headers, pid });
    await once(started.#thread, 'message');
    return started;
  }

  /**
   * Returns the longest wait for an answer since the last call, in milliseconds, including a current wait. On Linux,
   * excludes the time in which the service or this thread was ready to run and waited for a processor.
   */
  async longestMs(): Promise<number> {
    this.#thread.postMessage('longest', []);
    const [longest] = (await once(this.#thread, 'message')) as [number];
    return longest;
  }

  stop(): Promise<number> {
    return this.#thread.terminate();
  }
}

/** Returns the time that a thread has waited for a processor, in milliseconds. */
function starvedMs(thread: string): number {
  try {
    return Number(readFileSync(`/proc/${thread}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

async function probe({ probed, headers, pid }: Asked): Promise<never> {
  const agent = new Agent({ keepAlive: true });
  const now = (): number =>
    performance.now() - starvedMs('thread-self') - starvedMs(`${pid}/task/${pid}`);
  let longest = 0;
  let askedAt = now();
  parentPort!.on('message', () => {
    parentPort!.postMessage(Math.max(longest, now() - askedAt), []);
    longest = 0;
  });
  for (let first = true; ; first = false) {
    askedAt = now();
    const [response] = await once(get(probed, { agent, headers }), 'response');
    response.resume();
    await once(response, 'end');
    // An error is not an answer.
    longest = response.statusCode === 200 ? Math.max(longest, now() - askedAt) : Infinity;
    if (first) parentPort!.postMessage('ready', []);
    await sleep(PAUSE_MS);
    askedAt = now();
  }
}

if (!isMainThread && (workerData as Partial<Asked> | null)?.probed !== undefined)
  await probe(workerData as Asked);
