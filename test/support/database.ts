import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { ofSchemas, SCHEMAS } from '../../src/platform/db/schemas.ts';
import { BY_FILES, serversOf } from './servers/servers.ts';

import { TEMPLATE } from './template.ts';
/** Schemas that tests find which look into the database. The service says for itself where it looks. */
export const FOUND = [...SCHEMAS, 'public'].join(', ');

/** The same for one connection, to a database that does not say it. */
export function found(connection: pg.ClientConfig): pg.ClientConfig {
  return ofSchemas(connection, [...SCHEMAS, 'public']);
}

/** The same database as the owner of its tables, a superuser. */
export function asOwner(databaseUrl: string): string {
  const servers = serversOf(databaseUrl);
  if (servers) return servers.url('home', new URL(databaseUrl).pathname.slice(1), 'owner');
  const url = new URL(databaseUrl);
  const { username, password } = new URL(inject('serverUrl'));
  return Object.assign(url, { username, password }).href;
}

/** The same database as the service connects to it. */
export function asService(databaseUrl: string): string {
  const { user: username, password } = inject('service');
  return Object.assign(new URL(databaseUrl), { username, password }).href;
}

/** Those that the file has made. */
export const made: string[] = [];

/** Makes one as the superuser. @returns its URL, as the owner */
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

/** A database without tables, as its owner, a superuser. */
export function emptyDatabase(): Promise<string> {
  return newDatabase(`m_${randomBytes(6).toString('hex')}`);
}

/**
 * A fresh, migrated database of its own, as the service connects to it; it goes with the file.
 * @param template the name of another one that it copies, to which nobody is connected
 */
export async function cloneDatabase(template = TEMPLATE): Promise<string> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  return asService(await newDatabase(name, `TEMPLATE ${template} ${BY_FILES}`));
}

/** From now on an idle session of the pool is sent `instead` wherever it would be sent `text`. @returns ends that */
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
