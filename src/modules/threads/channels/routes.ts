import { defineRoute, READ, WRITE } from '../access.ts';
import { PageQuery, examplePage } from '../../../platform/http/schema.ts';
import { createChannel, listChannels } from './channels.ts';
import { Channel, ChannelPage, CreateChannel } from './schemas.ts';

const COMMON = { tag: 'Threads', extension: true, path: '/channels' } as const;

const EXAMPLE_CHANNEL: Channel = {
  id: 'channel_01kf3w0a2c4e6g8j0m2p4r6t8v',
  slug: 'support',
  displayName: 'Customer support',
  entityType: 'order',
  createdAt: '2026-11-21T09:30:00.000Z',
};

export const channelRoutes = [
  defineRoute({
    ...COMMON,
    method: 'POST',
    operationId: 'createChannel',
    audit: { action: 'channel.create', does: 'created a channel', shows: ['slug'] },
    summary: 'Create a channel',
    policy: WRITE,
    body: CreateChannel,
    status: 201,
    data: Channel,
    errors: ['CONFLICT'],
    example: {
      body: { slug: 'support', displayName: 'Customer support', entityType: 'order' },
      data: EXAMPLE_CHANNEL,
    },
    creates: { resource: 'channel', ids: (data: Channel) => [data.id] },
    handle: ({ orgId, body }, tx) => createChannel(tx, orgId, body),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    operationId: 'listChannels',
    summary: "List the organization's channels",
    policy: READ,
    query: PageQuery,
    appended: ['cursor'],
    status: 200,
    data: ChannelPage,
    example: { data: examplePage(EXAMPLE_CHANNEL) },
    handle: ({ orgId, query }, db) => listChannels(db, orgId, query),
  }),
];
