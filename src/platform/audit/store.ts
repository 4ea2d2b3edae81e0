import { CompiledQuery, sql, type RawBuilder } from 'kysely';
import { AUDIT_PREFIX, hashAction, textsOf, type Action } from './action.ts';
import { arrayText } from '../db/bulk/arrays.ts';
import type { Queryable, Tx } from '../db/database.ts';
import { firstIdAt } from '../ids.ts';
import type { Found } from './rows.ts';

/** The columns of a row, and their types in JSON. */
const TYPES = {
  org_id: 'text',
  id: 'text',
  at: 'timestamptz',
  actor_kind: 'text',
  actor_id: 'text',
  actor_via: 'text',
  action: 'text',
  object_id: 'text',
  before: 'text',
  after: 'text',
  request_id: 'text',
  address: 'text',
  row_hash: 'bytea',
} as const;
const COLUMNS = Object.keys(TYPES) as (keyof typeof TYPES)[];

/**
 * Inserts rows of the log and their places in the queue. Citus rejects an insertion that reads from another part of the
 * statement.
 */
function insertionOf(rows: string, places: string): string {
  return `
    WITH written AS (
      INSERT INTO audit_actions (${COLUMNS.join(', ')})
      ${rows}
    )
    INSERT INTO audit_unlinked (org_id, row_id) ${places}`;
}

/**
 * Inserts the single row that nearly every write adds. It takes PostgreSQL half as long as a row from a function, and a
 * third as long as a row from one array per column.
 */
const ONE_ROW = insertionOf(
  `VALUES (${COLUMNS.map((_, i) => `$${i + 1}`).join(', ')})`,
  'VALUES ($1, $2)',
);

const SEVERAL_ROWS = insertionOf(
  `SELECT ${COLUMNS.map((name) => (['before', 'after'].includes(name) ? `${name}::json` : name)).join(', ')}
  FROM json_to_recordset($1::json) AS w (${COLUMNS.map((name) => `${name} ${TYPES[name]}`).join(', ')})`,
  'SELECT org_id, id FROM json_to_recordset($1::json) AS w (org_id text, id text)',
);

/** Inserts rows of the log, and their places in the linker's queue. */
export function insertActions(actions: readonly Action[]): CompiledQuery {
  const rows = actions.map((action) => {
    const texts = textsOf(action);
    return { ...texts, at: action.at, row_hash: `\\x${hashAction(texts).toString('hex')}` };
  });
  return rows.length === 1
    ? CompiledQuery.raw(
        ONE_ROW,
        COLUMNS.map((name) => rows[0]![name]),
      )
    : CompiledQuery.raw(SEVERAL_ROWS, [JSON.stringify(rows)]);
}

/** Inserts the tombstones of the action of a removal. */
export async function insertTombstones(
  tx: Tx,
  orgId: string,
  actionId: string,
  ids: readonly string[],
): Promise<void> {
  await sql`
    INSERT INTO audit_tombstones (org_id, row_id, action_id)
    SELECT ${orgId}, id, ${actionId} FROM unnest(${arrayText(ids)}::text[]) AS id`.execute(tx);
}

/** Selects the times, from one on, at which a person has done something: at most `limit`, the newest first. */
export async function selectActionTimes(
  db: Queryable,
  { orgId, personId, action }: { orgId: string; personId: string; action: string },
  since: Date,
  limit: number,
): Promise<Date[]> {
  const { rows } = await sql<{ at: Date }>`
    SELECT at FROM audit_actions WHERE org_id = ${orgId} AND actor_id = ${personId} AND action = ${action}
      AND id >= ${firstIdAt(AUDIT_PREFIX, since.getTime())} ORDER BY id DESC LIMIT ${limit}`.execute(
    db,
  );
  return rows.map((row) => row.at);
}

/** Counts the results of a query, and returns the first ones. */
export async function selectFirst(tx: Tx, ids: RawBuilder<unknown>, limit: number): Promise<Found> {
  const { rows } = await sql<{ id: string; count: number }>`
    SELECT id, count(*) OVER () AS count FROM (${ids}) AS found ORDER BY id LIMIT ${limit}`.execute(
    tx,
  );
  return { count: rows[0]?.count ?? 0, ids: rows.map((row) => row.id) };
}

/**
 * Milliseconds since 1970. A time that is finer, infinite or before year 1 becomes a text that no time written by Oriki
 * has.
 */
export function milliseconds(column: string): RawBuilder<string> {
  return sql<string>`trim_scale(extract(epoch FROM ${sql.ref(column)}) * 1000)::text`;
}
