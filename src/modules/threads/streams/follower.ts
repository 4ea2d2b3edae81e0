import { MAX_IDS, type OtherLog } from '../../live/index.ts';
import { selectChangedThreads } from './store.ts';
import { Semaphore } from '../../../platform/concurrency/semaphore.ts';
import type { Database } from '../../../platform/db/database.ts';
import { badRequest } from '../../../platform/errors/index.ts';
import type { EventStream } from '../../../platform/http/event-stream.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { BucketFollowers } from '../../../platform/streams/bucket-followers.ts';
import { LogFollower } from '../../../platform/streams/log-follower.ts';
import { Positions } from '../../../platform/streams/positions.ts';
import type { ParticipantKey } from '../schemas.ts';
import { Feed, type FeedParts } from './feed.ts';
import * as store from './store.ts';
import { Room } from './unread/unread-counts.ts';

/** The number of organizations whose streams are fed at once, each on its own database connection. */
const FEEDS_AT_ONCE = 3;

/** The open streams of one bucket's inboxes. */
export class Follower extends LogFollower<store.Change, Feed> {
  readonly #positions: Positions;

  constructor(db: Database, secret: string, log: Logger) {
    const positions = new Positions(secret, 'inbox');
    const parts: FeedParts = {
      db,
      positions,
      feeding: new Semaphore(FEEDS_AT_ONCE),
      room: new Room(),
      log,
    };
    super({
      log,
      failure: 'changes of inboxes could not be followed',
      select: (orgIds, since) => store.selectChanges(db.read, orgIds, since),
      feed: (orgId) => new Feed(orgId, parts),
    });
    this.#positions = positions;
  }

  /**
   * Returns the function that starts a stream of this participant's inbox.
   * @param lastEventId empty for a new stream
   * @throws ApiError BAD_REQUEST
   */
  subscribe(
    orgId: string,
    { externalId, role }: ParticipantKey,
    lastEventId: string,
  ): (stream: EventStream) => void {
    const since = lastEventId === '' ? null : this.#positions.fromId(lastEventId);
    if (since === undefined)
      throw badRequest([{ path: 'Last-Event-ID', message: 'is not the id of an event' }]);
    return (stream) => {
      const feed = this.feedOf(orgId);
      feed.add({ externalId, role }, stream, since, () => void this.left(orgId, feed));
      if (!feed.isFollowed) this.wake();
    };
  }
}

/** The open streams of inboxes. */
export class InboxStreams extends BucketFollowers<Follower> {
  constructor(secret: string, log: Logger) {
    super((db) => new Follower(db, secret, log));
  }
}

/** The log of changed threads, for streams of changes of all kinds. */
export const threadLog: OtherLog = {
  kind: 'thread',
  async select(db, orgIds, since) {
    const { changes } = await selectChangedThreads(db, orgIds, since, MAX_IDS + 1);
    const ids = [...changes].map(([orgId, rows]): [string, string[]] => [
      orgId,
      rows.map((row) => row.thread_id),
    ]);
    return new Map(ids);
  },
};
