/** Executes recorded statements in transactions that are rolled back, and returns what they touch. */
import type pg from 'pg';
import type { Recorded } from './statements.ts';

export type Executed = {
  /** The tables that the statement, its triggers and its foreign keys have used. */
  tables: string[];
  rows: unknown[];
  count: number | null;
};

const TABLES_USED = `SELECT DISTINCT relname::text AS name FROM pg_locks JOIN pg_class ON pg_class.oid = relation
  WHERE pid = pg_backend_pid() AND relkind IN ('r', 'p')
    AND relnamespace::regnamespace::text <> ALL ('{pg_catalog,pg_toast,information_schema}') ORDER BY 1`;

/** Deletes the rows that the statement has inserted before, so that it can insert them again. */
async function makeRoom(owner: pg.Client, table: string): Promise<void> {
  await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER USER;
    SET LOCAL session_replication_role = replica;
    DELETE FROM ${table};
    SET LOCAL session_replication_role = origin;
    ALTER TABLE ${table} ENABLE TRIGGER USER`);
}

/**
 * @param owner a session without row-level security
 * @param as the role and the organization to execute it as instead
 * @throws errors of the database, except for rows that exist already
 */
export async function execute(
  owner: pg.Client,
  { text, values }: Pick<Recorded, 'text' | 'values'>,
  as?: { role: string; orgId: string },
): Promise<Executed> {
  const full = new Set<string>();
  for (;;) {
    await owner.query('BEGIN');
    try {
      for (const table of full) await makeRoom(owner, table);
      if (as)
        await owner.query(`SET LOCAL ROLE ${as.role}; SET LOCAL oriki.org_id = '${as.orgId}'`);
      const { rows, rowCount } = await owner.query(text, [...values]);
      await owner.query('RESET ROLE');
      const used = await owner.query<{ name: string }>(TABLES_USED);
      return { rows, count: rowCount, tables: used.rows.map(({ name }) => name) };
    } catch (error) {
      const { code, table } = error as { code?: string; table?: string };
      if (!['23505', '23514'].includes(code ?? '') || table === undefined || full.has(table))
        throw error;
      full.add(table);
    } finally {
      await owner.query('ROLLBACK');
    }
  }
}

/**
 * Returns true if the statement finds, returns and changes the same when row-level security hides the rows of all
 * other organizations. For answers that differ each time, such as those with transaction times, it compares the
 * number of rows.
 */
export async function isSameAlone(
  owner: pg.Client,
  statement: Pick<Recorded, 'text' | 'values'>,
  as: { role: string; orgId: string },
): Promise<boolean> {
  const [among, alone] = [await execute(owner, statement), await execute(owner, statement, as)];
  const [text, textAlone] = [JSON.stringify(among.rows), JSON.stringify(alone.rows)];
  if (among.count !== alone.count || text === textAlone) return among.count === alone.count;
  return JSON.stringify((await execute(owner, statement)).rows) !== text;
}
