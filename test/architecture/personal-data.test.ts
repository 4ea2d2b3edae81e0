import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MODULES } from '../../src/modules/index.ts';
import { tablesOf, type ModuleTables } from '../../src/modules/module.ts';
import { PLATFORM_TABLES } from '../../src/modules/privacy/platform-tables.ts';
import { TENANT_SCOPES } from '../../src/modules/declared.ts';
import { asOwner, cloneDatabase } from '../support/database.ts';

const DECLARED: ModuleTables = { ...tablesOf(MODULES), ...PLATFORM_TABLES };
const PERSONAL = Object.entries(DECLARED).flatMap(([table, { personal }]) =>
  personal ? [{ table, personal }] : [],
);

/** Sealed columns without personal data, each with its content. */
const SECRETS: Record<string, string> = {
  'global_list_origins.queries': 'parts of addresses of publishers',
  'sign_in_issuers.client_key': 'the private key of a client',
  'sign_in_issuers.envelope': 'the secret of a client',
  'signing_keys.envelope': 'the key that signs documents',
  'webhook_credentials.envelope': 'credentials of receivers',
  'webhook_secrets.envelope': 'secrets that sign events',
};

/** Names of columns that usually have personal data. */
const TELLING =
  /subject|name$|alias|dob|e_?mail|address|profile|content|preview|external_id|identifier|person|user_id|^reason$|^body$|actor_id/;
/** Columns with such a name and without personal data, each with its content. */
const OTHERS: Record<string, string> = {
  'buckets.name': 'a bucket',
  'channels.display_name': 'a kind of threads',
  'federation_groups.fraud_profile': 'a profile of screening',
  'federation_groups.name': 'a group of organizations',
  'federation_members.fraud_profile': 'a profile of screening',
  'global_list_origins.aliases': 'the address of a file',
  'global_list_versions.aliases_sha256': 'the hash of a file',
  'screening_profiles.profile': 'a profile of screening',
  'global_list_versions.addresses_sha256': 'the hash of a file',
  'global_list_origins.addresses': 'the address of a file',
  'global_lists.name': 'a list',
  'installation.name': 'a fact of the installation',
  'invoices.reason': 'why an invoice is corrected',
  'jobs.name': 'a job',
  'organizations.name': 'an organization',
  'permission_modules.name': 'a module',
  'permission_roles.name': 'a role',
  'schema_migrations.name': 'a migration',
  'scim_groups.display_name': 'a group of people',
  'scim_groups.external_id': 'the id of a group',
  'screening_lists.name': 'a list',
  'sign_in_issuers.name': 'an identity provider',
  'sign_in_issuers.subject_claim': 'the name of a claim',
  'webhooks.name': 'a webhook',
};

type Column = { table: string; column: string; type: string };
let columns: Column[];
let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: asOwner(await cloneDatabase()) });
  await owner.connect();
  const { rows } = await owner.query<Column>(
    `SELECT DISTINCT c.table_name::text AS table, c.column_name::text AS column, c.data_type::text AS type
     FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema IN ('bucket_000', 'shared') AND t.table_type = 'BASE TABLE'`,
  );
  columns = rows;
});
afterAll(() => owner.end());

/** Types whose values could be about a person. */
const TEXTS = new Set(['text', 'json', 'jsonb', 'bytea', 'ARRAY', 'date', 'character varying']);

test('every sealed column is declared as personal data, or is a secret of the product', () => {
  const sealed = Object.entries(DECLARED).flatMap(([table, { sealed: own = {}, personal }]) =>
    Object.keys(own)
      .filter((column) => !Object.hasOwn(personal?.columns ?? {}, column))
      .map((column) => `${table}.${column}`),
  );
  expect(sealed.toSorted()).toEqual(Object.keys(SECRETS).toSorted());
});

test('every column of a table with personal data is declared as personal or as another text', () => {
  expect(PERSONAL.length).toBeGreaterThan(30);
  for (const { table, personal } of PERSONAL) {
    const own = columns.filter((one) => one.table === table);
    const declared = [...Object.keys(personal.columns), ...(personal.others ?? [])];
    const names = own.map(({ column }) => column);
    expect(names, table).toEqual(expect.arrayContaining(declared));
    const texts = own.filter(({ type }) => TEXTS.has(type)).map(({ column }) => column);
    const missing = texts.filter(
      (column) => !['id', 'org_id'].includes(column) && !declared.includes(column),
    );
    expect(missing, table).toEqual([]);
    expect(names, table).toEqual(expect.arrayContaining([...(personal.encrypted ?? [])]));
  }
});

test('a column whose name is that of personal data is declared, or is an exception with its content', () => {
  const declared = new Set(
    PERSONAL.flatMap(({ table, personal }) =>
      [...Object.keys(personal.columns), ...(personal.others ?? [])].map(
        (one) => `${table}.${one}`,
      ),
    ),
  );
  const found = columns
    .filter(({ column, type }) => TELLING.test(column) && TEXTS.has(type))
    .map(({ table, column }) => `${table}.${column}`)
    .filter((name) => !declared.has(name));
  expect(found.toSorted()).toEqual(Object.keys(OTHERS).toSorted());
});

test('the path from a row to its subject leads over existing columns', async () => {
  const paths = PERSONAL.flatMap(({ table, personal }) =>
    personal.subject === undefined ? [] : [{ table, path: personal.subject }],
  );
  expect(paths.length).toBeGreaterThan(20);
  await owner.query('SET search_path = bucket_000, shared');
  for (const { table, path } of paths) {
    if (typeof path === 'string') {
      await owner.query(`SELECT ${path} FROM ${table} WHERE ${path} = 'x'`);
      continue;
    }
    if ('only' in path) {
      await owner.query(
        `SELECT FROM ${table} WHERE ${path.column} = 'x' AND ${path.only.column} = ANY ($1)`,
        [path.only.values],
      );
      continue;
    }
    expect(DECLARED[path.table]?.personal?.subject, table).toBeDefined();
    await owner.query(
      `SELECT FROM ${table} a JOIN ${path.table} b ON b.org_id = a.org_id AND b.${path.key} = a.${path.column}`,
    );
  }
});

test('the readers of personal data are scopes', () => {
  const readers = PERSONAL.flatMap(({ personal }) => personal.readers);
  const unknown = readers.filter((scope) => !(TENANT_SCOPES as readonly string[]).includes(scope));
  expect(unknown).toEqual([]);
});
