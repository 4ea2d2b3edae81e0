import { sql, type RawBuilder, type Selectable } from 'kysely';
import pg from 'pg';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { Exports } from '../../../platform/db/types.ts';
import type { ExportColumn, ExportFilter, ExportSource } from '../../../platform/export-source.ts';
import type { Format } from '../schemas.ts';

export type AttemptRow = Pick<
  Selectable<Exports>,
  | 'org_id'
  | 'id'
  | 'attempt'
  | 'data_type'
  | 'format'
  | 'date_from'
  | 'date_to'
  | 'service'
  | 'max_rows'
>;
export type Attempt = { orgId: string; exportId: string; attempt: number };
export type Result = { rows: number; bytes: number; sha256: Buffer; truncated: boolean };

/**
 * Starts the next attempt; whoever was at it before can record nothing more. Undefined when there is nothing to do: it
 * was finished or cancelled.
 * @throws a violation of `exports_one_processing` while another export of the organization is being made
 */
export async function startAttempt(
  db: Queryable,
  orgId: string,
  exportId: string,
): Promise<AttemptRow | undefined> {
  return db
    .updateTable('exports')
    .set((eb) => ({ status: 'PROCESSING', attempt: eb('attempt', '+', 1) }))
    .where('org_id', '=', orgId)
    .where('id', '=', exportId)
    .where('status', 'in', ['PENDING', 'PROCESSING'])
    .returning([
      'org_id',
      'id',
      'attempt',
      'data_type',
      'format',
      'date_from',
      'date_to',
      'service',
      'max_rows',
    ])
    .executeTakeFirst();
}

/** @returns whether the attempt is still the current one */
export async function recordProgress(db: Queryable, at: Attempt, rows: number): Promise<boolean> {
  const { rows: found } =
    await sql`UPDATE exports SET record_count = greatest(record_count, ${rows})
    WHERE org_id = ${at.orgId} AND id = ${at.exportId} AND attempt = ${at.attempt} AND status = 'PROCESSING'
    RETURNING 1`.execute(db);
  return found.length === 1;
}

/** @returns whether the attempt has completed the export, now or in an earlier call with the same result */
export async function recordResult(
  tx: Tx,
  at: Attempt,
  { rows, bytes, sha256, truncated }: Result,
): Promise<'now' | 'before' | 'superseded'> {
  const updated =
    await sql`UPDATE exports SET status = 'COMPLETED', record_count = ${rows}, file_size = ${bytes},
      sha256 = ${sha256}, truncated = ${truncated}, completed_at = now(),
      expires_at = now() + retention_days * interval '1 day'
    WHERE org_id = ${at.orgId} AND id = ${at.exportId} AND attempt = ${at.attempt} AND status = 'PROCESSING'
    RETURNING 1`.execute(tx);
  if (updated.rows.length === 1) return 'now';
  const { rows: known } =
    await sql`SELECT 1 FROM exports WHERE org_id = ${at.orgId} AND id = ${at.exportId}
    AND attempt = ${at.attempt} AND status = 'COMPLETED'`.execute(tx);
  return known.length === 1 ? 'before' : 'superseded';
}

/** @returns whether it was under way, as this attempt */
export async function recordFailure(tx: Tx, at: Attempt, error: string): Promise<boolean> {
  const { rows } =
    await sql`UPDATE exports SET status = 'FAILED', error = ${error}, record_count = NULL, completed_at = now()
    WHERE org_id = ${at.orgId} AND id = ${at.exportId} AND attempt = ${at.attempt} AND status = 'PROCESSING'
    RETURNING 1`.execute(tx);
  return rows.length === 1;
}

/**
 * First characters that make a spreadsheet take a text for a formula: `= + - @`, tab, line feed, carriage return (ASVS
 * 5.0 1.2.10; NUL cannot be stored) and the full-width forms of the first four, which some spreadsheets read alike.
 */
const FORMULA_STARTS = [0x3d, 0x2b, 0x2d, 0x40, 9, 10, 13, 0xff1d, 0xff0b, 0xff0d, 0xff20];

function cell({ name, type }: ExportColumn, format: Format): RawBuilder<unknown> {
  const value = sql.ref(`r.${name}`);
  if (type === 'timestamp') return sql`to_char(${value}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  if (type === 'boolean') return sql`${value}::text`;
  if (type !== 'text' || format === 'JSON') return value;
  return sql`CASE WHEN ascii(${value}) IN (${sql.join(FORMULA_STARTS.map((code) => sql.lit(code)))})
    THEN '''' || ${value} ELSE ${value} END`;
}

/** A value as SQL, because COPY takes no parameters. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (typeof value === 'string') return pg.escapeLiteral(value);
  throw new Error('an export source has a parameter of a type that is not supported');
}

/**
 * The statement that sends the rows, formatted: in CSV without a header, for JSON as text. One statement is one
 * snapshot.
 * @param limit rows at most
 */
export function copyStatement(
  db: Queryable,
  source: ExportSource,
  filter: ExportFilter,
  format: Format,
  limit: number,
): string {
  const cells = source.columns.map(
    (column) => sql`${cell(column, format)} AS ${sql.id(column.name)}`,
  );
  const rows = sql`SELECT ${sql.join(cells)} FROM (${source.query(filter)}) AS r LIMIT ${sql.lit(limit)}`;
  const as = sql.raw(format === 'CSV' ? 'csv' : 'text');
  const copy = sql`COPY (${rows}) TO STDOUT (FORMAT ${as}, ENCODING 'UTF8')`;
  const { sql: text, parameters } = copy.compile(db);
  return text.replaceAll(/\$(\d+)/g, (_, n: string) => literal(parameters[Number(n) - 1]));
}
