import { Type, type Static } from 'typebox';
import type { ErrorDetail } from '../../../platform/errors/index.ts';
import {
  cursorQuery,
  DEFAULT_LIMIT,
  NextCursor,
  Nullable,
  PAGE_CAP,
  Strict,
  StringEnum,
  Timestamp,
  totalFields,
} from '../../../platform/http/schema.ts';
import { ParticipantExternalId, Role } from '../schemas.ts';

const MAX_CONTENT_BYTES = 64 * 1024;
const TYPES = ['TEXT', 'FILE', 'SYSTEM'] as const;
export const MessageType = StringEnum('MessageType', TYPES);
export type MessageType = Static<typeof MessageType>;

const Content = Type.String({
  minLength: 1,
  maxLength: MAX_CONTENT_BYTES,
  description: 'At most 64 KiB of UTF-8; stored and returned as sent.',
});

/** Returns the problems of a content that its schema accepts: the schema limits characters, this function bytes. */
export function contentProblems({ content }: { content?: string }): ErrorDetail[] {
  return content !== undefined && Buffer.byteLength(content) > MAX_CONTENT_BYTES
    ? [{ path: 'content', message: `must have at most ${MAX_CONTENT_BYTES} bytes of UTF-8` }]
    : [];
}

export const SendMessage = Strict({
  participantExternalId: ParticipantExternalId,
  participantRole: Role,
  content: Content,
  type: Type.Optional(StringEnum('MessageType', TYPES, { default: 'TEXT' })),
});
export type SendMessage = Static<typeof SendMessage>;

export const EditMessage = Strict({ content: Type.Optional(Content) });
export type EditMessage = Static<typeof EditMessage>;

function sequence(description: string) {
  return Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description }));
}
export const MessageQuery = Type.Object({
  cursor: cursorQuery(
    'The `nextCursor` of the answer before, with the same limits: continues in its direction.',
  ),
  before: sequence('Messages before this sequence; without `after`: the last of them.'),
  after: sequence('Messages after this sequence, the first ones.'),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: DEFAULT_LIMIT,
      description: `Number of messages; a value above ${PAGE_CAP} is reduced to ${PAGE_CAP}.`,
    }),
  ),
});
export type MessageQuery = Static<typeof MessageQuery>;

export const Message = Type.Object(
  {
    id: Type.String({ description: 'Id of the message.' }),
    threadId: Type.String(),
    sequence: Type.Integer({ description: 'Place in the thread, from 1, without gaps.' }),
    participantId: Type.String(),
    participantExternalId: Type.String(),
    participantRole: Type.String(),
    type: MessageType,
    content: Nullable(Type.String(), { description: 'As sent; null once it is deleted.' }),
    createdAt: Timestamp('When it was sent.'),
    editedAt: Nullable(Timestamp('When its content changed last.')),
    deletedAt: Nullable(Timestamp('When it was deleted.')),
  },
  { title: 'ThreadMessage' },
);
export type Message = Static<typeof Message>;

export const MessageList = Type.Object({
  items: Type.Array(Message, { description: 'Oldest first, including deleted messages.' }),
  limit: Type.Integer({ description: 'The limit that was applied.' }),
  hasMore: Type.Boolean({ description: 'True if there are more in the direction of the query.' }),
  ...totalFields,
  nextCursor: NextCursor,
});
export type MessageList = Static<typeof MessageList>;
