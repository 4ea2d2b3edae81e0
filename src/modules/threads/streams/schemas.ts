import { Type } from 'typebox';
import { Strict, Timestamp } from '../../../platform/http/schema.ts';
import { InboxItem, UnreadCount } from '../inbox/schemas.ts';
import { ParticipantKey } from '../participants/schemas.ts';

const MAX_LENGTH = 8192;

export const StreamQuery = Type.Object({
  ...ParticipantKey,
  token: Type.Optional(
    Type.String({
      maxLength: MAX_LENGTH,
      description: 'Instead of `x-api-key`: a token for this participant that is not a minute old.',
    }),
  ),
  lastEventId: Type.Optional(
    Type.String({
      maxLength: MAX_LENGTH,
      description:
        'Instead of the header `Last-Event-ID`, for a browser that comes back with another token.',
    }),
  ),
});

export const StreamEvents = Type.Object({
  unread: UnreadCount,
  item: InboxItem,
  reset: Type.Object(
    {},
    { description: 'The inbox as known so far may be wrong: all its threads follow.' },
  ),
  removed: Type.Object({
    threadId: Type.String({ description: 'A thread that is not in the inbox any more.' }),
  }),
});

export const CreateStreamToken = Strict(ParticipantKey);

export const StreamToken = Type.Object(
  {
    token: Type.String({ description: 'For `token` of the stream, with the same participant.' }),
    expiresAt: Timestamp('Until when a stream can be opened with it; an open one stays open.'),
  },
  { title: 'StreamToken' },
);
