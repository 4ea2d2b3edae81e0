import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { Database } from '../../src/platform/db/database.ts';
import { ofSchemas, SCHEMAS } from '../../src/platform/db/schemas.ts';
import { IS_SPREAD } from './servers/is-spread.ts';
import { BY_FILES, serversOf, serversOfRun } from './servers/servers.ts';
import { spreadDatabase } from './servers/spread-database.ts';
import { TEMPLATE } from './template.ts';
import { within } from './within.ts';

/** The search path for tests that read the database. The service sets its own. */
export const FOUND = [...SCHEMAS, 'public'].join(', ');

/** The time for which the service waits for a connection. */
const CONNECT_MS = 3000;

/** Returns the connection with that search path, and a busy machine's time to open it. */
export function found(connection: pg.ClientConfig): pg.ClientConfig {
  const connectionTimeoutMillis = within(CONNECT_MS);
  return { ...ofSchemas(connection, [...SCHEMAS, 'public']), connectionTimeoutMillis };
}

/** Returns the URL with a busy machine's time to open a connection, after which the service would answer with 503. */
export function patient(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return databaseUrl;
  const url = new URL(databaseUrl);
  url.searchParams.set('connectionTimeoutMillis', String(within(CONNECT_MS)));
  return url.href;
}

/** Returns the URL of the same database for the owner of its tables, a superuser. */
export function asOwner(databaseUrl: string): string {
  const servers = serversOf(databaseUrl);
  if (servers) return servers.url('home', new URL(databaseUrl).pathname.slice(1), 'owner');
  const url = new URL(databaseUrl);
  const { username, password } = new URL(inject('serverUrl'));
  return Object.assign(url, { username, password }).href;
}

/** Returns the URL of the same database for the service. */
export function asService(databaseUrl: string): string {
  const { user: username, password } = inject('service');
  return Object.assign(new URL(databaseUrl), { username, password }).href;
}

/** The databases that this test file has created. */
export const made: string[] = [];

/** Creates a database as the superuser. @returns its URL, for the owner */
async function newDatabase(name: string, how = ''): Promise<string> {
  const url = new URL(inject('serverUrl'));
  const admin = new pg.Client({ connectionString: url.href, application_name: 'oriki:test' });
  await admin.connect();
  made.push(name);
  await admin.query(`CREATE DATABASE ${name} ${how}`);
  await admin.query(`ALTER DATABASE ${name} SET search_path = ${FOUND}`);
  await admin.end();
  url.pathname = `/${name}`;
  return url.href;
}

/** Creates a database without tables. @returns its URL, for its owner, a superuser */
export function emptyDatabase(): Promise<string> {
  return newDatabase(`m_${randomBytes(6).toString('hex')}`);
}

/**
 * Creates a separate, migrated database. @returns its URL, for the service; it is dropped with the test file
 * @param template the name of a database to copy, which must have no connections
 */
export async function cloneDatabase(template = TEMPLATE): Promise<string> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  return asService(await newDatabase(name, `TEMPLATE ${template} ${BY_FILES}`));
}

export type TestDatabase = {
  url: string;
  /** For verbs, with the rights of the service. */
  db: Database;
  /** For the setup and checks of tests: the owner may do everything. */
  owner: Database;
  close: () => Promise<void>;
};

/**
 * Opens a separate database for verbs. Where organizations are spread over servers, as those of `startTestApp`, verbs have
 * the owner's rights, too.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const servers = IS_SPREAD ? await serversOfRun() : undefined;
  if (servers) {
    const url = await servers.clone();
    const db = await spreadDatabase(servers, url);
    return { url, db, owner: db, close: () => db.close() };
  }
  const url = await cloneDatabase();
  const open = (connectionString: string): Database =>
    new Database({
      connection: found({ connectionString }),
      poolSize: 4,
      statementTimeoutMs: 30_000,
      onIdleError: () => {},
    });
  const [db, owner] = [open(url), open(asOwner(url))];
  const close = async (): Promise<void> => {
    await Promise.all([db.close(), owner.close()]);
  };
  return { url, db, owner, close };
}

/** Opens a pool of this size on a separate database. */
export async function openPool(poolSize: number): Promise<Database> {
  const connection = { connectionString: await cloneDatabase() };
  return new Database({ connection, poolSize, statementTimeoutMs: 10_000, onIdleError: () => {} });
}

/** Makes idle sessions of the pool send `instead` in place of `text`. @returns a function that ends this */
export async function sendInstead(
  pool: pg.Pool,
  text: string,
  instead: string,
): Promise<() => void> {
  const client = await pool.connect();
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const exchanged = (first: unknown, ...more: unknown[]) =>
    query(first === text ? instead : first, ...more);
  Object.assign(client, { query: exchanged });
  client.release();
  return () => void Object.assign(client, { query });
}
