import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { TABLES } from '../../modules/declared.ts';
import { asOwner, cloneDatabase, sendInstead } from '../../../test/support/database.ts';
import { Database, type DatabaseScope, type TransactionWork } from './database.ts';
import { migrateFor } from './migration/migrate.ts';
import { roleFacts, roleRisks, tenantRoleOf } from './roles.ts';

function open(connectionString: string, tenantRole?: string, poolSize = 2): Database {
  return new Database({
    connection: { connectionString },
    tenantRole,
    poolSize,
    statementTimeoutMs: 5000,
    onIdleError: () => {},
  });
}

let url: string;
let owner: pg.Client;
let db: Database;
beforeAll(async () => {
  url = await cloneDatabase();
  owner = new pg.Client({ connectionString: asOwner(url) });
  await owner.connect();
  db = open(url, tenantRoleOf(inject('service').user));
  await owner.query(`INSERT INTO organizations (id, name, plan)
    SELECT 'org_' || i, 'Test', 'pro' FROM unnest('{a,b}'::text[]) AS i`);
  for (const org of ['org_a', 'org_b'])
    await owner.query(
      `INSERT INTO channels (org_id, id, slug, display_name, entity_type) VALUES ($1, $1, 's', 'S', 'e')`,
      [org],
    );
});
afterAll(async () => {
  await db.close();
  await owner.end();
});

describe("the service's role", () => {
  const AUDIT = ['identity_verifications', 'audit_links'];
  const MONEY = ['usage_records', 'price_sheets', 'invoices', 'invoice_lines'];
  const refused = AUDIT.concat(MONEY).flatMap((table) => [
    // Triggers reject the deletion of rows of the audit log and of usage.
    ...(MONEY.includes(table) && table !== 'usage_records' ? [`DELETE FROM ${table}`] : []),
    `TRUNCATE ${table} CASCADE`,
    `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
    `DROP TABLE ${table} CASCADE`,
  ]);

  test.each([
    ...refused,
    'UPDATE identity_verifications SET row_hash = row_hash',
    'UPDATE audit_links SET hash = hash',
    'UPDATE invoices SET total = 0',
    "UPDATE screening_decisions SET on_behalf_of = 'x'",
    "UPDATE identity_payloads SET verification_id = 'x'",
    'DELETE FROM usage_daily',
    'DELETE FROM invoice_repricings',
    'UPDATE invoice_runs SET run_at = now()',
    'DELETE FROM invoice_runs',
    'TRUNCATE messages',
    "UPDATE schema_migrations SET checksum = 'x'",
    'DROP TRIGGER audit_links_append_only ON audit_links',
    'CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE sql AS $$ SELECT $$',
    'ALTER TABLE messages ADD COLUMN x int',
    'ALTER TABLE messages NO FORCE ROW LEVEL SECURITY',
    'DROP POLICY organization ON messages',
    'CREATE TABLE x (y int)',
    'CREATE SCHEMA x',
    "SET session_replication_role = 'replica'",
    'CREATE ROLE x',
    'SET ROLE oriki',
  ])('is rejected: %s', async (statement) => {
    await expect(db.query(statement)).rejects.toMatchObject({
      code: expect.stringMatching(/^(42501|0A000)$/),
    });
  });

  test('can hide a table only from its own session, by a temporary table of that name', async () => {
    const [one, other] = [open(url, undefined, 1), open(url, undefined, 1)];
    await one.query('CREATE TEMPORARY TABLE organizations (id text)');
    expect((await one.query('SELECT FROM organizations')).rowCount).toBe(0);
    expect((await other.query('SELECT FROM organizations')).rowCount).toBe(2);
    await Promise.all([one.close(), other.close()]);
  });

  test('has no risky rights, unlike the owner', async () => {
    const facts = await roleFacts(db);
    expect(facts).toMatchObject({ owns: false, superuser: false });
    expect(roleRisks(facts)).toEqual([]);
    expect(roleRisks(await roleFacts(owner))).toHaveLength(2);
  });

  test('gets its rights once: a second migration changes no table', async () => {
    const state = `SELECT oid, relacl, xmin FROM pg_class WHERE relkind IN ('r', 'p', 'v') ORDER BY oid`;
    const before = (await owner.query(state)).rows;
    await migrateFor({ connectionString: asOwner(url) }, { user: inject('service').user }, TABLES);
    expect((await owner.query(state)).rows).toEqual(before);
  });

  test('migrates and works if it owns everything and may not create roles', async () => {
    const role = `r_${randomBytes(6).toString('hex')}`;
    await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'pw'`);
    await owner.query(`CREATE DATABASE ${role} OWNER ${role}`);
    const alone = Object.assign(new URL(url), { username: role, password: 'pw', pathname: role });
    const connection = { connectionString: alone.href };
    const { roles } = await migrateFor(connection, { user: role }, TABLES);
    expect(roles).toEqual({ service: role, tenant: undefined });
    await owner.query(`ALTER ROLE ${role} SET search_path = bucket_000, shared`);
    const own = open(alone.href);
    expect(roleRisks(await roleFacts(own))).toHaveLength(2);
    await own
      .organization('org_a')
      .transaction((tx) =>
        sql`INSERT INTO organizations (id, name, plan) VALUES ('org_a', 'Test', 'pro')`.execute(tx),
      );
    expect((await own.query('SELECT id FROM organizations')).rowCount).toBe(1);
    await own.close();
    await owner.query(`DROP DATABASE ${role}`);
    await owner.query(`DROP ROLE ${role}`);
  });
});

/** A query without a filter, like one with a mistake. */
async function everything({ read }: Pick<DatabaseScope, 'read'>): Promise<string[]> {
  const { rows } = await sql<{
    org: string;
  }>`SELECT org_id AS org FROM channels ORDER BY 1`.execute(read);
  return rows.map(({ org }) => org);
}

const renaming: TransactionWork<void> = async (tx, lastStatement) =>
  lastStatement(sql`UPDATE channels SET slug = 'renamed'`.compile(tx));
async function renamed(): Promise<number> {
  return (await owner.query("SELECT FROM channels WHERE slug = 'renamed'")).rowCount!;
}

describe('row-level security', () => {
  test('limits a query without a filter to the rows of its organization', async () => {
    expect(await everything(db)).toEqual(['org_a', 'org_b']);
    expect(await everything(db.organization('org_a'))).toEqual(['org_a']);
    expect(await everything(db.organization('org_b'))).toEqual(['org_b']);
    expect(await everything(db.organization('org_c'))).toEqual([]);
    expect(await everything(db)).toEqual(['org_a', 'org_b']);
  });

  test('rejects writes to rows of others, and neither changes nor deletes them', async () => {
    const scope = db.organization('org_a');
    await expect(
      scope.read
        .insertInto('channels')
        .values({ org_id: 'org_b', id: 'x', slug: 'x', display_name: '', entity_type: '' })
        .execute(),
    ).rejects.toMatchObject({ code: '42501' });
    const [{ changed }, { deleted }] = await scope.transaction(async (tx) => {
      const update = await sql`UPDATE channels SET display_name = 'changed'`.execute(tx);
      const gone = await sql`DELETE FROM channels WHERE org_id = 'org_b'`.execute(tx);
      return [{ changed: update.numAffectedRows }, { deleted: gone.numAffectedRows }];
    });
    expect([changed, deleted]).toEqual([1n, 0n]);
    await expect(
      scope.read.updateTable('channels').set({ org_id: 'org_b' }).execute(),
    ).rejects.toMatchObject({ code: '42501' });
  });

  test("lets tenants' requests read their charges and write none of them", async () => {
    const scope = db.organization('org_a').read;
    for (const table of ['usage_daily', 'usage_months', 'invoices', 'invoice_lines'])
      for (const privilege of ['INSERT', 'UPDATE', 'DELETE', 'SELECT']) {
        const { rows } = await sql<{
          may: boolean;
        }>`SELECT has_table_privilege(${table}, ${privilege}) AS may`.execute(scope);
        expect(rows, `${privilege} ${table}`).toEqual([{ may: privilege === 'SELECT' }]);
      }
  });

  test('holds in a session that served another organization, or none, before', async () => {
    const one = open(url, tenantRoleOf(inject('service').user), 1);
    const orgs = ['org_a', undefined, 'org_b', 'org_b', 'org_a', undefined, undefined, 'org_b'];
    const seen = await Promise.all(
      orgs.map((org) => {
        const scope = org === undefined ? one : one.organization(org);
        return Math.random() < 0.5
          ? everything(scope)
          : scope.transaction((tx) => everything({ read: tx }));
      }),
    );
    expect(seen).toEqual(orgs.map((org) => (org === undefined ? ['org_a', 'org_b'] : [org])));
    // The organization's limits also apply to statements of libraries that build their own SQL, and after a failed
    // transaction.
    await one
      .organization('org_a')
      .transaction(() => Promise.reject(new Error('no')))
      .catch(() => {});
    expect((await one.query('SELECT FROM channels')).rowCount).toBe(2);
    await everything(one.organization('org_a'));
    const session = await one.server.session();
    const { rows } = await session.ask(undefined, 'SELECT current_user::text AS name');
    expect(rows).toEqual([{ name: inject('service').user }]);
    await one.close();
  });

  test('holds on a separate connection, as exports use', async () => {
    const options = db.organizationOptions('org_a');
    const client = new pg.Client({ connectionString: url, options });
    await client.connect();
    expect((await client.query('SELECT org_id FROM channels')).rows).toEqual([{ org_id: 'org_a' }]);
    await client.end();
  });

  test('discards a session that cannot set its organization, and returns nothing', async () => {
    const lost = open(url, 'no_such_role', 1);
    await expect(everything(lost.organization('org_a'))).rejects.toThrow('no_such_role');
    await expect(
      lost.organization('org_a').transaction((tx) => everything({ read: tx })),
    ).rejects.toThrow('no_such_role');
    const write = () => lost.organization('org_a').transaction(renaming);
    await expect(write()).rejects.toThrow('no_such_role');
    expect(await everything(lost)).toEqual(['org_a', 'org_b']);
    await lost.close();
    expect(await renamed()).toBe(0);
  });

  test('writes nothing when a session cannot leave an organization', async () => {
    const one = open(url, tenantRoleOf(inject('service').user), 1);
    expect(await everything(one.organization('org_a'))).toEqual(['org_a']);
    await sendInstead(one.pool, 'RESET ROLE', 'RESET nothing_of_the_kind');
    await expect(one.transaction(renaming)).rejects.toThrow('nothing_of_the_kind');
    expect(await renamed()).toBe(0);
    await one.transaction(renaming);
    expect(await renamed()).toBe(2);
    await owner.query("UPDATE channels SET slug = 's'");
    await one.close();
  });

  test('does not turn an invalid organization id into SQL', () => {
    expect(() => db.organization("a'; DROP TABLE channels; --")).toThrow('not an id');
  });
});
