import { hostname } from 'node:os';
import { newId } from '../ids.ts';

/**
 * A lease is a row's `holder` and `leased_until` (`store.ts`): the holder may work on the row until then. The holder
 * renews the lease while it works. The lease of a dead holder ends by itself, and another process continues.
 */
export const LEASE_MS = 30_000;
const RENEW_EVERY_MS = 5000;

/** The work was aborted because another process has the lease by now. */
export class LeaseLost extends Error {
  constructor() {
    super('the lease was lost');
  }
}

/** The name of this process as a holder, which shows operators where it runs. */
export const PROCESS = `${hostname()}:${process.pid}:${newId('process').slice(-6)}`;

/**
 * Renews a lease while `work` runs.
 * @param options.renew renews it; returns whether the holder still had it. Its errors are retried at the next renewal,
 * because each write under the lease checks the lease again
 * @param options.onFailure called with errors of `renew`
 * @param options.signal also aborts the work
 * @param work its signal aborts with `LeaseLost` if another process has the lease, or with the reason of `signal`
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
    // Aborted work may throw another error.
    throw lost.signal.aborted ? lost.signal.reason : error;
  } finally {
    clearInterval(timer);
    await renewing;
  }
}
