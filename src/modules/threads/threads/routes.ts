import { Type } from 'typebox';
import { defineRoute, read, write } from '../access.ts';
import { idParam } from '../../../platform/http/schema.ts';
import { repeatedParticipants } from '../participants/participants.ts';
import { THREAD_PREFIX } from './lock.ts';
import {
  CreateThread,
  ThreadDetail,
  ThreadPage,
  ThreadQuery,
  UpdateThread,
  type Thread,
} from './schemas.ts';
import { createThread, getThread, listThreads, updateThread } from './threads.ts';

const common = { tag: 'Threads', extension: true } as const;
const params = Type.Object({ threadId: idParam('thread', THREAD_PREFIX) });

const exampleThread: Thread = {
  id: 'thread_01kf3w0q2s4v6x8z0b2d4f6h8k',
  channel: 'support',
  entityId: 'order-1042',
  subject: 'Where is my parcel?',
  status: 'OPEN',
  messageCount: 0,
  participantCount: 2,
  lastActivityAt: '2026-11-21T09:40:00.000Z',
  createdAt: '2026-11-21T09:40:00.000Z',
  updatedAt: '2026-11-21T09:40:00.000Z',
};
const customer = { externalId: 'customer-17', role: 'customer', displayName: 'Adaeze' };
const agent = { externalId: 'agent-3', role: 'agent', displayName: 'Tunde' };
const exampleDetail: ThreadDetail = {
  ...exampleThread,
  participants: [
    { participantId: 'participant_01kf3w0q2s4v6x8z0b2d4f6h8m', ...customer },
    { participantId: 'participant_01kf3w1a3c5e7g9j1m3p5r7t9v', ...agent },
  ],
};

export const threadRoutes = [
  defineRoute({
    ...common,
    method: 'POST',
    path: '/threads',
    operationId: 'createThread',
    summary: 'Start a thread',
    policy: write,
    body: CreateThread,
    check: ({ body }) => repeatedParticipants(body.participants ?? [], 'participants'),
    status: 201,
    data: ThreadDetail,
    errors: ['NOT_FOUND'],
    example: {
      body: {
        channel: 'support',
        entityId: exampleThread.entityId,
        subject: exampleThread.subject,
        participants: [customer, agent],
      },
      data: exampleDetail,
    },
    creates: { resource: 'thread', ids: (data: ThreadDetail) => [data.id] },
    handle: ({ orgId, body }, tx) => createThread(tx, orgId, body),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/threads',
    operationId: 'listThreads',
    summary: 'List threads, newest first',
    policy: read,
    query: ThreadQuery,
    status: 200,
    data: ThreadPage,
    example: { data: { items: [exampleThread], total: 1, page: 1, limit: 20 } },
    handle: ({ orgId, query }, db) => listThreads(db, orgId, query),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/threads/:threadId',
    operationId: 'getThread',
    summary: 'Fetch a thread and who takes part in it',
    policy: read,
    params,
    status: 200,
    data: ThreadDetail,
    example: { data: exampleDetail },
    handle: ({ orgId, params: { threadId } }, db) => getThread(db, orgId, threadId),
  }),
  defineRoute({
    ...common,
    method: 'PATCH',
    path: '/threads/:threadId',
    operationId: 'updateThread',
    summary: 'Close, reopen or archive a thread, or change its subject',
    description: 'An archived thread changes no more: 409.',
    policy: write,
    params,
    body: UpdateThread,
    status: 200,
    data: ThreadDetail,
    errors: ['CONFLICT'],
    example: { body: { status: 'CLOSED' }, data: { ...exampleDetail, status: 'CLOSED' } },
    handle: ({ orgId, params: { threadId }, body }, tx) => updateThread(tx, orgId, threadId, body),
  }),
];
