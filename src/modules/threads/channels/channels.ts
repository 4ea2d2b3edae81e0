import { type Queryable, type Tx } from '../../../platform/db/database.ts';
import { violatedConstraint } from '../../../platform/db/failures.ts';
import { ApiError, found } from '../../../platform/errors/index.ts';
import { type PageInput, paged } from '../../../platform/http/schema.ts';
import { newId } from '../../../platform/ids.ts';
import type { Channel, CreateChannel } from './schemas.ts';
import * as store from './store.ts';

const CHANNEL_PREFIX = 'channel';

function toChannel(row: store.ChannelRow): Channel {
  return {
    id: row.id,
    slug: row.slug,
    displayName: row.display_name,
    entityType: row.entity_type,
    createdAt: row.created_at.toISOString(),
  };
}

/** @throws ApiError CONFLICT if another channel of the organization has this slug */
export async function createChannel(tx: Tx, orgId: string, input: CreateChannel): Promise<Channel> {
  try {
    const row = await store.insertChannel(tx, {
      org_id: orgId,
      id: newId(CHANNEL_PREFIX),
      slug: input.slug,
      display_name: input.displayName,
      entity_type: input.entityType,
    });
    return toChannel(row);
  } catch (error) {
    if (violatedConstraint(error) === 'channels_slug_unique')
      throw new ApiError('CONFLICT', 'a channel with this slug exists');
    throw error;
  }
}

/** Lists channels in the order of creation. */
export async function listChannels(db: Queryable, orgId: string, query: PageInput) {
  return paged(query, (page) => store.selectChannels(db, orgId, page), toChannel);
}

/** @throws ApiError NOT_FOUND */
export async function findChannel(db: Queryable, orgId: string, slug: string): Promise<Channel> {
  const row = await found('channel', store.selectChannelBySlug(db, orgId, slug));
  return toChannel(row);
}
