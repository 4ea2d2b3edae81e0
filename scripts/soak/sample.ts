import { readdir, readFile } from 'node:fs/promises';
import type { Cluster } from '../../test/support/several/cluster.ts';
import { openInspector } from './inspector.ts';

const MIB = 1024 * 1024;

/**
 * The age of rows with a retention of a day or 30 days from which the run sets them back, so that it sees their
 * deletion.
 */
const AGED_AFTER_SECONDS = 180;
/** Time until expired rows are deleted: workers check once a minute. */
const REMOVED_WITHIN_SECONDS = 120;

/**
 * Tables that keep every row permanently (append-only records, and tenants' texts), or whose retention keeps more rows
 * than a run writes (the log of changes of permissions, the versions of lists, finished jobs).
 */
export const HISTORY = [
  'audit_links',
  'dead_letters',
  'exports',
  'global_previous_entries',
  'global_list_changes',
  'global_list_versions',
  'identity_payloads',
  'identity_verifications',
  'invoice_lines',
  'invoices',
  'job_common',
  'messages',
  'permission_changes',
  'screenings',
  'usage_records',
];

/** Tables whose rows are deleted by age, with the seconds after which a row must be gone. */
export const KEPT_FOR = new Map([
  ...['idempotency_records', 'events', 'deliveries', 'delivery_attempts'].map(
    (table) => [table, AGED_AFTER_SECONDS + REMOVED_WITHIN_SECONDS] as const,
  ),
  ['inbox_changes', 60 + REMOVED_WITHIN_SECONDS],
]);

/** Rows that wait for a worker. */
const QUEUES: Record<string, string> = {
  'deliveries to send': 'SELECT count(*) FROM delivery_queue',
  'audit rows to link': 'SELECT count(*) FROM audit_unlinked',
  'dead letters that wait': `SELECT count(*) FROM dead_letters WHERE status = 'waiting'`,
  'usage to sum up': 'SELECT count(*) FROM usage_pending',
  'exports to make': `SELECT count(*) FROM exports WHERE status IN ('PENDING', 'PROCESSING')`,
};

/** The size of a table. `written` is PostgreSQL's figure, which lags by some seconds; `rows` is counted. */
export type Table = {
  /** The size with indexes. */
  mib: number;
  rows: number;
  /** Rows written since the table was created. */
  written: number;
};

const TABLES = `
  SELECT c.relname AS name, n.nspname AS schema, pg_total_relation_size(c.oid)::float8 / ${MIB} AS mib,
    s.n_tup_ins::float8 AS written
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_stat_user_tables s ON s.relid = c.oid
  WHERE c.relkind = 'r' AND n.nspname IN ('bucket_000', 'shared') ORDER BY c.relname`;

const AGEING = [
  ['idempotency_records', 'created_at', '25 hours'],
  ['events', 'created_at', '31 days'],
  ['deliveries', 'created_at', '31 days'],
  ['delivery_attempts', 'attempted_at', '31 days'],
].map(
  ([table, column, age]) =>
    `UPDATE ${table} SET ${column} = ${column} - interval '${age}'
     WHERE ${column} BETWEEN now() - interval '1 hour' AND now() - interval '${AGED_AFTER_SECONDS} seconds'`,
);

/** All values by name, at one moment. */
export type Sample = {
  /** Milliseconds of a monotonic clock. */
  at: number;
  processes: Map<string, number>;
  queues: Map<string, number>;
  tables: Map<string, Table>;
};

export async function openSampler(
  cluster: Cluster,
  inspectorPorts: ReadonlyMap<string, number>,
): Promise<{
  take: () => Promise<Sample>;
  age: () => Promise<void>;
  /** Frees rows that no transaction can see. Otherwise autovacuum's thresholds would determine the sizes. */
  vacuum: () => Promise<void>;
  close: () => void;
}> {
  const { places, servers } = cluster;
  const { pool } = servers[0];
  const inspectors = await Promise.all(
    places.map(async (place) => ({
      place,
      inspector: await openInspector(inspectorPorts.get(place.name)!),
    })),
  );
  const counted = async (queries: Record<string, string>): Promise<Map<string, number>> => {
    const found = new Map<string, number>();
    for (const [name, text] of Object.entries(queries)) {
      const { rows } = await pool.query<{ count: string }>(text);
      found.set(name, Number(rows[0]!.count));
    }
    return found;
  };
  return {
    async take() {
      const processes = new Map<string, number>();
      for (const { place, inspector } of inspectors) {
        const { heapUsed, external, resources } = await inspector.memory();
        const { pid } = place.process;
        const status = await readFile(`/proc/${pid}/status`, 'utf8');
        const kib = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
        processes.set(`${place.name}, resident`, kib / 1024);
        processes.set(`${place.name}, heap`, heapUsed / MIB);
        processes.set(`${place.name}, outside the heap`, external / MIB);
        processes.set(
          `${place.name}, files and sockets`,
          (await readdir(`/proc/${pid}/fd`)).length,
        );
        processes.set(`${place.name}, active resources`, resources);
      }
      const connections = await pool.query<{ count: string }>(
        `SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'oriki%'`,
      );
      const queues = await counted(QUEUES);
      queues.set('database connections', Number(connections.rows[0]!.count));
      const found = await pool.query<Omit<Table, 'rows'> & { name: string; schema: string }>(
        TABLES,
      );
      const rows = await counted(
        Object.fromEntries(
          found.rows.map(({ name, schema }) => [name, `SELECT count(*) FROM ${schema}.${name}`]),
        ),
      );
      const tables = new Map(
        found.rows.map(({ name, mib, written }) => [name, { mib, written, rows: rows.get(name)! }]),
      );
      return { at: performance.now(), processes, queues, tables };
    },
    async age() {
      for (const statement of AGEING) await pool.query(statement);
    },
    async vacuum() {
      const { rows } = await pool.query<{ name: string; schema: string }>(TABLES);
      const names = rows.map(({ name, schema }) => `${schema}.${name}`).join();
      await pool.query(`VACUUM (SKIP_LOCKED, TRUNCATE false) ${names}`);
    },
    close() {
      for (const { inspector } of inspectors) inspector.close();
    },
  };
}
