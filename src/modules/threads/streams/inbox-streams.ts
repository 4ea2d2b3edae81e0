import type { Database } from '../../../platform/db/database.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { Follower } from './follower.ts';

/** The open streams of inboxes, with a `Follower` for each bucket. */
export class InboxStreams {
  readonly #secret: string;
  readonly #log: Logger;
  readonly #followers = new Map<Database, Follower>();

  constructor(secret: string, log: Logger) {
    this.#secret = secret;
    this.#log = log;
  }

  /** @param db the bucket of the organization */
  of(db: Database): Follower {
    let follower = this.#followers.get(db);
    if (!follower) this.#followers.set(db, (follower = new Follower(db, this.#secret, this.#log)));
    return follower;
  }

  /** Ends the streams of buckets that an organization has left; their clients come back, and are served anew. */
  async endMoved(): Promise<void> {
    for (const [db, follower] of this.#followers)
      if (db.buckets && db !== (await db.buckets.bucket(db.schema!))) {
        this.#followers.delete(db);
        await follower.end();
      }
  }

  /** Something has changed, or may have. */
  wake(): void {
    for (const follower of this.#followers.values()) follower.wake();
  }

  /** Call it once the streams have been ended. */
  async stop(): Promise<void> {
    await Promise.all([...this.#followers.values()].map((follower) => follower.stop()));
  }
}
