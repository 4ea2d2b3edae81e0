/**
 * The history of a database. A database can come back without its last commits: after a failover to a standby that lagged,
 * or with an older copy of its files. Revisions are then given a second time, to other content. So each change also stores
 * a random stamp: a revision together with its stamp names one state in one history (docs/adr/0016).
 */
import { clock } from '../../clock.ts';
import { randomBytes } from '../../crypto/random.ts';
import { groupOf } from '../places.ts';
import { placeOf, type Queryable } from '../database.ts';

/** 72 random bits. */
const STAMP_BYTES = 9;

/** A state of something that changes. The stamp is empty before the first change that stored one. */
export type Version = { readonly revision: number; readonly stamp: string };

/** The stamp of a change, which is stored in the statement that raises the revision. */
export function newStamp(): string {
  return randomBytes(STAMP_BYTES).toString('base64url');
}

export function isSame(one: Version, other: Version): boolean {
  return one.revision === other.revision && one.stamp === other.stamp;
}

export type HistoryListener = {
  /** Called once for each loss, with the name of the server. */
  lost?: (server: string) => void;
  /**
   * Called for each copy that is of another history, and whenever a connection on which the server tells of changes has
   * ended: it may come back with another history.
   */
  drop?: (server: string) => void;
};

/** The losses of history that a process has noticed, of all its servers. */
export class History {
  readonly #listeners = new Set<HistoryListener>();
  /** The monotonic time of the last loss that was told, by server. */
  readonly #toldMs = new Map<string, number>();

  listen(listener: HistoryListener): void {
    this.#listeners.add(listener);
  }

  /**
   * A copy is of a history that the server does not have.
   * @param sinceMs monotonic time at which the copy was last known to be what the server has: one that is from before the
   * last loss is a part of that loss
   */
  lost(server: string, sinceMs: number): void {
    this.interrupted(server);
    if (sinceMs <= (this.#toldMs.get(server) ?? -Infinity)) return;
    this.#toldMs.set(server, clock.monotonicMs());
    for (const { lost } of this.#listeners) lost?.(server);
  }

  /** The server may come back with another history: copies that nobody can compare are dropped. */
  interrupted(server: string): void {
    for (const { drop } of this.#listeners) drop?.(server);
  }
}

/** `History.lost` of the server that a reader asks. */
export function noteLost(db: Queryable, sinceMs: number): void {
  const schema = placeOf(db)?.database.schema;
  const buckets = groupOf(db);
  if (schema !== undefined) buckets?.history.lost(buckets.serverOf(schema), sinceMs);
}
