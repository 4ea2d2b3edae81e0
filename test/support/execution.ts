/** Executes statements that were recorded, in transactions that are rolled back, and says what they touch. */
import type pg from 'pg';
import type { Recorded } from './statements.ts';

export type Executed = {
  /** Tables that it, its triggers and its foreign keys have used. */
  tables: string[];
  rows: unknown[];
  count: number | null;
};

const TABLES_USED = `SELECT DISTINCT relname::text AS name FROM pg_locks JOIN pg_class ON pg_class.oid = relation
  WHERE pid = pg_backend_pid() AND relkind IN ('r', 'p')
    AND relnamespace::regnamespace::text <> ALL ('{pg_catalog,pg_toast,information_schema}') ORDER BY 1`;

/** Takes away the rows that the statement has inserted before, so that it inserts them again. */
async function makeRoom(owner: pg.Client, table: string): Promise<void> {
  await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER USER;
    SET LOCAL session_replication_role = replica;
    DELETE FROM ${table};
    SET LOCAL session_replication_role = origin;
    ALTER TABLE ${table} ENABLE TRIGGER USER`);
}

/**
 * @param owner a session that no policy applies to
 * @param as the role, and the organization, as which it is executed instead
 * @throws what the database says, unless that is that rows of it are there already
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
 * Tells whether it finds, answers and changes the same when row-level security hides the rows of all other organizations.
 * Some answers are different each time, such as those with times of the transaction: of these the number of rows counts.
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
