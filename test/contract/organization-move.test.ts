import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { startTestApp, type TestApp, type TestOrg } from '../support/app.ts';
import { oriki } from '../support/command-line.ts';
import { asOwner } from '../support/database.ts';
import { eventually } from '../support/process.ts';
import { refusedByCitus } from '../support/servers/is-spread.ts';
import { serversOfRun, type Servers } from '../support/servers/servers.ts';

let servers: Servers;
let app: TestApp;
/** On the home server. */
let org: TestOrg;
/** On the last server. */
let target: TestOrg;
beforeAll(async () => {
  servers = await serversOfRun();
  app = await startTestApp({ databasePoolSize: 4 }, undefined, { servers });
  org = await app.org();
  await app.org();
  target = await app.org();
});
afterAll(() => app.stop());

function screening() {
  const body = { name: 'Chukwuemeka Nwosu' };
  return app.call('POST', '/api/v1/fraud/screen', { key: org.key, body });
}

const NODES = refusedByCitus('the end of a move of an organization', 'prepares parts by itself');
test.skipIf(NODES)(
  'rejects a move to another server by an owner whose part the service could not end',
  async () => {
    const [home, b] = (['home', 'b'] as const).map((name) =>
      servers.url(name, new URL(app.databaseUrl).pathname.slice(1), 'owner'),
    );
    const admin = new pg.Client(b);
    await admin.connect();
    await admin.query(`CREATE ROLE mover LOGIN BYPASSRLS PASSWORD 'mover'`);
    const mover = Object.assign(new URL(b!), { username: 'mover', password: 'mover' }).href;
    const said = await oriki(['org', 'move', '--id', org.id, '--to', 'bucket_001'], {
      ...app.env,
      ORIKI_MIGRATION_DATABASE_URL: home!,
      ORIKI_MIGRATION_SERVERS: `${servers.nameOf('b')}=${mover}`,
    });
    await admin.query('DROP ROLE mover');
    await admin.end();
    const { user } = inject('service');
    expect([said.code, said.stderr]).toEqual([
      1,
      `oriki: the owner mover may not let ${user} end the move on the server ${servers.nameOf('b')}: ` +
        `a superuser there must run GRANT ${user} TO mover\n`,
    ]);
  },
);

test.skipIf(NODES)('the service finishes a move that is cut off after its decision', async () => {
  const screened = (await screening()).body.data.screeningId;
  const read = async () => {
    const { status } = await app.call('GET', `/api/v1/fraud/screenings/${screened}`, {
      key: org.key,
    });
    return status;
  };
  const bucketOf = async (): Promise<string> => {
    const { rows } = await app.db.buckets!.shared.query(
      'SELECT bucket FROM organizations WHERE id = $1',
      [org.id],
    );
    return rows[0].bucket;
  };
  const to = (await app.dbOf(target.id)).schema!;
  expect((await app.dbOf(org.id)).schema).not.toBe(to);
  const { query } = pg.Client.prototype;
  const cut = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    // Only the command is cut off, because the worker is also in this process.
    const isOwner = this.user !== inject('service').user;
    if (isOwner && String(args[0]).startsWith('COMMIT PREPARED')) throw new Error('cut off');
    return query.apply(this, args as Parameters<typeof query>);
  });
  const moved = await oriki(['org', 'move', '--id', org.id, '--to', to], {
    ...app.env,
    ORIKI_MIGRATION_DATABASE_URL: asOwner(app.databaseUrl),
    ORIKI_MIGRATION_SERVERS: servers.setting(app.databaseUrl, 'owner'),
  });
  cut.mockRestore();
  expect([moved.code, moved.stderr]).toEqual([1, expect.stringContaining('cut off')]);
  // Until the worker has ended the move, the organization is rejected, and never found without its rows.
  const statuses = new Set<number>();
  await eventually(async () => {
    statuses.add(await read());
    return (await bucketOf()) === to && (await read()) === 200;
  });
  expect([200, 503]).toEqual(expect.arrayContaining([...statuses]));
});

test.skipIf(NODES)(
  'a session that has missed moves of its bucket is rejected where the bucket has returned',
  async () => {
    const bucket = (await app.dbOf(target.id)).schema!;
    const at = (await oriki(['buckets', 'list', '--json'], app.env)).stdout;
    const { server } = JSON.parse(at).items.find(({ name }: { name: string }) => name === bucket);
    const name = server === servers.nameOf('b') ? 'b' : 'c';
    const service = new pg.Client(servers.url(name, new URL(app.databaseUrl).pathname.slice(1)));
    await service.connect();
    const { rows } = await service.query(`SELECT epoch FROM ${bucket}.bucket_epoch`);
    const enter = async (): Promise<unknown> =>
      service
        .query(`SELECT ${bucket}.enter($1)`, [rows[0].epoch])
        .then(() => 'entered')
        .catch(({ code }: { code: string }) => code);
    expect(await enter()).toBe('entered');
    for (const to of [servers.nameOf(name === 'b' ? 'c' : 'b'), server]) {
      const moved = await oriki(['buckets', 'move', bucket, '--to', to], {
        ...app.env,
        ORIKI_MIGRATION_DATABASE_URL: asOwner(app.databaseUrl),
        ORIKI_MIGRATION_SERVERS: servers.setting(app.databaseUrl, 'owner'),
      });
      expect([moved.code, moved.stderr]).toEqual([0, expect.any(String)]);
    }
    expect(await enter()).toBe('57P0M');
    await service.end();
    const lists = () => app.call('GET', '/api/v1/fraud/lists', { key: target.key });
    await eventually(async () => (await lists()).status === 200, 20_000);
  },
);
