import { sql, type Selectable } from 'kysely';
import { anyOf } from '../../../platform/db/bulk/arrays.ts';
import { rowsOf } from '../../../platform/db/bulk/rows.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import {
  selectPage,
  type Listed,
  type Order,
  type Page,
} from '../../../platform/db/lists/keyset.ts';
import type { Threads } from '../../../platform/db/types.ts';
import { rowById } from '../../../platform/db/lists/row-by-id.ts';

export type ThreadRow = Selectable<Threads>;
export type ListedRow = ThreadRow & { channel_slug: string };
export type ThreadKey = { orgId: string; threadId: string };

/**
 * Locks threads until the transaction ends, in the order of their keys, so that two callers never deadlock. Read the
 * rows that belong to a thread in later statements, because this one sees their state from before its wait.
 */
export async function lockThreads(tx: Tx, keys: ThreadKey[]): Promise<void> {
  await sql`
    SELECT FROM ${rowsOf(keys, { orgId: 'text', threadId: 'text' }, 'k').joined}
    JOIN threads t ON t.org_id = k.org_id AND t.id = k.thread_id
    ORDER BY t.org_id, t.id FOR NO KEY UPDATE OF t`.execute(tx);
}

/** Locks one thread, and then reads and returns it. */
export async function selectLocked(
  tx: Tx,
  orgId: string,
  id: string,
): Promise<ThreadRow | undefined> {
  return rowById(tx, 'threads', orgId, id).forNoKeyUpdate().executeTakeFirst();
}

export async function insertThread(
  tx: Tx,
  row: {
    org_id: string;
    id: string;
    channel_id: string;
    entity_id: string;
    subject: string | null;
    participant_count: number;
  },
): Promise<ThreadRow> {
  return tx.insertInto('threads').values(row).returningAll().executeTakeFirstOrThrow();
}

/** All threads of an organization, each with the slug of its channel. */
export function listed(db: Queryable, orgId: string) {
  return db
    .selectFrom('threads as t')
    .innerJoin('channels as c', (on) =>
      on.onRef('c.org_id', '=', 't.org_id').onRef('c.id', '=', 't.channel_id'),
    )
    .selectAll('t')
    .select('c.slug as channel_slug')
    .where('t.org_id', '=', orgId);
}

export async function selectThread(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<ListedRow | undefined> {
  return listed(db, orgId).where('t.id', '=', id).executeTakeFirst();
}

export async function selectStatuses(db: Queryable, orgId: string, ids: readonly string[]) {
  return db
    .selectFrom('threads')
    .select(['id', 'status as state'])
    .where('org_id', '=', orgId)
    .where('id', '=', anyOf(ids))
    .execute();
}

export type ThreadFilter = { channelId?: string; entityId?: string; status?: string };

export const NEWEST: Order = [{ column: 't.id', type: 'text', descending: true }];

/** Selects threads, newest first. */
export async function selectThreads(
  db: Queryable,
  orgId: string,
  filter: ThreadFilter,
  page: Page,
): Promise<Listed<ListedRow>> {
  let all = listed(db, orgId);
  let counted = db.selectFrom('threads').where('org_id', '=', orgId);
  for (const [column, value] of [
    ['channel_id', filter.channelId],
    ['entity_id', filter.entityId],
    ['status', filter.status],
  ] as const) {
    if (value === undefined) continue;
    all = all.where(`t.${column}`, '=', value);
    counted = counted.where(column, '=', value);
  }
  return selectPage(db, { shown: all, counted }, NEWEST, page);
}

/** Updates a locked thread. */
export async function updateThread(
  tx: Tx,
  orgId: string,
  id: string,
  change: { status?: string; subject?: string },
): Promise<void> {
  await tx
    .updateTable('threads')
    .set({ ...change, updated_at: sql`statement_timestamp()` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute();
}
