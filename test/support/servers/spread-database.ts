import pg from 'pg';
import { Buckets } from '../../../src/platform/db/buckets/buckets.ts';
import { HOME } from '../../../src/platform/db/buckets/placement.ts';
import { Database, type ConnectionSettings } from '../../../src/platform/db/database.ts';
import { FIRST_BUCKET, ofSchemas } from '../../../src/platform/db/schemas.ts';
import { Server } from '../../../src/platform/db/session/server.ts';
import type { Session } from '../../../src/platform/db/session/session.ts';
import type { Servers } from './servers.ts';

type Query = (text: string, values?: unknown[]) => Promise<pg.QueryResult>;

const ORGANIZATION = /^org_\w+$/;

/** Returns a pattern that matches statements about tables of the shared schema. */
async function sharedTables(shared: Database): Promise<RegExp> {
  const { rows } = await shared.query(
    `SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'shared'::regnamespace AND relkind = 'r'
     EXCEPT SELECT relname FROM pg_class WHERE relnamespace = '${FIRST_BUCKET}'::regnamespace`,
  );
  const names = rows.map(({ name }) => name).join('|');
  return new RegExp(String.raw`\b(?:from|into|update|join)\s+(?:shared\.)?"?(?:${names})\b`, 'i');
}

/** Returns the organization of a statement, from its parameters or else its text. */
function organizationIn(text: string, values: readonly unknown[]): string | undefined {
  const strings = values.flat().filter((value) => typeof value === 'string');
  return strings.find((value) => ORGANIZATION.test(value)) ?? /'(org_\w+)'/.exec(text)?.[1];
}

/** Buckets with separate pools for the test's connections: none of them has entered another schema before. */
class SpreadBuckets extends Buckets {
  readonly #pools: pg.Pool[] = [];

  #withPool(database: Database): Database {
    if (Object.hasOwn(database, 'pool')) return database;
    const pool = new pg.Pool({ ...database.connection, max: 3, application_name: 'oriki:test' });
    pool.on('error', () => {});
    this.#pools.push(pool);
    return Object.defineProperty(database, 'pool', { value: pool });
  }

  override get all(): Database[] {
    return super.all.map((one) => this.#withPool(one));
  }

  override async of(orgId: string): Promise<Database> {
    return this.#withPool(await super.of(orgId));
  }

  override async close(): Promise<void> {
    await Promise.all([super.close(), ...this.#pools.map((pool) => pool.end())]);
  }
}

/**
 * The rows that a test reads and writes, where organizations are on three servers. Verbs of the product find their
 * bucket themselves. A statement of the test outside of a transaction runs in the bucket of the organization that it
 * names. Without an organization it runs in every bucket and returns the rows of all.
 */
export async function spreadDatabase(servers: Servers, homeUrl: string): Promise<Database> {
  const options = { poolSize: 3, statementTimeoutMs: 30_000, onIdleError: () => {} };
  const database = new URL(homeUrl).pathname.slice(1);
  const connections = new Map<string, ConnectionSettings>(
    ([HOME, 'b', 'c'] as const).map((name, i) => [
      servers.nameOf(name),
      // For connections that enter no bucket.
      ofSchemas({ connectionString: servers.url(name, database, 'owner') }, [
        `bucket_00${i}`,
        'shared',
        'public',
      ]),
    ]),
  );
  const buckets = new SpreadBuckets({ ...options, connections, areNodes: servers.areNodes });
  await buckets.placement.refresh(buckets.shared.read);
  const connection = connections.get(HOME)!;
  const server = new Server({ ...options, connection });
  const db = new Database({ ...options, connection }, () => server);
  db.buckets = buckets;

  const shared = await sharedTables(buckets.shared);
  const spread = async (atHome: Query, text: string, values?: unknown[]) => {
    await buckets.placement.refresh(buckets.shared.read);
    if (shared.test(text)) return atHome(text, values);
    const orgId = organizationIn(text, values ?? []);
    const places = orgId === undefined ? buckets.all : [await buckets.of(orgId)];
    const results: pg.QueryResult[] = [];
    for (const place of places)
      results.push(
        place.schema === FIRST_BUCKET
          ? await atHome(text, values)
          : await place.query(text, values),
      );
    const [first, ...others] = results;
    // The results of several statements are a list.
    if (!first || Array.isArray(first)) return first!;
    for (const { rows, rowCount } of others) {
      first.rows.push(...rows);
      first.rowCount = (first.rowCount ?? 0) + (rowCount ?? 0);
    }
    return first;
  };

  const session = server.session.bind(server);
  const routed = new WeakSet<Session>();
  server.session = async () => {
    const one = await session();
    if (!routed.has(one)) {
      routed.add(one);
      const { query, release } = one.reader;
      const reader = {
        query: (text: string, values: unknown[]) => spread(query as Query, text, values),
        release,
      };
      Object.assign(one, { reader });
    }
    return one;
  };
  const query = server.pool.query.bind(server.pool) as Query;
  Object.assign(server.pool, {
    query: (text: string, values?: unknown[]) => spread(query, text, values),
  });
  const close = server.close.bind(server);
  server.close = async () => {
    await Promise.all([close(), buckets.close()]);
  };
  return db;
}
