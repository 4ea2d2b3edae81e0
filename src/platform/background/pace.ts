/**
 * Limits the share of the time in which a background thread works. A low priority of the thread alone is not enough:
 * its database session has the same priority as those of requests.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { clock } from '../clock.ts';

const LOOK_MS = 100;
/** The minimum share, even if the process is fully busy. */
const LEAST_SHARE = 0.02;
/** The time of work before a pause. Shorter pieces would not help, because the database has already sent rows ahead. */
const SLICE_MS = 5;
const LONGEST_PAUSE_MS = 250;
/** Node.js timers have no fractions of a millisecond. */
const SHORTEST_PAUSE_MS = 1;

/** The load of the thread that answers requests, in thousandths of its time. */
export type Busy = Int32Array<SharedArrayBuffer>;

export function newBusy(): Busy {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** Measures the load of the calling thread and stores it in `busy`. @returns a function that ends this */
export function observe(busy: Busy): () => void {
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    Atomics.store(busy, 0, Math.round(utilization * 1000));
  }, LOOK_MS).unref();
  return () => clearInterval(timer);
}

/**
 * Returns the pause after `workedMs`, in milliseconds. The share of work is the square of the idle share: a thread that
 * is idle half of the time partly waits for others that need the processor.
 */
export function pauseMs(workedMs: number, busyThousandths: number): number {
  const idle = 1 - Math.min(busyThousandths, 1000) / 1000;
  const share = Math.max(idle * idle, LEAST_SHARE);
  const pause = Math.min(workedMs * (1 / share - 1), LONGEST_PAUSE_MS);
  return pause < SHORTEST_PAUSE_MS ? 0 : pause;
}

/** Runs work in pieces, with pauses between them. */
export class Pace {
  readonly #busy: Busy;
  #workedMs = 0;
  #beganMs = clock.monotonicMs();

  constructor(busy: Busy) {
    this.#busy = busy;
  }

  /** Starts a piece after a wait, which does not count as work. Between two pieces the call is unnecessary. */
  begin(): void {
    this.#beganMs = clock.monotonicMs();
  }

  /** Await this after each piece. */
  async pause(): Promise<void> {
    this.#workedMs += clock.monotonicMs() - this.#beganMs;
    if (this.#workedMs >= SLICE_MS) {
      const pause = pauseMs(this.#workedMs, Atomics.load(this.#busy, 0));
      if (pause > 0) await sleep(pause);
      this.#workedMs = 0;
    }
    this.begin();
  }
}
