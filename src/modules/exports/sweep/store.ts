import { sql } from 'kysely';
import { arrayText } from '../../../platform/db/bulk/arrays.ts';
import { rowsOf } from '../../../platform/db/bulk/rows.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { bucketsOf } from '../../../platform/db/places.ts';
import type { FileKey } from '../schemas.ts';

type KeyRow = { org_id: string; id: string; attempt: number; format: FileKey['format'] };
/** The store; null in rows that are older than the records of stores. */
export type StoredKey = { key: FileKey; store: string | null };
function toKey({ org_id: orgId, id: exportId, attempt, format }: KeyRow): FileKey {
  return {
    orgId,
    exportId,
    attempt,
    format,
  };
}

/**
 * Expires exports that are due; no download is possible once this has committed. @returns their number, at most
 * `limit`
 */
export async function expireDue(db: Queryable, limit: number): Promise<number> {
  const { rows } = await sql`UPDATE exports AS e SET expired_at = now()
    FROM (SELECT org_id, id FROM exports
      WHERE status = 'COMPLETED' AND removed_at IS NULL AND expired_at IS NULL AND expires_at <= now()
      ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED) AS due
    WHERE e.org_id = due.org_id AND e.id = due.id
    RETURNING 1`.execute(db);
  return rows.length;
}

/** Selects the recorded stores of files, and whether each has downloadable files. */
export async function selectStores(
  db: Queryable,
): Promise<{ location: string; holdsFiles: boolean }[]> {
  const { rows } = await sql<{ location: string; holdsFiles: boolean }>`
    SELECT location, EXISTS (
      SELECT FROM exports e WHERE e.store = s.location AND e.status = 'COMPLETED' AND e.removed_at IS NULL
    ) AS "holdsFiles" FROM export_stores s ORDER BY first_used_at, location`.execute(db);
  return rows;
}

/**
 * Selects files that can no longer be downloaded, for deletion, in the order of their keys. @param unreachable stores
 * to omit
 */
export async function selectToRemove(
  db: Queryable,
  limit: number,
  unreachable: string[],
  after?: FileKey,
): Promise<StoredKey[]> {
  const { rows } = await sql<KeyRow & { store: string | null }>`
    SELECT org_id, id, attempt, format, store FROM exports
    WHERE status = 'COMPLETED' AND removed_at IS NULL AND expired_at IS NOT NULL
      AND coalesce(store, '') <> ALL (${arrayText(unreachable)}::text[])
      AND (org_id, id) > (${after?.orgId ?? ''}, ${after?.exportId ?? ''})
    ORDER BY org_id, id LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({ key: toKey(row), store: row.store }));
}

export async function markRemoved(db: Queryable, { orgId, exportId }: FileKey): Promise<void> {
  await sql`UPDATE exports SET removed_at = now()
    WHERE org_id = ${orgId} AND id = ${exportId} AND expired_at IS NOT NULL`.execute(db);
}

/**
 * Selects the given files of the bucket's organizations that belong to no attempt in progress and to no downloadable
 * export.
 */
export async function selectOrphans(db: Queryable, all: FileKey[]): Promise<FileKey[]> {
  const places = await bucketsOf(db, [...new Set(all.map((key) => key.orgId))]);
  const own = new Set(places.find(([place]) => place === db)?.[1]);
  const keys = all.filter((key) => own.has(key.orgId));
  const wanted = rowsOf(
    keys,
    { orgId: 'text', exportId: 'text', attempt: 'integer', format: 'text' },
    'k',
  );
  const { rows } = await sql<KeyRow>`
    SELECT k.org_id, k.export_id AS id, k.attempt, k.format
    FROM ${wanted.joined}
    WHERE NOT EXISTS (
      SELECT FROM exports e WHERE e.org_id = k.org_id AND e.id = k.export_id AND e.attempt = k.attempt AND e.format = k.format
        AND (e.status = 'PROCESSING' OR (e.status = 'COMPLETED' AND e.expired_at IS NULL)))`.execute(
    db,
  );
  return rows.map(toKey);
}
