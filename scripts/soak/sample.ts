import { readdir, readFile } from 'node:fs/promises';
import type { Cluster } from '../../test/support/several/cluster.ts';
import { openInspector } from './inspector.ts';

const MIB = 1024 * 1024;

/**
 * Tables that keep every row for good (records that nobody may change or remove, and what tenants wrote), or more than
 * a run writes (the log of changes of permissions, the versions of lists).
 */
export const HISTORY = [
  'audit_links',
  'exports',
  'global_list_changes',
  'identity_payloads',
  'identity_verifications',
  'messages',
  'permission_changes',
  'screenings',
  'usage_records',
];

/** What waits for a worker. */
const QUEUES: Record<string, string> = {
  'deliveries to send': 'SELECT count(*) FROM delivery_queue',
  'audit rows to link': 'SELECT count(*) FROM audit_unlinked',
  'dead letters that wait': `SELECT count(*) FROM dead_letters WHERE status = 'waiting'`,
  'usage to sum up': 'SELECT count(*) FROM usage_pending',
  'exports to make': `SELECT count(*) FROM exports WHERE status IN ('PENDING', 'PROCESSING')`,
};

/** MiB by table. */
const SIZES = `
  SELECT relname AS name, pg_total_relation_size(oid)::float8 / ${MIB} AS value FROM pg_class
  WHERE relkind = 'r' AND relnamespace::regnamespace::text IN ('public', 'pgboss')`;

/**
 * What is kept for a day (idempotency records) or 30 (events and deliveries) is made to look that old after three
 * minutes, so that its removal can be seen within the run.
 */
const AGEING = [
  ['idempotency_records', 'created_at', '25 hours'],
  ['events', 'created_at', '31 days'],
  ['deliveries', 'created_at', '31 days'],
  ['delivery_attempts', 'attempted_at', '31 days'],
].map(
  ([table, column, age]) =>
    `UPDATE ${table} SET ${column} = ${column} - interval '${age}'
     WHERE ${column} BETWEEN now() - interval '1 hour' AND now() - interval '3 minutes'`,
);

/** Every value by its name, at one moment. */
export type Sample = {
  processes: Map<string, number>;
  tables: Map<string, number>;
  queues: Map<string, number>;
  /** Rows written to the tables of `HISTORY`. */
  rows: Map<string, number>;
};

export async function openSampler(
  cluster: Cluster,
  inspectorPorts: ReadonlyMap<string, number>,
): Promise<{ take: () => Promise<Sample>; age: () => Promise<void>; close: () => void }> {
  const { pool, places } = cluster;
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
      const sizes = await pool.query<{ name: string; value: number }>(SIZES);
      const connections = await pool.query<{ count: string }>(
        `SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'oriki%'`,
      );
      const queues = await counted(QUEUES);
      queues.set('database connections', Number(connections.rows[0]!.count));
      return {
        processes,
        tables: new Map(sizes.rows.map(({ name, value }) => [name, value])),
        queues,
        rows: await counted(
          Object.fromEntries(
            HISTORY.map((table) => [
              table,
              `SELECT n_tup_ins AS count FROM pg_stat_user_tables WHERE relname = '${table}'`,
            ]),
          ),
        ),
      };
    },
    async age() {
      for (const statement of AGEING) await pool.query(statement);
    },
    close() {
      for (const { inspector } of inspectors) inspector.close();
    },
  };
}
