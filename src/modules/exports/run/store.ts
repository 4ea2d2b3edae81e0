import { sql, type RawBuilder, type Selectable } from 'kysely';
import pg from 'pg';
import { FREED, IS_FREE, fromNow } from '../../../platform/background/store.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { Exports } from '../../../platform/db/types.ts';
import {
  type ExportColumn,
  type ExportFilter,
  type ExportSource,
  CELL_STARTS,
  FORMULA_STARTS,
} from '../../../platform/export-source.ts';
import type { DataType, Format } from '../schemas.ts';
import type { CsvOptions } from '../store.ts';

export type AttemptRow = Pick<
  Selectable<Exports>,
  | 'org_id'
  | 'id'
  | 'attempt'
  | 'date_from'
  | 'date_to'
  | 'service'
  | 'max_rows'
  | 'after_row'
  | 'lost_attempts'
  | 'waits'
  | 'traceparent'
> & { data_type: DataType; format: Format; csv: CsvOptions | null };
export type Attempt = { orgId: string; exportId: string; attempt: number };
/** @param lastRow the values of the order columns, if there are more rows */
export type Result = {
  rows: number;
  bytes: number;
  sha256: Buffer;
  truncated: boolean;
  cutTexts: number | null;
  lastRow: string | null;
};

/** The condition that an export `e` may start now: an organization has one in progress at a time. */
const IS_DUE = sql`status IN ('PENDING', 'PROCESSING') AND due_at <= now() AND ${IS_FREE} AND NOT EXISTS (
  SELECT FROM exports AS o WHERE o.org_id = e.org_id AND o.status = 'PROCESSING' AND o.id <> e.id)`;

export async function isAnyDue(db: Queryable): Promise<boolean> {
  const { rows } = await sql`SELECT FROM exports AS e WHERE ${IS_DUE} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/**
 * Starts an attempt at the export that has waited longest, of an organization without one in progress, or takes over an
 * export whose lease has ended. An earlier holder can then record nothing more. The attempt counts as lost until its
 * end is recorded.
 * @param location the store of the file
 * @throws a violation of `exports_one_processing` if another export of the organization started at the same moment
 */
export async function startNext(
  db: Queryable,
  { holder, leaseMs }: { holder: string; leaseMs: number },
  location: string,
): Promise<AttemptRow | undefined> {
  const { rows } = await sql<AttemptRow>`
    WITH next AS MATERIALIZED (
      SELECT org_id, id FROM exports AS e WHERE ${IS_DUE}
      ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    UPDATE exports AS e SET status = 'PROCESSING', attempt = attempt + 1, lost_attempts = lost_attempts + 1,
      store = ${location}, holder = ${holder}, leased_until = ${fromNow(leaseMs)}
    FROM next WHERE e.org_id = next.org_id AND e.id = next.id
    RETURNING e.org_id, e.id, attempt, data_type, format, date_from, date_to, service, max_rows, after_row, lost_attempts,
      waits, traceparent, csv`.execute(db);
  // The location is recorded before the file exists.
  if (rows[0])
    await sql`INSERT INTO export_stores (location) VALUES (${location}) ON CONFLICT DO NOTHING`.execute(
      db,
    );
  return rows[0];
}

/**
 * The reason why an attempt ends: `stopped` by this process, `waiting` for an unavailable store or database, or
 * `lost` for another reason, which counts as an attempt.
 */
export type Release = 'stopped' | 'waiting' | 'lost';

/**
 * Ends an attempt but not the export, which is PENDING again.
 * @param pauseMs the time until the next attempt
 * @returns whether this attempt was the current one
 */
export async function releaseAttempt(
  db: Queryable,
  at: Attempt,
  why: Release,
  pauseMs: number,
): Promise<boolean> {
  const counted = why === 'lost' ? 0 : 1;
  const { rows } = await sql`UPDATE exports SET status = 'PENDING', record_count = NULL, ${FREED},
      due_at = ${fromNow(pauseMs)}, lost_attempts = greatest(lost_attempts - ${counted}::integer, 0),
      waits = waits + ${why === 'waiting' ? 1 : 0}::integer
    WHERE org_id = ${at.orgId} AND id = ${at.exportId} AND attempt = ${at.attempt} AND status = 'PROCESSING'
    RETURNING 1`.execute(db);
  return rows.length === 1;
}

/** Renews the lease of an attempt. @returns whether it is still the current one */
export async function recordProgress(
  db: Queryable,
  at: Attempt,
  rows: number,
  leaseMs: number,
): Promise<boolean> {
  const { rows: found } =
    await sql`UPDATE exports SET record_count = greatest(record_count, ${rows}), leased_until = ${fromNow(leaseMs)}
    WHERE org_id = ${at.orgId} AND id = ${at.exportId} AND attempt = ${at.attempt} AND status = 'PROCESSING'
    RETURNING 1`.execute(db);
  return found.length === 1;
}

/** @returns whether the attempt has completed the export, now or in an earlier call with the same result */
export async function recordResult(
  tx: Tx,
  at: Attempt,
  { rows, bytes, sha256, truncated, cutTexts, lastRow }: Result,
): Promise<'now' | 'before' | 'superseded'> {
  const updated =
    await sql`UPDATE exports SET status = 'COMPLETED', record_count = ${rows}, file_size = ${bytes},
      sha256 = ${sha256}, truncated = ${truncated}, last_row = ${lastRow}::jsonb, cut_texts = ${cutTexts}, completed_at = now(),
      expires_at = (now() AT TIME ZONE 'UTC' + retention_days * interval '1 day') AT TIME ZONE 'UTC'
    WHERE org_id = ${at.orgId} AND id = ${at.exportId} AND attempt = ${at.attempt} AND status = 'PROCESSING'
    RETURNING 1`.execute(tx);
  if (updated.rows.length === 1) return 'now';
  const { rows: known } =
    await sql`SELECT 1 FROM exports WHERE org_id = ${at.orgId} AND id = ${at.exportId}
    AND attempt = ${at.attempt} AND status = 'COMPLETED'`.execute(tx);
  return known.length === 1 ? 'before' : 'superseded';
}

/** @returns whether this attempt was the current one */
export async function recordFailure(tx: Tx, at: Attempt, error: string): Promise<boolean> {
  const { rows } =
    await sql`UPDATE exports SET status = 'FAILED', error = ${error}, record_count = NULL, completed_at = now()
    WHERE org_id = ${at.orgId} AND id = ${at.exportId} AND attempt = ${at.attempt} AND status = 'PROCESSING'
    RETURNING 1`.execute(tx);
  return rows.length === 1;
}

/** The time in a zone, with its offset from UTC. */
function zonedTime(value: RawBuilder<unknown>, zone: string): RawBuilder<unknown> {
  const there = sql`(${value} AT TIME ZONE ${sql.lit(zone)})`;
  const offset = sql`(${there} - (${value} AT TIME ZONE 'UTC'))`;
  return sql`to_char(${there}, 'YYYY-MM-DD"T"HH24:MI:SS.MS') || CASE WHEN ${offset} < interval '0'
    THEN '-' || to_char(-${offset}, 'HH24:MI') ELSE '+' || to_char(${offset}, 'HH24:MI') END`;
}

function cell(
  { name, type, sealed }: ExportColumn,
  format: Format,
  csv: CsvOptions | null,
): RawBuilder<unknown> {
  const value = sql.ref(`r.${name}`);
  if (type === 'timestamp')
    return csv && csv.timezone !== 'UTC'
      ? zonedTime(value, csv.timezone)
      : sql`to_char(${value}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  if (type === 'boolean') return sql`${value}::text`;
  if (type !== 'text' || format !== 'CSV' || sealed) return value;
  // This test is cheaper than a regular expression, and only few texts pass it.
  const mayHold = sql.join(
    [';', '\t', '\r', '\n'].map((sign) => sql`${value} LIKE ${sql.lit(`%${sign}%`)}`),
    sql` OR `,
  );
  const inside = sql`CASE WHEN ${mayHold}
    THEN regexp_replace(${value}, ${sql.lit(CELL_STARTS)}, '\\1''', 'g') ELSE ${value} END`;
  const isBegun = sql`ascii(${value}) IN (${sql.join(FORMULA_STARTS.map((code) => sql.lit(code)))})`;
  return sql`CASE WHEN ${isBegun} THEN '''' || ${inside} ELSE ${inside} END`;
}

/** Returns a value as an SQL literal, because COPY takes no parameters. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (typeof value === 'string') return pg.escapeLiteral(value);
  throw new Error('an export source has a parameter of a type that is not supported');
}

const SQL_TYPES = {
  code: 'text',
  date: 'date',
  integer: 'bigint',
  text: 'text',
  timestamp: 'timestamptz',
};

function orderType({ columns }: ExportSource, name: string): RawBuilder<unknown> {
  const type = columns.find((column) => column.name === name)?.type;
  if (type === undefined || !(type in SQL_TYPES))
    throw new Error(`an export source cannot be ordered by ${name}`);
  return sql.raw(SQL_TYPES[type as keyof typeof SQL_TYPES]);
}

/** The selected rows of a source, as SQL. */
export type Selection = {
  source: ExportSource;
  filter: ExportFilter;
  /** Values of the source's `order`: selects only rows after them. */
  after: unknown[] | null;
};

function selected(
  { source, filter, after }: Selection,
  what: RawBuilder<unknown>,
  limits: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const keys = sql.join(source.order.map((name) => sql.ref(`r.${name}`)));
  const values = after?.map((value, i) => sql`${value}::${orderType(source, source.order[i]!)}`);
  const beyond = values ? sql`WHERE (${keys}) > (${sql.join(values)})` : sql``;
  return sql`SELECT ${what} FROM (${source.query(filter)}) AS r ${beyond} ORDER BY ${keys} ${limits}`;
}

/** Returns the statement without parameters, because COPY takes none. */
function textOf(db: Queryable, statement: RawBuilder<unknown>): string {
  const { sql: text, parameters } = statement.compile(db);
  return text.replaceAll(/\$(\d+)/g, (_, n: string) => literal(parameters[Number(n) - 1]));
}

/**
 * Returns the statement that sends the formatted rows: as CSV without a header, or as text for other formats and for
 * rows with sealed cells.
 * @param limit the maximum number of rows
 */
export function copyStatement(
  db: Queryable,
  selection: Selection,
  format: Format,
  limit: number,
  csv: CsvOptions | null = null,
): string {
  const cells = selection.source.columns.map(
    (column) => sql`${cell(column, format, csv)} AS ${sql.id(column.name)}`,
  );
  const rows = selected(selection, sql.join(cells), sql`LIMIT ${sql.lit(limit)}`);
  const isSealed = selection.source.columns.some(({ sealed }) => sealed);
  const as = sql.raw(format === 'CSV' && !isSealed ? 'csv' : 'text');
  const delimiter = sql.lit(csv?.delimiter ?? ',');
  const more = format === 'CSV' && !isSealed ? sql`, DELIMITER ${delimiter}` : sql``;
  return textOf(db, sql`COPY (${rows}) TO STDOUT (FORMAT ${as}, ENCODING 'UTF8'${more})`);
}

/**
 * Returns the statement for the values of the source's `order` in one row, as JSON text. @param place the row's
 * number, from 1
 */
export function placeStatement(db: Queryable, selection: Selection, place: number): string {
  const keys = selection.source.order.map((name) => sql.ref(`r.${name}`));
  return textOf(
    db,
    selected(
      selection,
      sql`jsonb_build_array(${sql.join(keys)})::text AS place`,
      sql`LIMIT 1 OFFSET ${sql.lit(place - 1)}`,
    ),
  );
}
