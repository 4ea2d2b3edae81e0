/**
 * The history of a database. A database can return without its last commits: after a failover to a standby that lagged,
 * or with an older copy of its files. It then assigns the same revisions again, to different content. So each change
 * also stores a random stamp. A revision together with its stamp identifies one state in one history (docs/adr/0016).
 */
import { clock } from '../../clock.ts';
import { randomBytes } from '../../random.ts';
import { groupOf, placeOf } from '../places.ts';
import type { Queryable } from '../database.ts';

/** 72 random bits. */
const STAMP_BYTES = 9;

/** A state of an object that changes. The stamp is empty until a change has stored one. */
export type Version = { readonly revision: number; readonly stamp: string };

/** The stamp of a change, stored by the statement that raises the revision. */
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
   * Called for each copy of another history. Also called whenever the connection for a server's notifications has
   * ended, because the server may return with another history.
   */
  drop?: (server: string) => void;
};

/** The losses of history that a process has noticed, on all servers. */
export class History {
  readonly #listeners = new Set<HistoryListener>();
  /** The monotonic time of the last reported loss, by server. */
  readonly #toldMs = new Map<string, number>();

  listen(listener: HistoryListener): void {
    this.#listeners.add(listener);
  }

  /**
   * Reports that the server does not have the history of a copy.
   * @param sinceMs monotonic time at which the copy last matched the server. A copy older than the last loss belongs
   * to that loss.
   */
  lost(server: string, sinceMs: number): void {
    this.interrupted(server);
    if (sinceMs <= (this.#toldMs.get(server) ?? -Infinity)) return;
    this.#toldMs.set(server, clock.monotonicMs());
    for (const { lost } of this.#listeners) lost?.(server);
  }

  /** Drops copies that cannot be compared, because the server may return with another history. */
  interrupted(server: string): void {
    for (const { drop } of this.#listeners) drop?.(server);
  }
}

/** Calls `History.lost` for the reader's server. */
export function noteLost(db: Queryable, sinceMs: number): void {
  const schema = placeOf(db)?.database.schema;
  const buckets = groupOf(db);
  if (schema !== undefined) buckets?.history.lost(buckets.serverOf(schema), sinceMs);
}
