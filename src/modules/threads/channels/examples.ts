import type { Channel } from './schemas.ts';
import { examplePage } from '../../../platform/http/schema.ts';

const EXAMPLE_CHANNEL: Channel = {
  id: 'channel_01kf3w0a2c4e6g8j0m2p4r6t8v',
  slug: 'support',
  displayName: 'Customer support',
  entityType: 'order',
  createdAt: '2026-11-21T09:30:00.000Z',
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  createChannel: {
    body: { slug: 'support', displayName: 'Customer support', entityType: 'order' },
    data: EXAMPLE_CHANNEL,
  },
  listChannels: { data: examplePage(EXAMPLE_CHANNEL) },
};
