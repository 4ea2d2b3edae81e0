import { textsOf } from '../text.ts';

/** Texts of the screens of threads. */
const THREADS = {
  'threads.empty': 'No threads yet. Your services start them with POST /threads.',
  'threads.subject': 'Subject',
  'threads.channel': 'Channel',
  'threads.status': 'State',
  'threads.messages': 'Messages',
  'threads.last': 'Last activity',
  'threads.all': 'all',
  'threads.entity': 'About',
  'threads.noMessages': 'Nobody has written yet.',
  'threads.deleted': 'deleted',
  'threads.edited': 'edited',
  'threads.by': 'Written by',
  'threads.readAt': 'has read at',
} as const;

export const t = textsOf(THREADS);
