import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { oriki } from '../../../test/support/command-line.ts';
import { cloneDatabase } from '../../../test/support/database.ts';
import { openDatabase } from '../../../test/support/webhook-checks.ts';
import { moveBucket } from '../../platform/db/move/move-bucket.ts';
import { moveOrganization } from '../../platform/db/move/move-organization.ts';
import { MOVING_LOCK, type OwnedServer } from '../../platform/db/move/steps.ts';
import { createOrganization, updateOrganization } from './organizations.ts';

let app: TestApp;
let platform: string;
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined });
  platform = await app.platformKey();
});
afterAll(() => app.stop());

const ORGANIZATIONS = '/api/v1/admin/organizations';

function create(body: object) {
  return app.call('POST', ORGANIZATIONS, {
    key: platform,
    body: { name: 'Pinned', plan: 'enterprise', ...body },
  });
}

function update(id: string, region: string | null) {
  return app.call('PATCH', `${ORGANIZATIONS}/${id}`, { key: platform, body: { region } });
}

async function serverOf(id: string): Promise<string> {
  const { rows } = await app.db.query(
    'SELECT server FROM shared.organizations o JOIN shared.buckets b ON b.name = o.bucket WHERE o.id = $1',
    [id],
  );
  return rows[0]!.server;
}

describe('the region of an organization', () => {
  test('places a new organization on its server', async () => {
    const made = await create({ region: 'home' });
    expect([made.status, made.body.data?.region], made.text).toEqual([201, 'home']);
    expect(await serverOf(made.body.data.id)).toBe('home');
    const unknown = await create({ region: 'elsewhere' });
    expect(unknown.status).toBe(400);
    expect(unknown.body.error.details).toMatchObject([{ path: 'region' }]);
    const { body } = await create({});
    expect(body.data.region).toBeNull();
  });

  test('must be the server that has the data, and null lifts it', async () => {
    const { id } = (await create({})).body.data;
    expect((await update(id, 'elsewhere')).status).toBe(409);
    const server = await serverOf(id);
    expect((await update(id, server)).body.data.region).toBe(server);
    expect((await update(id, null)).body.data.region).toBeNull();
    const args = ['org', 'update', '--id', id, '--region', server, '--json'];
    expect(JSON.parse((await oriki(args, app.env)).stdout)).toMatchObject({ region: server });
    const lifted = await oriki(
      ['org', 'update', '--id', id, '--region', 'none', '--json'],
      app.env,
    );
    expect(JSON.parse(lifted.stdout)).toMatchObject({ region: null });
  });

  test('cannot be set during a move', async () => {
    const { id } = (await create({})).body.data;
    const server = await serverOf(id);
    const client = await app.db.pool.connect();
    try {
      await client.query(`SELECT pg_advisory_lock(${MOVING_LOCK})`);
      const refused = await update(id, server);
      expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
      expect((await create({ region: server })).status).toBe(409);
      expect((await update(id, null)).status).toBe(200);
    } finally {
      client.release(true);
    }
    expect((await update(id, server)).status).toBe(200);
  });
});

describe('a move', () => {
  test('is refused if it would take an organization from its region', async () => {
    const [home, other] = [
      openDatabase(await cloneDatabase()),
      openDatabase(await cloneDatabase()),
    ];
    const owned = (name: string, { connection }: typeof home): [string, OwnedServer] => [
      name,
      { name, isNode: false, owner: connection, role: async () => ({ user: 'none' }), tables: {} },
    ];
    const servers = new Map([owned('home', home), owned('b', other)]);
    await home.query(`INSERT INTO shared.buckets (name, server) VALUES ('bucket_001', 'b')`);
    const { id } = await home.transaction((tx) =>
      createOrganization(tx, {
        name: 'Pinned',
        plan: 'free',
        bucket: 'bucket_000',
        region: 'home',
      }),
    );
    const refusal = `the organization ${id} must stay on the server home`;
    await expect(moveOrganization(servers, id, 'bucket_001', [])).rejects.toThrow(refusal);
    await expect(moveBucket(servers, 'bucket_000', 'b', () => {})).rejects.toThrow(refusal);
    // Without the region, the move continues up to the role that does not exist.
    await home.transaction((tx) => updateOrganization(tx, id, { region: null }));
    await expect(moveOrganization(servers, id, 'bucket_001', [])).rejects.not.toThrow(refusal);
    await Promise.all([home.close(), other.close()]);
  });
});
