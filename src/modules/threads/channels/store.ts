import type { Selectable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { BY_ID, selectPage, type Listed, type Page } from '../../../platform/db/lists/keyset.ts';
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
export async function selectChannels(
  db: Queryable,
  orgId: string,
  page: Page,
): Promise<Listed<ChannelRow>> {
  const all = db.selectFrom('channels').where('org_id', '=', orgId);
  return selectPage(db, { shown: all.selectAll(), counted: all }, BY_ID, page);
}

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
