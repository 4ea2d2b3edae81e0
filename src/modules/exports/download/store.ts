import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/database.ts';
import type { DataType, Format } from '../schemas.ts';

export type StoredFile = {
  attempt: number;
  format: Format;
  data_type: DataType;
  sha256: Buffer;
  file_size: number;
  created_at: Date;
  /** The location of the store; null in old rows. */
  store: string | null;
  /** The seconds until it expires. */
  seconds: number;
};

/** Selects the file of a completed export that has not expired by the database's clock. */
export async function selectFile(
  db: Queryable,
  orgId: string,
  exportId: string,
): Promise<StoredFile | undefined> {
  const { rows } = await sql<StoredFile>`
    SELECT attempt, format, data_type, sha256, file_size, created_at, store,
      extract(epoch FROM expires_at - now())::float8 AS seconds FROM exports
    WHERE org_id = ${orgId} AND id = ${exportId} AND status = 'COMPLETED' AND expired_at IS NULL AND expires_at > now()`.execute(
    db,
  );
  return rows[0];
}
