import { clock } from '../../clock.ts';
import type { Queryable } from '../database.ts';
import { placeOf } from '../places.ts';
import { isUnavailable } from '../failures.ts';
import type { Server } from '../session/server.ts';

/** The longest wait for optional data. */
const WAIT_MS = 500;
/** The time for which a server that did not answer in time is skipped, so that requests do not accumulate there. */
const REST_MS = 1000;

const restsUntilMs = new WeakMap<Server, number>();

/**
 * Reads optional data from a bucket.
 * @returns undefined while its server is unavailable or slow
 * @throws other errors of `ask`
 */
export async function soonOrNothing<T>(
  db: Queryable,
  ask: (db: Queryable) => Promise<T>,
): Promise<T | undefined> {
  const server = placeOf(db)?.database.server;
  if (!server) return ask(db);
  if ((restsUntilMs.get(server) ?? 0) > clock.monotonicMs()) return undefined;
  const rest = (): undefined => {
    restsUntilMs.set(server, clock.monotonicMs() + REST_MS);
    return undefined;
  };
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(rest()), WAIT_MS);
  const answer = ask(db).catch((error: unknown) => {
    if (!isUnavailable(error)) throw error;
    return rest();
  });
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
