import { clock } from '../clock.ts';

/** How long a computation may run before other requests get a turn. */
const TURN_MS = 10;
/**
 * A pause and not just a turn of the event loop, because each of the others needs several turns (its database
 * answers in between) and would otherwise wait for a whole stretch of computing at every one.
 */
const PAUSE_MS = 2;

/** The pauses of all long computations, one after the other: between two of them only one computes. */
let pauses = Promise.resolve();

/** Keeps a long computation from holding up the process: call `yieldIfDue` between its steps. */
export class Turns {
  readonly #hasOthers: () => boolean;
  #endsMs = clock.monotonicMs() + TURN_MS;

  /** @param hasOthers whether anybody else is under way, so that a pause is of use */
  constructor(hasOthers: () => boolean = () => true) {
    this.#hasOthers = hasOthers;
  }

  async yieldIfDue(): Promise<void> {
    if (clock.monotonicMs() <= this.#endsMs) return;
    pauses = pauses.then(() => this.#pause());
    await pauses;
    this.#endsMs = clock.monotonicMs() + TURN_MS;
  }

  async #pause(): Promise<void> {
    // What has arrived meanwhile begins: between two of these, sockets are asked for it.
    for (let i = 0; i < 2; i += 1) await new Promise<void>((resolve) => setImmediate(resolve));
    if (this.#hasOthers()) await new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
