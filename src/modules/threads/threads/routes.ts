import { Type } from 'typebox';
import { defineRoute, READ, WRITE } from '../access.ts';
import { idParam, examplePage } from '../../../platform/http/schema.ts';
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

const COMMON = { tag: 'Threads', extension: true } as const;
const params = Type.Object({ threadId: idParam('thread', THREAD_PREFIX) });

const EXAMPLE_THREAD: Thread = {
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
const CUSTOMER = { externalId: 'customer-17', role: 'customer', displayName: 'Adaeze' };
const AGENT = { externalId: 'agent-3', role: 'agent', displayName: 'Tunde' };
const EXAMPLE_DETAIL: ThreadDetail = {
  ...EXAMPLE_THREAD,
  participants: [
    { participantId: 'participant_01kf3w0q2s4v6x8z0b2d4f6h8m', ...CUSTOMER },
    { participantId: 'participant_01kf3w1a3c5e7g9j1m3p5r7t9v', ...AGENT },
  ],
};

export const threadRoutes = [
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/threads',
    operationId: 'createThread',
    audit: { action: 'thread.create', does: 'created a thread' },
    summary: 'Start a thread',
    policy: WRITE,
    body: CreateThread,
    check: ({ body }) => repeatedParticipants(body.participants ?? [], 'participants'),
    status: 201,
    data: ThreadDetail,
    errors: ['NOT_FOUND'],
    example: {
      body: {
        channel: 'support',
        entityId: EXAMPLE_THREAD.entityId,
        subject: EXAMPLE_THREAD.subject,
        participants: [CUSTOMER, AGENT],
      },
      data: EXAMPLE_DETAIL,
    },
    creates: { resource: 'thread', ids: (data: ThreadDetail) => [data.id] },
    handle: ({ orgId, body }, tx) => createThread(tx, orgId, body),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/threads',
    operationId: 'listThreads',
    summary: 'List threads, newest first',
    policy: READ,
    query: ThreadQuery,
    appended: ['cursor'],
    status: 200,
    data: ThreadPage,
    example: { data: examplePage(EXAMPLE_THREAD) },
    handle: ({ orgId, query }, db) => listThreads(db, orgId, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/threads/:threadId',
    operationId: 'getThread',
    summary: 'Fetch a thread and its participants',
    policy: READ,
    params,
    status: 200,
    data: ThreadDetail,
    example: { data: EXAMPLE_DETAIL },
    handle: ({ orgId, params: { threadId } }, db) => getThread(db, orgId, threadId),
  }),
  defineRoute({
    ...COMMON,
    method: 'PATCH',
    path: '/threads/:threadId',
    operationId: 'updateThread',
    audit: { action: 'thread.update', does: 'changed a thread', shows: ['status'] },
    summary: 'Close, reopen or archive a thread, or change its subject',
    description: 'An archived thread cannot change: 409.',
    policy: WRITE,
    params,
    body: UpdateThread,
    status: 200,
    data: ThreadDetail,
    errors: ['CONFLICT'],
    example: { body: { status: 'CLOSED' }, data: { ...EXAMPLE_DETAIL, status: 'CLOSED' } },
    handle: ({ orgId, params: { threadId }, body }, tx) => updateThread(tx, orgId, threadId, body),
  }),
];
