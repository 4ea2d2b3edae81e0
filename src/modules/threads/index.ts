import type { Module, ModuleTables } from '../module.ts';
import { access, type ThreadServices } from './access.ts';
import { events } from './events.ts';
import { channelRoutes } from './channels/routes.ts';
import { openCell, rewrapContents } from './content/content.ts';
import { jobs as contentJobs } from './content/jobs.ts';
import { eraseThreads } from './erasure/erasure.ts';
import { eraseParticipants, selectThreadIds } from './erasure/store.ts';
import { inboxRoutes } from './inbox/routes.ts';
import { messageRoutes } from './messages/routes.ts';
import { participantRoutes } from './participants/routes.ts';
import { readStateRoutes } from './read-state/routes.ts';
import { streamRoutes } from './streams/routes.ts';
import { threadRoutes } from './threads/routes.ts';
import { messagesExport } from './export/store.ts';
import { retention } from './retention/retention.ts';
import type { Job } from '../../platform/background/job.ts';
import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import type { Database } from '../../platform/db/database.ts';
import { KEPT_MS, shortener } from '../../platform/streams/log-follower.ts';
import { subjectData } from './subject/subject-data.ts';

const shorten = shortener('inbox_changes');

const jobs: Job<{ db: Database; envelopes: Envelopes }>[] = [
  ...contentJobs,
  {
    name: 'inbox-changes',
    does: 'Keeps the log of inbox changes short: deletes changes older than the previous run of the same process.',
    whenStopped: 'The log grows, and streams read it more slowly.',
    everyMs: KEPT_MS,
    lock: 'rows of inbox_changes',
    run: ({ db }) => shorten(db),
  },
];

/** The module's tables. */
const TABLES = {
  channels: {},
  // Positions of streams; after a move, streams begin again.
  inbox_changes: { staysAtMove: true },
  inbox_counts: {},
  messages: {
    sealed: { content_envelope: rewrapContents },
    personal: {
      people: 'participants',
      columns: {
        content: 'messages',
        content_envelope: 'messages, where contents are sealed',
      },
      others: ['thread_id', 'participant_id', 'type'],
      subject: { column: 'participant_id', table: 'participants', key: 'id' },
      erasure: { by: eraseThreads, ids: selectThreadIds },
      readers: ['threads:manage'],
      kept: 'until deleted',
      classes: ['messages'],
      recipients: ['export files'],
    },
  },
  participants: {
    personal: {
      people: 'participants',
      columns: { external_id: 'ids of customers', display_name: 'names of participants' },
      others: ['role'],
      subject: 'external_id',
      erasure: { by: eraseParticipants },
      readers: ['threads:manage'],
      kept: 'until deleted',
      recipients: ['export files'],
    },
  },
  thread_participants: {
    personal: {
      people: 'participants',
      columns: { last_read_message_id: 'what participants have read' },
      others: ['thread_id', 'participant_id', 'status'],
      subject: { column: 'participant_id', table: 'participants', key: 'id' },
      erasure: { with: 'participants' },
      readers: ['threads:manage'],
      kept: 'until deleted',
    },
  },
  threads: {
    personal: {
      people: 'participants',
      columns: {
        entity_id: 'ids of customers',
        subject: 'titles of threads',
        last_message_preview: 'beginnings of messages',
      },
      others: ['channel_id', 'status', 'last_message_id', 'last_message_type'],
      subject: 'entity_id',
      erasure: { with: 'messages' },
      readers: ['threads:manage'],
      kept: 'until deleted',
      recipients: ['export files'],
    },
  },
} satisfies ModuleTables;

export { sharesThread } from './erasure/store.ts';
export { findMismatches, reconcile, repair } from './reconcile/reconcile.ts';
export { InboxStreams } from './streams/follower.ts';
export { threadLog } from './streams/follower.ts';
export { CHANGED_CHANNEL } from './inbox/refresh.ts';
export { THREAD_PREFIX } from './lock.ts';
export { threadStates } from './threads/threads.ts';

/** Channels, threads, messages, read state and inboxes. */
export const threadsModule = {
  ...access,
  tags: {
    Threads: 'Conversations in channels, messages, and inboxes with read state.',
  },
  routes: [
    ...readStateRoutes,
    ...inboxRoutes,
    ...streamRoutes,
    ...channelRoutes,
    ...threadRoutes,
    ...participantRoutes,
    ...messageRoutes,
  ],
  events,
  jobs,
  tables: TABLES,
  subjectData,
  retention,
  exports: { messages: { title: 'Messages', source: { ...messagesExport, open: openCell } } },
  usage: {
    threads: {
      messages: {
        title: 'Messages in threads',
        each: 'message, also if it is deleted later',
        at: 'createdAt',
      },
    },
  },
  liveKinds: { thread: 'threads:manage' },
  screens: {
    '/threads': {
      file: 'threads/threads',
      component: 'Threads',
      navigation: { title: 'Threads', scope: 'threads:manage', place: 55 },
    },
    '/threads/$id': {
      file: 'threads/thread',
      component: 'ThreadScreen',
    },
  },
} satisfies Module<ThreadServices>;
