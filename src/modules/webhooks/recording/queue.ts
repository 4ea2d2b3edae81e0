import { setTimeout as sleep } from 'node:timers/promises';
import type { Finished, Recorder, Recording } from './recorder.ts';

const MAX_BATCH = 500;
/** Nobody waits for a record, and a batch costs little more than a single one. */
const COLLECT_MS = 20;
/** Until lanes that somebody is changing are tried again. */
const LOCKED_RETRY_MS = 50;

/** Outcomes that wait to be recorded. While one batch is written the next collects, so that batches grow with the load. */
export class RecordingQueue {
  readonly #recorder: Recorder;
  readonly #onResult: (result: Recording) => void;
  readonly #unwritten = new Set<Finished>();
  #waiting: Finished[] = [];
  #running: Promise<void> | undefined;
  #stopped = false;

  /** @param onResult called after each batch; what was locked comes again */
  constructor(recorder: Recorder, onResult: (result: Recording) => void) {
    this.#recorder = recorder;
    this.#onResult = onResult;
  }

  add(outcome: Finished): void {
    this.#unwritten.add(outcome);
    if (outcome.gone)
      void this.#recorder.recordGone(outcome).then((result) => this.#settle(result));
    else {
      this.#waiting.push(outcome);
      this.#start();
    }
  }

  /** Outcomes that are not written yet, without those of locked lanes, which must not hold up the others. */
  get backlog(): number {
    return this.#unwritten.size;
  }

  /** Writes all that was added, for at most `timeoutMs`. */
  async stop(timeoutMs: number): Promise<void> {
    const settled = (async () => {
      while (this.#running) await this.#running;
      await this.#recorder.settled();
    })();
    await Promise.race([settled, sleep(timeoutMs, undefined, { ref: false })]);
    this.#stopped = true;
    this.#recorder.stop();
  }

  #start(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      // Added after the last look.
      if (this.#waiting.length > 0 && !this.#stopped) this.#start();
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#stopped) {
      await sleep(COLLECT_MS);
      const result = await this.#recorder.record(this.#waiting.splice(0, MAX_BATCH));
      this.#settle(result);
      const onlyLocked = this.#waiting.length === 0 && result.locked.length > 0;
      this.#waiting.push(...result.locked);
      if (onlyLocked) await sleep(LOCKED_RETRY_MS);
    }
  }

  #settle(result: Recording): void {
    for (const outcomes of Object.values(result))
      for (const outcome of outcomes) this.#unwritten.delete(outcome);
    this.#onResult(result);
  }
}
