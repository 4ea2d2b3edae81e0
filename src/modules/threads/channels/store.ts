import type { Selectable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { pageReader } from '../../../platform/db/lists/row-by-id.ts';
import type { Channels } from '../../../platform/db/types.ts';

export type ChannelRow = Selectable<Channels>;

/** @throws a violation of `channels_slug_unique` */
export async function insertChannel(
  tx: Tx,
  row: { org_id: string; id: string; slug: string; display_name: string; entity_type: string },
): Promise<ChannelRow> {
  return tx.insertInto('channels').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Selects channels in the order of creation. */
export const selectChannels = pageReader('channels');

export async function selectChannelBySlug(
  db: Queryable,
  orgId: string,
  slug: string,
): Promise<ChannelRow | undefined> {
  return db
    .selectFrom('channels')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('slug', '=', slug)
    .executeTakeFirst();
}
