import { Type, type Static } from 'typebox';
import { PageOf, Strict, Timestamp } from '../../../platform/http/schema.ts';

export const Slug = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[A-Za-z0-9._:-]+$',
  description: 'Stable name of the channel, unique within the organization.',
});

export const CreateChannel = Strict({
  slug: Slug,
  displayName: Type.String({ maxLength: 200, pattern: '\\S' }),
  entityType: Type.String({
    maxLength: 100,
    pattern: '\\S',
    description: 'Subject of the channel’s threads, such as `order`.',
  }),
});
export type CreateChannel = Static<typeof CreateChannel>;

export const Channel = Type.Object(
  {
    id: Type.String({ description: 'Id of the channel.' }),
    slug: Type.String(),
    displayName: Type.String(),
    entityType: Type.String(),
    createdAt: Timestamp('When it was created.'),
  },
  { title: 'Channel' },
);
export type Channel = Static<typeof Channel>;
export const ChannelPage = PageOf(Channel);
