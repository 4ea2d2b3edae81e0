import { Worker, type Transferable } from 'node:worker_threads';
import { clock } from '../../../../platform/clock.ts';
import { Semaphore, TooManyWaiting } from '../../../../platform/concurrency/semaphore.ts';

/** The reason why a job has no result. */
export class WorkerFailure extends Error {
  readonly reason: 'busy' | 'timeout' | 'crashed' | 'stopped';

  /** @param message of an error in the thread */
  constructor(reason: WorkerFailure['reason'], message: string = reason) {
    super(message);
    this.name = 'WorkerFailure';
    this.reason = reason;
  }
}

export type WorkerOptions = {
  /**
   * The thread's program. It posts one message when it is ready, then one for each message that it gets. Any error ends
   * the thread.
   */
  script: URL;
  data?: unknown;
  startTimeoutMs: number;
  jobTimeoutMs: number;
  /** The maximum number of jobs that may wait; more are rejected. */
  maxWaiting: number;
  /** The longest wait. A job whose turn comes later is rejected, because its caller has given up. */
  maxWaitMs: number;
};

/** A message, and the memory that is transferred with it. */
export type Parcel = { message: unknown; transfer: Transferable[] };

/**
 * One thread that runs one job at a time. It starts for the first job. After a crash, or after it was ended because a
 * job took too long, it starts again for the next job. It has no environment variables. The process may end while the
 * thread is idle.
 */
export class OneWorker {
  readonly #options: WorkerOptions;
  readonly #oneAtATime: Semaphore;
  #worker: Worker | undefined;
  #stopped = false;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#oneAtATime = new Semaphore(1, options.maxWaiting);
  }

  /**
   * Waits until the thread is ready.
   * @throws WorkerFailure
   */
  async start(): Promise<void> {
    await this.#inTurn(() => this.#running());
  }

  /**
   * @param prepare called when it is the job's turn
   * @returns the thread's answer
   * @throws WorkerFailure; the error of `prepare`
   */
  run(prepare: () => Promise<Parcel>): Promise<unknown> {
    return this.#inTurn(async () => {
      const { message, transfer } = await prepare();
      const worker = await this.#running();
      worker.postMessage(message, transfer);
      return this.#nextMessage(worker, this.#options.jobTimeoutMs);
    });
  }

  /** Ends the thread, even in the middle of a job. Waiting jobs fail. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#worker?.terminate();
  }

  async #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const queuedMs = clock.monotonicMs();
    try {
      return await this.#oneAtATime.use(() => {
        if (clock.monotonicMs() - queuedMs > this.#options.maxWaitMs)
          throw new WorkerFailure('busy');
        return task();
      });
    } catch (error) {
      throw error instanceof TooManyWaiting ? new WorkerFailure('busy') : error;
    }
  }

  async #running(): Promise<Worker> {
    if (this.#stopped) throw new WorkerFailure('stopped');
    if (this.#worker) return this.#worker;
    const worker = new Worker(this.#options.script, {
      workerData: this.#options.data,
      env: {},
      // The options of the process are not passed on, because some are invalid for a thread.
      execArgv: [],
    });
    this.#worker = worker;
    // Without a listener an error in the thread would end the process. `exit` follows each error.
    worker.on('error', () => {});
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    await this.#nextMessage(worker, this.#options.startTimeoutMs);
    return worker;
  }

  /** Any failure ends the thread. */
  async #nextMessage(worker: Worker, timeoutMs: number): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const timer = setTimeout(() => reject(new WorkerFailure('timeout')), timeoutMs);
    const onError = (error: unknown): void =>
      reject(new WorkerFailure('crashed', error instanceof Error ? error.message : undefined));
    const onExit = (): void => reject(new WorkerFailure(this.#stopped ? 'stopped' : 'crashed'));
    worker.on('message', resolve).on('error', onError).on('exit', onExit);
    worker.ref();
    try {
      return await promise;
    } catch (error) {
      await worker.terminate();
      throw error;
    } finally {
      clearTimeout(timer);
      worker.off('message', resolve).off('error', onError).off('exit', onExit);
      worker.unref();
    }
  }
}
