import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

const TEMPLATE = 'oriki_template';

/** A fresh, migrated database of its own; the server goes with the whole run. */
export async function cloneDatabase(): Promise<string> {
  const url = new URL(inject('serverUrl'));
  const admin = new pg.Client({ connectionString: url.href, application_name: 'oriki:test' });
  await admin.connect();
  const name = `t_${randomBytes(6).toString('hex')}`;
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  await admin.end();
  url.pathname = `/${name}`;
  return url.href;
}
