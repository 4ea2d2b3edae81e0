import { Type, type Static } from 'typebox';
import { Nullable, Strict, Timestamp } from '../../../platform/http/schema.ts';
import { ParticipantExternalId, Role } from '../schemas.ts';

export const MarkRead = Strict({
  participantExternalId: ParticipantExternalId,
  participantRole: Role,
  messageId: Type.Optional(
    Type.String({
      description: 'Everything up to it becomes read. Default: the latest message of the thread.',
    }),
  ),
});
export type MarkRead = Static<typeof MarkRead>;

export const MarkUnread = Strict({
  participantExternalId: ParticipantExternalId,
  participantRole: Role,
  messageId: Type.String({
    description: 'It and all later messages of others become unread.',
  }),
});
export type MarkUnread = Static<typeof MarkUnread>;

export const ReadState = Type.Object(
  {
    participantId: Type.String(),
    participant: Type.Object(
      {
        role: Type.String(),
        externalId: Type.String(),
        displayName: Nullable(Type.String()),
      },
      { title: 'Reader' },
    ),
    lastReadMessageId: Nullable(Type.String(), { description: 'Null when nothing was read.' }),
    lastReadAt: Nullable(Timestamp('When the read cursor was moved last.')),
    unreadCount: Type.Integer({
      description: 'Messages of the thread that the participant has not read.',
    }),
  },
  { title: 'ReadState' },
);
export type ReadState = Static<typeof ReadState>;
export const ReadStates = Type.Object({ readStates: Type.Array(ReadState) });
