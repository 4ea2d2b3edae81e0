import { sql } from 'kysely';
import { FREED, fromNow } from '../../../platform/background/store.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { FileKey } from '../schemas.ts';
import type { StoredKey } from '../sweep/store.ts';

/** The types of exports with data about customers. Other exports have only sums and ids of deliveries. */
const WITH_CUSTOMERS = sql`data_type NOT IN ('invoices', 'usage', 'webhooks')`;

/**
 * Expires files that may contain an erased subject, and restarts exports in progress, because no index shows whose data
 * a file contains.
 * @returns the number of both
 */
export async function withdrawFiles(tx: Tx, orgId: string): Promise<number> {
  const { rows: expired } = await sql`
    UPDATE exports SET expired_at = now() WHERE org_id = ${orgId} AND status = 'COMPLETED' AND expired_at IS NULL AND ${WITH_CUSTOMERS}
    RETURNING 1`.execute(tx);
  const { rows: begun } = await sql`
    UPDATE exports SET status = 'PENDING', record_count = NULL, ${FREED}, due_at = ${fromNow(0)},
      lost_attempts = greatest(lost_attempts - 1, 0)
    WHERE org_id = ${orgId} AND status = 'PROCESSING' AND ${WITH_CUSTOMERS} RETURNING 1`.execute(
    tx,
  );
  return expired.length + begun.length;
}

/**
 * Expires the files of an organization that is erased, and deletes its exports without a file. @returns the number of
 * both
 */
export async function withdrawAll(tx: Tx, orgId: string): Promise<number> {
  const { rows: expired } = await sql`
    UPDATE exports SET expired_at = now() WHERE org_id = ${orgId} AND status = 'COMPLETED' AND expired_at IS NULL
    RETURNING 1`.execute(tx);
  const { rows: deleted } = await sql`
    DELETE FROM exports WHERE org_id = ${orgId} AND status <> 'COMPLETED' RETURNING 1`.execute(tx);
  return expired.length + deleted.length;
}

/** Selects the expired files of an organization. */
export async function selectExpired(db: Queryable, orgId: string): Promise<StoredKey[]> {
  const { rows } = await sql<{
    id: string;
    attempt: number;
    format: FileKey['format'];
    store: string | null;
  }>`
    SELECT id, attempt, format, store FROM exports
    WHERE org_id = ${orgId} AND status = 'COMPLETED' AND removed_at IS NULL AND expired_at IS NOT NULL ORDER BY id`.execute(
    db,
  );
  return rows.map(({ id: exportId, attempt, format, store }) => ({
    key: { orgId, exportId, attempt, format },
    store,
  }));
}
