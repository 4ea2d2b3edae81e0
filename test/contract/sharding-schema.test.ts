import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOwner, cloneDatabase } from '../support/database.ts';
import {
  NO_PRIMARY_KEY,
  OF_EACH_SCHEMA,
  OTHER_KEYS,
  REFERENCE,
  SHARED,
  tablesOfTenants,
} from './support/sharding.ts';

let owner: pg.Client;
let tenantTables: Set<string>;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: asOwner(await cloneDatabase()) });
  await owner.connect();
  tenantTables = await tablesOfTenants(owner);
});
afterAll(() => owner.end());

test('every table belongs to tenants, with org_id, or is a named reference table', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT DISTINCT relname::text AS name FROM pg_class WHERE relnamespace IN ('bucket_000'::regnamespace, 'shared'::regnamespace) AND relkind IN ('r', 'p')`,
  );
  const others = rows.map(({ name }) => name).filter((name) => !tenantTables.has(name));
  expect(others.toSorted()).toEqual(Object.keys(REFERENCE).toSorted());
  expect(tenantTables.size).toBeGreaterThan(40);
});

test('no table, view, sequence or function has a name in both schemas, except those of each schema', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT name FROM (
       SELECT relname::text AS name, relnamespace::regnamespace::text AS schema FROM pg_class WHERE relkind <> 'i'
       UNION SELECT proname::text, pronamespace::regnamespace::text FROM pg_proc) AS named
     WHERE schema IN ('bucket_000', 'shared') GROUP BY name HAVING count(*) > 1`,
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(OF_EACH_SCHEMA).toSorted());
});

test("every primary, unique and foreign key of a tenant's table begins with org_id, except the named ones", async () => {
  const { rows } = await owner.query<{ name: string; relation: string; first: string }>(
    `SELECT i.indexrelid::regclass::text AS name, i.indrelid::regclass::text AS relation,
       pg_get_indexdef(i.indexrelid, 1, true) AS first
     FROM pg_index AS i WHERE i.indisunique
     UNION ALL SELECT conname, conrelid::regclass::text, attname
     FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1] WHERE contype = 'f'`,
  );
  const other = rows
    .filter(({ relation, first }) => tenantTables.has(relation) && first !== 'org_id')
    .map(({ name }) => name);
  expect(other.toSorted()).toEqual(Object.keys(OTHER_KEYS).toSorted());
});

test('no table of tenants has a foreign key to a shared one, which may be on another server', async () => {
  const { rows } = await owner.query<{ name: string; relation: string; target: string }>(
    `SELECT conname::text AS name, conrelid::regclass::text AS relation, confrelid::regclass::text AS target
     FROM pg_constraint WHERE contype = 'f' ORDER BY 1`,
  );
  const crossing = rows.filter(
    ({ relation, target }) => !SHARED.has(relation) && SHARED.has(target),
  );
  expect(crossing).toEqual([]);
});

test("every tenant's table has a primary key, except the named ones", async () => {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT indrelid::regclass::text AS name FROM pg_index WHERE indisprimary`,
  );
  const without = [...tenantTables].filter((name) => !rows.some((row) => row.name === name));
  expect(without.toSorted()).toEqual(Object.keys(NO_PRIMARY_KEY).toSorted());
});

test("every tenant's table has row-level security, forced, with the policy of its organization", async () => {
  const { rows } = await owner.query<{ name: string; policies: string[] }>(
    `SELECT relname::text AS name, ARRAY(SELECT polname || ' ' || pg_get_expr(polqual, polrelid) FROM pg_policy
         WHERE polrelid = c.oid AND polcmd = '*' ORDER BY 1) AS policies
     FROM pg_class AS c WHERE relnamespace IN ('bucket_000'::regnamespace, 'shared'::regnamespace) AND relrowsecurity AND relforcerowsecurity`,
  );
  const policyOf = (column: string) => [
    'operator true',
    `organization (${column} = current_setting('oriki.org_id'::text, true))`,
  ];
  expect(Object.fromEntries(rows.map(({ name, policies }) => [name, policies]))).toEqual({
    organizations: policyOf('id'),
    ...Object.fromEntries([...tenantTables].map((name) => [name, policyOf('org_id')])),
  });
});

test('no function notifies: a transaction that has executed NOTIFY cannot be prepared', async () => {
  const { rows } = await owner.query(
    `SELECT proname FROM pg_proc WHERE pronamespace::regnamespace::text <> ALL ($1) AND prosrc ~* '\\mnotify|pg_notify'`,
    [['pg_catalog', 'information_schema']],
  );
  expect(rows).toEqual([]);
});

test('no trigger has a transition table: distributed tables have none', async () => {
  const { rows } = await owner.query(
    `SELECT tgname FROM pg_trigger WHERE tgoldtable IS NOT NULL OR tgnewtable IS NOT NULL`,
  );
  expect(rows).toEqual([]);
});

test('no view or function has the rights of its owner', async () => {
  const { rows } = await owner.query(
    `SELECT relname FROM pg_class WHERE relnamespace IN ('bucket_000'::regnamespace, 'shared'::regnamespace) AND relkind IN ('v', 'm')
       AND NOT coalesce(reloptions @> '{security_invoker=true}', false)
     UNION ALL SELECT proname FROM pg_proc WHERE pronamespace IN ('bucket_000'::regnamespace, 'shared'::regnamespace) AND prosecdef`,
  );
  expect(rows).toEqual([]);
});
