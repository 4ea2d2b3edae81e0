import { Type } from 'typebox';
import { Strict, Timestamp } from '../../../platform/http/schema.ts';
import { InboxItem, UnreadCount } from '../inbox/schemas.ts';
import { ParticipantKey } from '../schemas.ts';

const MAX_LENGTH = 8192;

export const StreamQuery = Type.Object({
  ...ParticipantKey,
  token: Type.Optional(
    Type.String({
      maxLength: MAX_LENGTH,
      description:
        'Replaces `x-api-key`: a token for this participant that is less than a minute old.',
    }),
  ),
  lastEventId: Type.Optional(
    Type.String({
      maxLength: MAX_LENGTH,
      description:
        'Replaces the header `Last-Event-ID`, for a browser that reconnects with another token.',
    }),
  ),
});

export const StreamEvents = Type.Object({
  unread: UnreadCount,
  item: InboxItem,
  reset: Type.Object(
    {},
    { description: 'The client’s inbox may be wrong: all its threads follow.' },
  ),
  removed: Type.Object({
    threadId: Type.String({ description: 'A thread that is no longer in the inbox.' }),
  }),
});

export const CreateStreamToken = Strict(ParticipantKey);

export const StreamToken = Type.Object(
  {
    token: Type.String({ description: 'For `token` of the stream, with the same participant.' }),
    expiresAt: Timestamp(
      'The end of the time in which it opens a stream; an open stream stays open.',
    ),
  },
  { title: 'StreamToken' },
);
