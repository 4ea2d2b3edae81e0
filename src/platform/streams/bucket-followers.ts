import type { Database } from '../db/database.ts';

type Follower = {
  wake: () => void;
  distrust: () => void;
  end: () => Promise<void>;
  stop: () => Promise<void>;
};

/** The open streams of one kind, with a follower for each bucket. */
export class BucketFollowers<F extends Follower> {
  readonly #make: (db: Database) => F;
  readonly #followers = new Map<Database, F>();

  constructor(make: (db: Database) => F) {
    this.#make = make;
  }

  /** @param db the bucket of the organization */
  of(db: Database): F {
    let follower = this.#followers.get(db);
    if (!follower) this.#followers.set(db, (follower = this.#make(db)));
    return follower;
  }

  /** Ends the streams of buckets that an organization has left. Their clients reconnect to the new bucket. */
  async endMoved(): Promise<void> {
    for (const [db, follower] of this.#followers)
      if (db.buckets && db !== (await db.buckets.bucket(db.schema!))) {
        this.#followers.delete(db);
        await follower.end();
      }
  }

  /** Handles a notification: something may have changed. */
  wake(): void {
    for (const follower of this.#followers.values()) follower.wake();
  }

  /** Makes all streams of a server's buckets read everything again, because the server has lost commits. */
  distrust(server: string): void {
    for (const [db, follower] of this.#followers)
      if (db.schema === undefined || db.buckets?.serverOf(db.schema) === server)
        follower.distrust();
  }

  /** Call this after the streams have been ended. */
  async stop(): Promise<void> {
    await Promise.all([...this.#followers.values()].map((follower) => follower.stop()));
  }
}
