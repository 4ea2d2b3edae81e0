import { defineRoute, read, write } from '../access.ts';
import { PageQuery } from '../../../platform/http/schema.ts';
import { createChannel, listChannels } from './channels.ts';
import { Channel, ChannelPage, CreateChannel } from './schemas.ts';

const common = { tag: 'Threads', extension: true, path: '/channels' } as const;

const exampleChannel: Channel = {
  id: 'channel_01kf3w0a2c4e6g8j0m2p4r6t8v',
  slug: 'support',
  displayName: 'Customer support',
  entityType: 'order',
  createdAt: '2026-11-21T09:30:00.000Z',
};

export const channelRoutes = [
  defineRoute({
    ...common,
    method: 'POST',
    operationId: 'createChannel',
    summary: 'Create a channel',
    policy: write,
    body: CreateChannel,
    status: 201,
    data: Channel,
    errors: ['CONFLICT'],
    example: {
      body: { slug: 'support', displayName: 'Customer support', entityType: 'order' },
      data: exampleChannel,
    },
    creates: { resource: 'channel', ids: (data: Channel) => [data.id] },
    handle: ({ orgId, body }, tx) => createChannel(tx, orgId, body),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    operationId: 'listChannels',
    summary: "List the organization's channels",
    policy: read,
    query: PageQuery,
    status: 200,
    data: ChannelPage,
    example: { data: { items: [exampleChannel], total: 1, page: 1, limit: 20 } },
    handle: ({ orgId, query }, db) => listChannels(db, orgId, query),
  }),
];
