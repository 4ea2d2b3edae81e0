import { Type } from 'typebox';
import { defineRoute, WRITE } from '../access.ts';
import { Deleted, idParam } from '../../../platform/http/schema.ts';
import { THREAD_PREFIX } from '../lock.ts';
import { addParticipant, removeParticipant } from './participants.ts';
import { Participant, ParticipantInput, ParticipantKey } from '../schemas.ts';
import { EXAMPLES } from '../examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

const common = {
  tag: 'Threads',
  extension: true,
  path: '/threads/:threadId/participants',
  policy: WRITE,
  params: Type.Object({ threadId: idParam('thread', THREAD_PREFIX) }),
  errors: ['CONFLICT'],
} as const;

export const participantRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...common,
    errors: ['CONFLICT'],
    method: 'POST',
    operationId: 'addThreadParticipant',
    audit: {
      action: 'thread.add_participant',
      does: 'added a participant to a thread',
      shows: ['participantId'],
    },
    summary: 'Add a participant to a thread',
    description:
      'For a new participant all messages are unread; a returning one still has the read cursor. An existing participant: 200.',
    body: ParticipantInput,
    status: 201,
    okWhen: ({ created }) => created === false,
    data: Participant,
    handle: ({ orgId, params, body }, tx) => addParticipant(tx, orgId, params.threadId, body),
  }),
  defineRoute({
    ...common,
    errors: ['CONFLICT'],
    method: 'DELETE',
    operationId: 'removeThreadParticipant',
    audit: { action: 'thread.remove_participant', does: 'removed a participant from a thread' },
    summary: 'Remove a participant from a thread',
    description:
      'The thread leaves the inbox. Messages and the read cursor stay, in case the participant returns.',
    query: Type.Object(ParticipantKey),
    data: Deleted,
    handle: ({ orgId, params, query }, tx) => removeParticipant(tx, orgId, params.threadId, query),
  }),
]);
