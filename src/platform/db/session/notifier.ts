import { sql } from 'kysely';
import type { Queryable } from '../database.ts';
import { afterCommitOnEachServer } from '../transaction-scope.ts';

async function notify(db: Queryable, channel: string, payload: string): Promise<void> {
  await sql`SELECT pg_notify(${channel}, ${payload})`.execute(db);
}

type Pending = { items: Set<string>; isAsked: boolean; timer: NodeJS.Timeout | undefined };

/**
 * Notifies all processes that listen on the channel once the open transaction has committed, before its caller
 * continues. Never notifies inside the transaction, because a transaction that has executed NOTIFY cannot be prepared
 * for two-phase commit. The notification is lost if the process dies or the database becomes unavailable in between, so
 * it may only make listeners faster. For frequent events use a `Notifier`.
 */
export function notifyAfterCommit(channel: string): void {
  afterCommitOnEachServer((db) => notify(db, channel, '').catch(() => {}));
}

/**
 * Notifies all processes that listen on a channel after a commit. Never notifies from a trigger or inside the
 * transaction, because NOTIFY takes a lock on the whole database at commit. A lost notification delays the listener
 * until its next regular read.
 */
export class Notifier {
  readonly #channel: string;
  readonly #everyMs: number;
  readonly #encode: (items: ReadonlySet<string>) => string;
  readonly #pending = new WeakMap<Queryable, Pending>();

  /**
   * @param everyMs the shortest time between two notifications of one process
   * @param encode returns the payload for the items since the last one
   */
  constructor(
    channel: string,
    everyMs: number,
    encode: (items: ReadonlySet<string>) => string = () => '',
  ) {
    this.#channel = channel;
    this.#everyMs = everyMs;
    this.#encode = encode;
  }

  /** Sends these items once the open transaction has committed. */
  afterCommit(items: Iterable<string> = []): void {
    afterCommitOnEachServer((db) => {
      let pending = this.#pending.get(db);
      if (!pending)
        this.#pending.set(db, (pending = { items: new Set(), isAsked: false, timer: undefined }));
      for (const item of items) pending.items.add(item);
      pending.isAsked = true;
      if (!pending.timer) this.#send(db, pending);
    });
  }

  #send(db: Queryable, pending: Pending): void {
    const payload = this.#encode(pending.items);
    pending.items = new Set();
    pending.isAsked = false;
    notify(db, this.#channel, payload).catch(() => {});
    pending.timer = setTimeout(() => {
      pending.timer = undefined;
      if (pending.isAsked) this.#send(db, pending);
    }, this.#everyMs).unref();
  }
}
