import { Type } from 'typebox';
import { Deleted, idParam, examplePage } from '../../../platform/http/schema.ts';
import { PLATFORM } from '../../../platform/audit/action.ts';
import {
  CHANGE_MEMBERS,
  CHANGE_OPERATORS,
  defineRoute,
  READ_MEMBERS,
  READ_OPERATORS,
} from '../access.ts';
import { SessionListQuery, SessionPage, type Session } from './schemas.ts';
import { endSession, listSessions, SESSION_PREFIX } from './sessions.ts';

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
const ENDED = 'Takes effect on every process within 5 seconds.';

/** The routes for sessions of an organization's people and of operators. */
export const sessionRoutes = [
  defineRoute({
    tag: 'People',
    extension: true,
    method: 'GET',
    path: '/sessions',
    operationId: 'listSessions',
    summary: "List the sessions of the organization's people",
    description: 'Includes sessions in test mode.',
    policy: { ...READ_MEMBERS, acrossOrganizations: 'twin' },
    query: SessionListQuery,
    status: 200,
    data: SessionPage,
    example: { query: { userId: EXAMPLE.userId }, data: PAGE },
    handle: ({ orgId, query, services }, db) => listSessions(db, orgId, query, services.times),
  }),
  defineRoute({
    tag: 'People',
    extension: true,
    method: 'DELETE',
    path: '/sessions/:id',
    operationId: 'endSession',
    summary: 'End a session',
    description: ENDED,
    audit: { action: 'session.end', does: 'ended a session' },
    policy: { ...CHANGE_MEMBERS, acrossOrganizations: 'twin', stepUp: false },
    params: Type.Object({ id: idParam('session', SESSION_PREFIX) }),
    status: 200,
    data: Deleted,
    example: { data: ended },
    handle: ({ orgId, params }, tx) => endSession(tx, orgId, params.id),
  }),
  defineRoute({
    tag: 'Operators',
    extension: true,
    method: 'GET',
    path: '/admin/sessions',
    operationId: 'listOperatorSessions',
    summary: 'List the sessions of operators',
    policy: READ_OPERATORS,
    query: SessionListQuery,
    status: 200,
    data: SessionPage,
    example: { query: { userId: EXAMPLE.userId }, data: PAGE },
    handle: ({ query, services }, db) => listSessions(db, PLATFORM, query, services.times),
  }),
  defineRoute({
    tag: 'Operators',
    extension: true,
    method: 'DELETE',
    path: '/admin/sessions/:id',
    operationId: 'endOperatorSession',
    summary: 'End a session of an operator',
    description: ENDED,
    audit: { action: 'session.end', does: 'ended a session' },
    policy: { ...CHANGE_OPERATORS, stepUp: false },
    params: Type.Object({ id: idParam('operator-session', SESSION_PREFIX) }),
    status: 200,
    data: Deleted,
    example: { data: ended },
    handle: ({ params }, tx) => endSession(tx, PLATFORM, params.id),
  }),
];
