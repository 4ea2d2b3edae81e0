import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { ofSchemas, SCHEMAS } from '../../src/platform/db/schemas.ts';
import { BY_FILES, serversOf } from './servers/servers.ts';

import { TEMPLATE } from './template.ts';
/** The search path for tests that read the database. The service sets its own. */
export const FOUND = [...SCHEMAS, 'public'].join(', ');

/** Returns the connection with that search path. */
export function found(connection: pg.ClientConfig): pg.ClientConfig {
  return ofSchemas(connection, [...SCHEMAS, 'public']);
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
