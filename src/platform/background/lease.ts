import { hostname } from 'node:os';
import { newId } from '../ids.ts';

/**
 * A lease is a row's `holder` and `leased_until` (`store.ts`): the row is the holder's to work on until then. The
 * holder prolongs it while it works; of one who has died it ends by itself, and whoever looks next goes on.
 */
export const LEASE_MS = 30_000;
const RENEW_EVERY_MS = 5000;

/** The work was broken off because the lease is somebody else's by now. */
export class LeaseLost extends Error {
  constructor() {
    super('the lease was lost');
  }
}

/** This process, as a holder whose name tells operators where it runs. */
export const PROCESS = `${hostname()}:${process.pid}:${newId('process').slice(-6)}`;

/**
 * Prolongs a lease while `work` goes on.
 * @param options.renew prolongs it; answers whether it was still the holder's. What it throws is left to the next time:
 *   whoever writes under the lease asks again
 * @param options.onFailure told of what it throws
 * @param options.signal ends the work too
 * @param work its signal aborts with `LeaseLost` when the lease is somebody else's, or with the reason of `signal`
 */
export async function whileLeased<T>(
  options: {
    renew: () => Promise<boolean>;
    signal?: AbortSignal | undefined;
    everyMs?: number;
    onFailure?: (error: unknown) => void;
  },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  let renewing: Promise<void> | undefined;
  const renew = async (): Promise<void> => {
    const isOurs = await options.renew().catch((error: unknown) => {
      options.onFailure?.(error);
      return true;
    });
    if (!isOurs) lost.abort(new LeaseLost());
    renewing = undefined;
  };
  const timer = setInterval(() => (renewing ??= renew()), options.everyMs ?? RENEW_EVERY_MS);
  try {
    return await work(AbortSignal.any([lost.signal, ...(options.signal ? [options.signal] : [])]));
  } catch (error) {
    // Work that was broken off may say so in words of its own.
    throw lost.signal.aborted ? lost.signal.reason : error;
  } finally {
    clearInterval(timer);
    await renewing;
  }
}
