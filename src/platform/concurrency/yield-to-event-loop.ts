import { clock } from '../clock.ts';

/** The time that a computation may run before other requests get a turn. */
const TURN_MS = 10;
/**
 * A pause and not just a turn of the event loop, because each of the others needs several turns (its database
 * answers in between) and would otherwise wait for a whole stretch of computing at every one.
 */
const PAUSE_MS = 2;

/** The pauses of all long computations, one after the other: between two of them only one computes. */
let pauses = Promise.resolve();

/** Lets what has arrived meanwhile begin: between two turns of the event loop, sockets are looked at. */
async function pause(hasOthers: () => boolean): Promise<void> {
  for (let i = 0; i < 2; i += 1) await new Promise<void>((resolve) => setImmediate(resolve));
  if (hasOthers()) await new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS));
}

/**
 * Resolves when a long computation may begin: once, also if many would begin at the same time.
 * @param hasOthers true if anybody else is under way, so that a pause is of use
 */
export async function nextTurn(hasOthers: () => boolean = () => true): Promise<void> {
  pauses = pauses.then(() => pause(hasOthers));
  await pauses;
}

/**
 * Keeps a long computation from holding up the process.
 * @param hasOthers true if anybody else is under way, so that a pause is of use
 * @returns to be awaited between steps of the computation: yields to the event loop when its turn has lasted long enough
 */
export function yielder(hasOthers: () => boolean = () => true): () => Promise<void> {
  let endsMs = clock.monotonicMs() + TURN_MS;
  return async () => {
    if (clock.monotonicMs() <= endsMs) return;
    await nextTurn(hasOthers);
    endsMs = clock.monotonicMs() + TURN_MS;
  };
}
