import { Semaphore } from '../../platform/concurrency/semaphore.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { badRequest } from '../../platform/errors/index.ts';
import type { EventStream } from '../../platform/http/event-stream.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import { BucketFollowers } from '../../platform/streams/bucket-followers.ts';
import { LogFollower } from '../../platform/streams/log-follower.ts';
import { Positions } from '../../platform/streams/positions.ts';
import { NOTHING_SEEN, type ReadLog } from '../../platform/streams/store.ts';
import { LiveFeed, placeOf, textOf } from './feed.ts';
import type { Caller } from './pending.ts';
import type { Change, Kind } from './schemas.ts';
import { selectChanges } from './store.ts';

/** The number of streams of a bucket that catch up at once, each on its own database connection. */
const READINGS_AT_ONCE = 3;

/** Another log of changes of one kind: ids by organization. */
export type OtherLog = {
  kind: Kind;
  select: (db: Queryable, orgIds: string[], since: string) => Promise<Map<string, string[]>>;
};

/** The open streams of one bucket. */
class LiveFollower extends LogFollower<Change, LiveFeed> {
  readonly #positions: Positions;

  constructor(db: Database, positions: Positions, log: Logger, others: readonly OtherLog[]) {
    const select = (orgIds: string[], since: string) => selectAll(db.read, others, orgIds, since);
    const parts = { positions, select, reading: new Semaphore(READINGS_AT_ONCE), log };
    super({
      log,
      failure: 'changes could not be followed',
      select,
      feed: (orgId) => new LiveFeed(orgId, parts),
    });
    this.#positions = positions;
  }

  /**
   * Returns the function that starts a stream of the organization's changes.
   * @param lastEventId empty for a new stream
   * @throws ApiError BAD_REQUEST
   */
  subscribe(orgId: string, caller: Caller, lastEventId: string): (stream: EventStream) => void {
    const since = lastEventId === '' ? null : this.#positions.fromId(lastEventId);
    if (since === undefined)
      throw badRequest([{ path: 'Last-Event-ID', message: 'is not the id of an event' }]);
    return (stream) => {
      const feed = this.feedOf(orgId);
      const place = since === null ? null : placeOf(since);
      feed.add(stream, caller, place, () => void this.left(orgId, feed));
      if (!feed.isFollowed) this.wake();
    };
  }
}

/** Reads the position first: changes that other logs have after it are sent again with the next read. */
async function selectAll(
  db: Queryable,
  others: readonly OtherLog[],
  orgIds: string[],
  since: string,
): Promise<ReadLog<Change>> {
  const read = await selectChanges(db, orgIds, since);
  for (const { kind, select } of others)
    for (const [orgId, ids] of await select(db, orgIds, since))
      read.changes.set(orgId, [
        ...(read.changes.get(orgId) ?? []),
        ...ids.map((id) => ({ kind, id })),
      ]);
  return read;
}

/** The open streams of changes. */
export class LiveStreams extends BucketFollowers<LiveFollower> {
  readonly #positions: Positions;

  constructor(secret: string, log: Logger, others: readonly OtherLog[]) {
    const positions = new Positions(secret, 'live');
    super((db) => new LiveFollower(db, positions, log, others));
    this.#positions = positions;
  }

  /**
   * Returns the id from which a stream continues with every change that the caller has not read yet, if the caller reads
   * everything later.
   * @param db the bucket of the organization
   */
  async idNow(db: Queryable): Promise<string> {
    const { position, time_ms: timeMs } = await selectChanges(db, [], NOTHING_SEEN);
    return this.#positions.toId(textOf({ position, timeMs }));
  }
}
