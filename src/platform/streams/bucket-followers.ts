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

  /** The server of these buckets has lost commits: their streams are told to look at everything again. */
  distrust(server: string): void {
    for (const [db, follower] of this.#followers)
      if (db.schema === undefined || db.buckets?.serverOf(db.schema) === server)
        follower.distrust();
  }

  /** Call it once the streams have been ended. */
  async stop(): Promise<void> {
    await Promise.all([...this.#followers.values()].map((follower) => follower.stop()));
  }
}
