import type { Session } from './schemas.ts';
import { examplePage } from '../../../platform/http/schema.ts';

const EXAMPLE: Session = {
  id: 'ses_01kf3vm9c4e6g8j0m2p4r6t8v0',
  userId: 'usr_00000000008g2q4k9v1m7c5d3e',
  method: 'oidc',
  authenticatedAt: '2026-11-21T09:30:00.000Z',
  createdAt: '2026-11-21T09:30:00.000Z',
  lastSeenAt: '2026-11-21T10:12:00.000Z',
  expiresAt: '2026-11-21T17:30:00.000Z',
  mode: 'live',
};
const PAGE = examplePage(EXAMPLE);
const ended = { id: EXAMPLE.id, deleted: true as const };

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  listSessions: { query: { userId: EXAMPLE.userId }, data: PAGE },
  endSession: { data: ended },
  listOperatorSessions: { query: { userId: EXAMPLE.userId }, data: PAGE },
  endOperatorSession: { data: ended },
};
