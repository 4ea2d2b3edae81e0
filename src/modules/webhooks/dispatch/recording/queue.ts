import { setTimeout as sleep } from 'node:timers/promises';
import { Runner } from '../../../../platform/concurrency/runner.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import type { Finished, Recorder, Recording } from './recorder.ts';

const MAX_BATCH = 500;
/**
 * The time for which outcomes are collected: no caller waits for a record, and a batch costs little more than a
 * single one.
 */
const COLLECT_MS = 20;
/** The time until outcomes of locked queues are tried again. */
const LOCKED_RETRY_MS = 50;

/**
 * Outcomes that wait to be recorded. While one batch is written the next one collects, so that batches grow with the
 * load.
 */
export class RecordingQueue {
  readonly #recorder: Recorder;
  readonly #onResult: (result: Recording) => void;
  readonly #unwritten = new Set<Finished>();
  #waiting: Finished[] = [];
  readonly #runner: Runner;

  /** @param onResult called after each batch; outcomes of locked queues are tried again */
  constructor(recorder: Recorder, log: Logger, onResult: (result: Recording) => void) {
    this.#recorder = recorder;
    this.#onResult = onResult;
    this.#runner = new Runner({
      round: () => this.#recordNext(),
      onFailure: (error) => log.error({ err: error }, 'outcomes of webhook attempts are stuck'),
    });
  }

  add(outcome: Finished): void {
    this.#unwritten.add(outcome);
    if (outcome.gone)
      void this.#recorder.recordGone(outcome).then((result) => this.#settle(result));
    else {
      this.#waiting.push(outcome);
      this.#runner.wake();
    }
  }

  /** The number of unwritten outcomes, without those of locked queues, which must not block the others. */
  get backlog(): number {
    return this.#unwritten.size;
  }

  /** Writes all outcomes that were added, for at most `timeoutMs`. */
  async stop(timeoutMs: number): Promise<void> {
    const settled = this.#runner.settled().then(() => this.#recorder.settled());
    await Promise.race([settled, sleep(timeoutMs, undefined, { ref: false })]);
    this.#recorder.stop();
    void this.#runner.stop();
  }

  async #recordNext(): Promise<void> {
    if (this.#waiting.length === 0) return;
    await sleep(COLLECT_MS);
    const result = await this.#recorder.record(this.#waiting.splice(0, MAX_BATCH));
    this.#settle(result);
    const onlyLocked = this.#waiting.length === 0 && result.locked.length > 0;
    this.#waiting.push(...result.locked);
    if (onlyLocked) await sleep(LOCKED_RETRY_MS);
    if (this.#waiting.length > 0) this.#runner.wake();
  }

  #settle(result: Recording): void {
    for (const outcomes of Object.values(result))
      for (const outcome of outcomes) this.#unwritten.delete(outcome);
    this.#onResult(result);
  }
}
