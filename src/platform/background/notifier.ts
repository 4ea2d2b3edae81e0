import type { Queryable } from '../db/database.ts';
import { afterCommit } from '../db/transaction-scope.ts';
import { notify } from './store.ts';

type Pending = { items: Set<string>; isAsked: boolean; timer: NodeJS.Timeout | undefined };

/**
 * Tells all processes that listen on the channel once the open transaction has committed, before whoever waits for the
 * transaction goes on; never inside of it, because a transaction that has executed NOTIFY cannot be prepared for
 * two-phase commit. It is lost if the process dies, or the database goes away, in between: listeners may need it to be
 * fast, never to be right. What happens often uses a `Notifier`.
 */
export function notifyAfterCommit(channel: string): void {
  afterCommit((db) => notify(db, channel, '').catch(() => {}));
}

/**
 * Tells all processes that listen on a channel, after a commit, that there is something for them; never from a trigger or
 * inside the transaction, because NOTIFY takes a lock of the whole database at commit. A notification that is lost costs
 * the time until the listener's next regular look.
 */
export class Notifier {
  readonly #channel: string;
  readonly #everyMs: number;
  readonly #encode: (items: ReadonlySet<string>) => string;
  readonly #pending = new WeakMap<Queryable, Pending>();

  /**
   * @param everyMs least time between two notifications of one process
   * @param encode the payload of all that was told since the last one
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

  /** Tells these once the open transaction has committed. */
  afterCommit(items: Iterable<string> = []): void {
    afterCommit((db) => {
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
