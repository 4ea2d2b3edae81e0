import { Type, type Static } from 'typebox';
import {
  ExternalId,
  Nullable,
  PAGE_CAP,
  PageOf,
  pageQuery,
  Strict,
  StringEnum,
  Timestamp,
} from '../../../platform/http/schema.ts';
import { Slug } from '../channels/schemas.ts';
import {
  MAX_PARTICIPANTS_PER_REQUEST,
  Participant,
  ParticipantInput,
  Status,
  STATUSES,
} from '../schemas.ts';

const EntityId = ExternalId({
  minLength: 1,
  maxLength: 200,
  description: 'The organization’s own id of the thread’s subject.',
});
const Subject = Type.String({ maxLength: 500, pattern: '\\S' });

export const CreateThread = Strict({
  channel: Slug,
  entityId: EntityId,
  subject: Type.Optional(Subject),
  participants: Type.Optional(
    Type.Array(ParticipantInput, { maxItems: MAX_PARTICIPANTS_PER_REQUEST }),
  ),
});
export type CreateThread = Static<typeof CreateThread>;

export const UpdateThread = Strict({
  status: Type.Optional(
    StringEnum('ThreadStatus', STATUSES, {
      description: 'OPEN and CLOSED can follow each other; no status follows ARCHIVED.',
      // A caller that sends a status wants to set one, and a thread always has one.
      'x-null': 'refused',
    }),
  ),
  subject: Type.Optional(Subject),
});
export type UpdateThread = Static<typeof UpdateThread>;

export const ThreadQuery = Type.Object({
  channel: Type.Optional(Slug),
  entityId: Type.Optional(EntityId),
  status: Type.Optional(Status),
  ...pageQuery(PAGE_CAP),
});
export type ThreadQuery = Static<typeof ThreadQuery>;

const fields = {
  id: Type.String({ description: 'Id of the thread.' }),
  channel: Type.String({ description: 'Slug of the channel.' }),
  entityId: Type.String(),
  subject: Nullable(Type.String()),
  status: Status,
  messageCount: Type.Integer({ description: 'Without deleted messages.' }),
  participantCount: Type.Integer(),
  lastActivityAt: Timestamp('When the newest message was sent; without any, when it was created.'),
  createdAt: Timestamp('When it was created.'),
  updatedAt: Timestamp('When status or subject changed last.'),
};
export const Thread = Type.Object(fields, { title: 'ThreadSummary' });
export type Thread = Static<typeof Thread>;
export const ThreadPage = PageOf(Thread);

export const ThreadDetail = Type.Object(
  {
    ...fields,
    participants: Type.Array(Participant, {
      description: 'The current participants, in the order of joining.',
    }),
  },
  { title: 'ThreadDetail' },
);
export type ThreadDetail = Static<typeof ThreadDetail>;
