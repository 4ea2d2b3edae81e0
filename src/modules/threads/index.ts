import type { AnyRoute } from '../../platform/http/route.ts';
import { channelRoutes } from './channels/routes.ts';
import { inboxRoutes } from './inbox/routes.ts';
import { messageRoutes } from './messages/routes.ts';
import { participantRoutes } from './participants/routes.ts';
import { readStateRoutes } from './read-state/routes.ts';
import { threadRoutes as ownRoutes } from './threads/routes.ts';

export { messagesExport } from './export/messages.ts';
export { findDrift, type Drift } from './inbox/drift.ts';

/** Channels, threads, messages, read state and inboxes. */
export const threadRoutes: AnyRoute[] = [
  ...readStateRoutes,
  ...inboxRoutes,
  ...channelRoutes,
  ...ownRoutes,
  ...participantRoutes,
  ...messageRoutes,
];
