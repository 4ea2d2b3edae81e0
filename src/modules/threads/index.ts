import type { AnyRoute } from '../../platform/http/route.ts';
import { channelRoutes } from './channels/routes.ts';
import { inboxRoutes } from './inbox/routes.ts';
import { messageRoutes } from './messages/routes.ts';
import { participantRoutes } from './participants/routes.ts';
import { readStateRoutes } from './read-state/routes.ts';
import { streamRoutes, type StreamParts } from './streams/routes.ts';
import { threadRoutes as ownRoutes } from './threads/routes.ts';

export { messagesExport } from './export/messages.ts';
export { jobs } from './jobs.ts';
export { findDrift, recount, repair } from './recount/recount.ts';
export { InboxStreams } from './streams/inbox-streams.ts';
export { CHANGED_CHANNEL } from './streams/notify.ts';
export type { StreamParts };

/** Channels, threads, messages, read state and inboxes. */
export function threadRoutes(parts: StreamParts): AnyRoute[] {
  return [
    ...readStateRoutes,
    ...inboxRoutes,
    ...streamRoutes(parts),
    ...channelRoutes,
    ...ownRoutes,
    ...participantRoutes,
    ...messageRoutes,
  ];
}
