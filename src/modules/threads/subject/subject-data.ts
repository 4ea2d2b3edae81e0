/** Threads of one subject, by role, and their messages. */
import { Type, type Static } from 'typebox';
import type { Queryable } from '../../../platform/db/database.ts';
import {
  appliedPage,
  Nullable,
  Timestamp,
  toPage,
  type PageInput,
} from '../../../platform/http/schema.ts';
import { everyItem, type OfSubject, type SubjectArea } from '../../personal-data.ts';
import { listMessages } from '../messages/messages.ts';
import { Message } from '../messages/schemas.ts';
import { Thread } from '../threads/schemas.ts';
import { toThread } from '../threads/threads.ts';
import * as store from './store.ts';

const ThreadOfSubject = Type.Object(
  {
    ...Thread.properties,
    participations: Type.Array(
      Type.Object(
        {
          participantId: Type.String(),
          role: Type.String(),
          displayName: Nullable(Type.String()),
          joinedAt: Timestamp('When the subject joined.'),
          leftAt: Nullable(Timestamp('When the subject left.')),
          lastReadAt: Nullable(Timestamp('When the subject read a message last.')),
        },
        { title: 'ThreadParticipation' },
      ),
      { description: 'One for each role of the subject; none if the thread is only about it.' },
    ),
  },
  { title: 'ThreadOfSubject' },
);
type ThreadOfSubject = Static<typeof ThreadOfSubject>;

async function readThreads({ orgId, subjectId }: OfSubject, db: Queryable, query: PageInput) {
  const page = appliedPage(query);
  const { rows, ...part } = await store.selectThreadsOf(db, orgId, subjectId, page);
  const ids = rows.map(({ id }) => id);
  const found = await store.selectParticipations(db, orgId, subjectId, ids);
  const byThread = Map.groupBy(found, (row) => row.thread_id);
  const items = rows.map((row): ThreadOfSubject => ({
    ...toThread(row, row.channel_slug),
    participations: (byThread.get(row.id) ?? []).map((one) => ({
      participantId: one.participant_id,
      role: one.role,
      displayName: one.display_name,
      joinedAt: one.joined_at.toISOString(),
      leftAt: one.left_at?.toISOString() ?? null,
      lastReadAt: one.last_read_at?.toISOString() ?? null,
    })),
  }));
  return toPage(items, part, page);
}

function threadsOf(of: OfSubject, db: Queryable) {
  return everyItem((page) => readThreads(of, db, page));
}

const NEEDS = { scope: 'threads:manage' };

/** The areas of the module. */
export const subjectData = {
  threads: {
    title: 'Threads',
    needs: NEEDS,
    classes: ['messages'],
    list: { item: ThreadOfSubject, read: readThreads },
    whole: { item: ThreadOfSubject, read: threadsOf },
  },
  messages: {
    title: 'Messages in threads',
    needs: NEEDS,
    classes: ['messages'],
    whole: {
      item: Message,
      async *read(of, db) {
        for await (const { id } of threadsOf(of, db))
          yield* everyItem((page) => listMessages(db, of.envelopes, of.orgId, id, page));
      },
    },
  },
} satisfies Record<string, SubjectArea>;
