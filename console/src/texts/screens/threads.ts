import { textsOf } from '../text.ts';

/** Texts of the screens of threads. */
const THREADS = {
  'threads.empty': 'No threads yet. Your services create them through the API.',
  'threads.subject': 'Subject',
  'threads.channel': 'Channel',
  'threads.status': 'State',
  'threads.messages': 'Messages',
  'threads.message': 'Message',
  'threads.last': 'Last activity',
  'threads.all': 'all',
  'threads.entity': 'About',
  'threads.noMessages': 'No messages yet.',
  'threads.deleted': 'deleted',
  'threads.edited': 'edited',
  'threads.by': 'Written by',
  'threads.readAt': 'read at',
  'threads.allRead': 'nothing unread',
  'threads.unreadCount': '{count} unread',
  'threads.news': '{count} new since you opened this page',
  'threads.inboxOf': 'Inbox of (your id for the person)',
  'threads.role': 'Role',
  'threads.unread': 'Unread',
  'threads.unreadOpen': 'unread in open threads',
  'threads.unreadByCustomer': 'unread by the customer in open threads',
  'threads.unreadTold': '{count} {words}',
  'threads.lastMessage': 'Last message',
  'threads.reply': 'Reply',
  'threads.as': 'Write as',
  'threads.send': 'Send',
  'threads.emptyInbox': 'This person is not in any thread as {role}.',
} as const;

export const t = textsOf(THREADS);
