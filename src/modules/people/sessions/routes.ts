import { Type } from 'typebox';
import { Deleted, idParam } from '../../../platform/http/schema.ts';
import { PLATFORM_READ } from '../../../platform/http/policy.ts';
import { PLATFORM } from '../../../platform/audit/action.ts';
import { CHANGE_MEMBERS, CHANGE_OPERATORS, defineRoute, READ_MEMBERS } from '../access.ts';
import { SessionListQuery, SessionPage } from './schemas.ts';
import { endSession, listSessions, SESSION_PREFIX } from './sessions.ts';
import { EXAMPLES } from '../examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

const ENDED = 'Takes effect on every process within 5 seconds.';

/** The routes for sessions of an organization's people and of operators. */
export const sessionRoutes = withExamples(EXAMPLES, [
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
    data: SessionPage,
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
    data: Deleted,
    handle: ({ orgId, params }, tx) => endSession(tx, orgId, params.id),
  }),
  defineRoute({
    tag: 'Operators',
    extension: true,
    method: 'GET',
    path: '/admin/sessions',
    operationId: 'listOperatorSessions',
    summary: 'List the sessions of operators',
    policy: PLATFORM_READ,
    query: SessionListQuery,
    data: SessionPage,
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
    data: Deleted,
    handle: ({ params }, tx) => endSession(tx, PLATFORM, params.id),
  }),
]);
