import { Type } from 'typebox';
import { defineRoute, READ, WRITE } from '../access.ts';
import { idParam } from '../../../platform/http/schema.ts';
import { repeatedParticipants } from '../participants/participants.ts';
import { THREAD_PREFIX } from '../lock.ts';
import { CreateThread, ThreadDetail, ThreadPage, ThreadQuery, UpdateThread } from './schemas.ts';
import { createThread, getThread, listThreads, updateThread } from './threads.ts';
import { EXAMPLES } from '../examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

const COMMON = { tag: 'Threads', extension: true } as const;
const params = Type.Object({ threadId: idParam('thread', THREAD_PREFIX) });

export const threadRoutes = withExamples(EXAMPLES, [
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
    data: ThreadPage,
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
    data: ThreadDetail,
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
    data: ThreadDetail,
    errors: ['CONFLICT'],
    handle: ({ orgId, params: { threadId }, body }, tx) => updateThread(tx, orgId, threadId, body),
  }),
]);
