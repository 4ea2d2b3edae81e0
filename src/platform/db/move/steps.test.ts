import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conninfo } from './steps.ts';

/** Any file will do: it is read but not parsed before a connection is made. */
const FILE = join(import.meta.dirname, 'steps.test.ts');

function said(query: string): string {
  return conninfo({ owner: { connectionString: `postgresql://o:it's@db:5432/oriki${query}` } });
}

const PLAIN = String.raw`host='db' port='5432' user='o' password='it\'s' dbname='oriki'`;

test('the server that copies a bucket requires the same TLS as the owner of the schemas', () => {
  expect(said('')).toBe(PLAIN);
  expect(said('?sslmode=disable')).toBe(`${PLAIN} sslmode='disable'`);
  expect(said('?sslmode=no-verify')).toBe(`${PLAIN} sslmode='require'`);
  expect(said('?sslmode=verify-full')).toBe(`${PLAIN} sslmode='verify-full' sslrootcert='system'`);
  expect(said(`?sslmode=verify-full&sslrootcert=${FILE}&sslcert=${FILE}&sslkey=${FILE}`)).toBe(
    `${PLAIN} sslmode='verify-full' sslrootcert='${FILE}' sslcert='${FILE}' sslkey='${FILE}'`,
  );
  expect(said(`?sslmode=verify-ca&sslrootcert=${FILE}&uselibpqcompat=true`)).toBe(
    `${PLAIN} sslmode='verify-ca' sslrootcert='${FILE}'`,
  );
});

test('keeps the server check, or the choice of no TLS, of a connection in parts', () => {
  const owner = { host: 'db', port: 5432, user: 'o', password: "it's", database: 'oriki' };
  expect(conninfo({ owner: { ...owner, ssl: true } })).toBe(
    `${PLAIN} sslmode='verify-full' sslrootcert='system'`,
  );
  expect(conninfo({ owner: { ...owner, ssl: false } })).toBe(`${PLAIN} sslmode='disable'`);
});
