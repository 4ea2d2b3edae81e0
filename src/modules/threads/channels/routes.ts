import { defineRoute, READ, WRITE } from '../access.ts';
import { PageQuery } from '../../../platform/http/schema.ts';
import { createChannel, listChannels } from './channels.ts';
import { Channel, ChannelPage, CreateChannel } from './schemas.ts';
import { EXAMPLES } from '../examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

const COMMON = { tag: 'Threads', extension: true, path: '/channels' } as const;

export const channelRoutes = withExamples(EXAMPLES, [
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
    data: ChannelPage,
    handle: ({ orgId, query }, db) => listChannels(db, orgId, query),
  }),
]);
