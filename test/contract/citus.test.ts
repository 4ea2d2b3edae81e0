import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import pg from 'pg';
import { TABLES } from '../../src/modules/declared.ts';
import { isUnavailable } from '../../src/platform/db/failures.ts';
import { loadMigrations } from '../../src/platform/db/migration/migrations.ts';
import { migrateFor } from '../../src/platform/db/migration/migrate.ts';
import { startTestApp, type TestApp, type TestOrg } from '../support/app.ts';
import { oriki } from '../support/command-line.ts';
import { eventually } from '../support/process.ts';
import { withCitus } from '../support/servers/citus.ts';
import { serversOfRun, type ServerName, type Servers } from '../support/servers/servers.ts';

/** Tests only what is specific to Citus; the tests of several servers also run on it. */
describe.skipIf(!withCitus('buckets on nodes of Citus'))('buckets on nodes of Citus', () => {
  let servers: Servers;
  let app: TestApp;
  /** One organization on each node. */
  let orgs: TestOrg[];
  beforeAll(async () => {
    servers = await serversOfRun();
    app = await startTestApp({ rateLimits: undefined }, undefined, { servers });
    orgs = [await app.org(), await app.org(), await app.org()];
  });
  afterAll(async () => {
    await app.stop();
  });

  function databaseName(): string {
    return new URL(app.databaseUrl).pathname.slice(1);
  }

  async function on<T>(
    name: ServerName,
    of: 'service' | 'owner',
    use: (client: pg.Client) => Promise<T>,
  ): Promise<T> {
    const client = new pg.Client({
      connectionString: servers.url(name, databaseName(), of),
      application_name: 'oriki:test',
    });
    await client.connect();
    try {
      return await use(client);
    } finally {
      await client.end();
    }
  }

  async function command(...args: string[]) {
    const { code, stdout, stderr } = await oriki([...args, '--json'], {
      DATABASE_URL: app.databaseUrl,
      ORIKI_MIGRATION_DATABASE_URL: servers.url('home', databaseName(), 'owner'),
    });
    return { code, stderr, answer: stdout === '' ? undefined : JSON.parse(stdout) };
  }

  async function statusOf({ key }: TestOrg): Promise<number> {
    return (await app.call('GET', '/api/v1/fraud/lists', { key })).status;
  }

  test('reject a session on a node without its bucket, whether it began before the move or after it', async () => {
    const org = orgs[1]!;
    const [b, c] = [servers.nameOf('b'), servers.nameOf('c')];
    const key = { key: org.key };
    const list = { name: 'L', kind: 'tenant_blocklist', source: 's' };
    const made = await app.call('POST', '/api/v1/fraud/lists', { ...key, body: list });
    expect(made.status).toBe(201);
    const refusals = await on('b', 'service', async (stays) => {
      const read = async (role: string): Promise<unknown> => {
        await stays.query(`SET ROLE ${role}`);
        await stays.query(`SELECT set_config('oriki.org_id', $1, false)`, [org.id]);
        return stays
          .query('SELECT id FROM bucket_001.screening_lists')
          .then(({ rows }) => rows.length)
          .catch((error: unknown) => error);
      };
      await stays.query('SELECT bucket_001.enter(0)');
      const roles = ['oriki_test_service_tenant', 'none'];
      for (const role of roles) expect(await read(role)).toBe(1);
      expect((await command('buckets', 'move', 'bucket_001', '--to', c)).answer).toEqual({
        bucket: 'bucket_001',
        from: b,
        to: c,
      });
      return [await read(roles[0]!), await read(roles[1]!)];
    });
    const entering = (client: pg.Client): Promise<unknown> =>
      client.query('SELECT bucket_001.enter(0)').catch((error: unknown) => error);
    refusals.push(await on('b', 'service', entering), await on('home', 'service', entering));
    for (const refusal of refusals)
      expect([isUnavailable(refusal), refusal]).toEqual([true, refusal]);
    await eventually(async () => (await statusOf(org)) === 200);
    const { body } = await app.call('GET', '/api/v1/fraud/lists', key);
    expect(body.data.lists).toHaveLength(1);
    const again = await command('buckets', 'move', 'bucket_001', '--to', c);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('is on')]);
    await command('buckets', 'move', 'bucket_001', '--to', b);
    await eventually(async () => (await statusOf(org)) === 200);
  });

  test('creates buckets on the named node, and explains why a node cannot hold any', async () => {
    const c = servers.nameOf('c');
    const { answer } = await command('buckets', 'add', '1', '--server', c);
    expect(answer).toEqual({ server: c, added: ['bucket_003'] });
    const { items } = (await command('buckets', 'list')).answer;
    expect(items).toContainEqual({ name: 'bucket_003', server: c, organizations: 0 });
    const refused = await Promise.all([
      command('buckets', 'add', '1', '--server', 'b'),
      command('buckets', 'move', 'bucket_003', '--to', 'home'),
      command('buckets', 'move', 'bucket_000', '--to', c),
    ]);
    expect(refused.map(({ code }) => code)).toEqual([1, 1, 1]);
    expect(refused.map(({ stderr }) => stderr)).toEqual([
      expect.stringContaining('server b is unknown: Citus has'),
      expect.stringMatching(/home takes no buckets|another move/),
      expect.stringMatching(/bucket_000 is not one that Citus has|another move/),
    ]);
  });

  test('does not move a bucket from a node whose commits do not wait for the log', async () => {
    const c = servers.nameOf('c');
    const set = (value: string) =>
      on('b', 'owner', (owner) =>
        owner.query(`ALTER DATABASE ${databaseName()} SET synchronous_commit = ${value}`),
      );
    await set('off');
    const { code, stderr } = await command('buckets', 'move', 'bucket_001', '--to', c);
    await set('on');
    expect([code, stderr]).toEqual([1, expect.stringContaining('synchronous_commit = off')]);
    const { items } = (await command('buckets', 'list')).answer;
    expect(items).toContainEqual(
      expect.objectContaining({ name: 'bucket_001', server: servers.nameOf('b') }),
    );
  });

  test('an organization moves from the coordinator to a node, to another, and back, with all its rows', async () => {
    const org = orgs[0]!;
    for (let n = 0; n < 3; n += 1)
      await app.call('POST', '/api/v1/fraud/screen', { key: org.key, body: { name: `Name ${n}` } });
    for (const [at, to] of [
      ['b', 'bucket_001'],
      ['c', 'bucket_002'],
      ['home', 'bucket_000'],
    ] as const) {
      const { code, stderr, answer } = await command('org', 'move', '--id', org.id, '--to', to);
      expect([code, stderr]).toEqual([0, '']);
      expect(answer).toMatchObject({ to, rows: expect.any(Number) });
      expect(answer.rows).toBeGreaterThan(2);
      await eventually(async () => (await statusOf(org)) === 200);
      const own = await on(at, 'owner', (client) =>
        client.query(`SELECT count(*)::int AS n FROM ${to}.screenings WHERE org_id = $1`, [org.id]),
      );
      expect(own.rows[0].n).toBe(3);
    }
  });

  test("doctor reports, and the start rejects, nodes that let the service's role connect to each other", async () => {
    const { user, password } = servers.of('home').service;
    for (const name of ['home', 'b', 'c'] as const)
      await on(name, 'owner', (client) =>
        client.query(
          `INSERT INTO pg_dist_authinfo (nodeid, rolename, authinfo) VALUES (0, $1, $2) ON CONFLICT DO NOTHING`,
          [user, `password=${password}`],
        ),
      );
    const { checks } = (await command('doctor')).answer;
    expect(checks.map(({ message }: { message: string }) => message)).toContain(
      'it lets the role of the service connect to other nodes',
    );
    const { code, stderr } = await command('org', 'list');
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('it lets the role of the service connect to other nodes'),
    ]);
    for (const name of ['home', 'b', 'c'] as const)
      await on(name, 'owner', (client) => client.query('DELETE FROM pg_dist_authinfo'));
  });

  test('a session of a node repeats the answer of a verification for its idempotency key, after any number of others', async () => {
    const match = { firstName: 'Adaeze', lastName: 'Okafor' };
    const body = { subjectId: 'a', bvn: '22222222220', matchAgainst: match };
    for (const { key } of orgs)
      for (let n = 0; n < 10; n += 1) {
        const options = { key, body, headers: { 'idempotency-key': `key-${n}` } };
        const first = await app.call('POST', '/api/v1/identity/verify-bvn', options);
        expect(first.status, first.text).toBe(200);
        const again = await app.call('POST', '/api/v1/identity/verify-bvn', options);
        expect([again.status, again.text]).toEqual([200, first.text]);
      }
  });

  test('migrations reach the buckets on nodes, with the rights of the service', async () => {
    const known = await loadMigrations();
    const version = known.at(-1)!.version + 1;
    const sql = `CREATE TABLE later (org_id text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, PRIMARY KEY (org_id, id));
      ALTER TABLE screening_lists ADD COLUMN later text;
      ALTER TABLE later ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
      CREATE POLICY organization ON later USING (org_id = current_setting('oriki.org_id', true));
      CREATE POLICY operator ON later TO CURRENT_USER USING (true);
      CREATE FUNCTION later_refused() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
      CREATE TRIGGER later_refused BEFORE DELETE ON later FOR EACH ROW EXECUTE FUNCTION later_refused();`;
    const more = [...known, { version, name: 'later', checksum: 'x', sql, isShared: false }];
    const owner = { connectionString: servers.url('home', databaseName(), 'owner') };
    const { applied } = await migrateFor(owner, servers.of('home').service, TABLES, {
      migrations: more,
    });
    expect(new Set(applied.map((one) => one.name))).toEqual(new Set(['later']));
    for (const [name, bucket] of [
      ['b', 'bucket_001'],
      ['c', 'bucket_002'],
    ] as const)
      await on(name, 'service', async (client) => {
        await client.query(`SET search_path = ${bucket}; SET ROLE oriki_test_service_tenant`);
        await client.query(`SET oriki.org_id = 'org_1'`);
        await client.query("INSERT INTO later (org_id, id) VALUES ('org_1', 'a')");
        const deleting = client.query("DELETE FROM later WHERE org_id = 'org_1'");
        await expect(deleting).rejects.toThrow('refused');
        await client.query('SELECT later FROM screening_lists');
        await client.query(`SET oriki.org_id = 'org_2'`);
        expect((await client.query('SELECT FROM later')).rowCount).toBe(0);
      });
  });
});
