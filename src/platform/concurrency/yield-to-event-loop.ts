import { clock } from '../clock.ts';

/** Time that a computation may run before other requests get a turn. */
const TURN_MS = 10;
/**
 * A pause instead of a single turn of the event loop. Other work needs several turns (its database answers in between),
 * and would wait for a whole piece of computing at each turn.
 */
const PAUSE_MS = 2;

/** The pauses of all long computations, one after the other. Only one of them computes between two pauses. */
let pauses = Promise.resolve();

/** Lets new work begin: sockets are read between two turns of the event loop. */
async function pause(hasOthers: () => boolean): Promise<void> {
  for (let i = 0; i < 2; i += 1) await new Promise<void>((resolve) => setImmediate(resolve));
  if (hasOthers()) await new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS));
}

/**
 * Resolves when a long computation may begin, one caller at a time.
 * @param hasOthers true if other work runs, so that a pause is useful
 */
export async function nextTurn(hasOthers: () => boolean = () => true): Promise<void> {
  pauses = pauses.then(() => pause(hasOthers));
  await pauses;
}

/**
 * Keeps a long computation from blocking the process.
 * @param hasOthers true if other work runs, so that a pause is useful
 * @returns a function to await between steps, which yields to the event loop after a turn that was long enough
 */
export function yielder(hasOthers: () => boolean = () => true): () => Promise<void> {
  let endsMs = clock.monotonicMs() + TURN_MS;
  return async () => {
    if (clock.monotonicMs() <= endsMs) return;
    await nextTurn(hasOthers);
    endsMs = clock.monotonicMs() + TURN_MS;
  };
}
