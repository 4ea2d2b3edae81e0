import { hostname, userInfo } from 'node:os';
import { Type } from 'typebox';
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { startTestApp, type TestOrg } from '../../../../test/support/app.ts';
import { refusedByCitus } from '../../../../test/support/servers/is-spread.ts';
import { oriki } from '../../../../test/support/command-line.ts';
import { eventually } from '../../../../test/support/process.ts';
import { PLATFORM } from '../../../platform/audit/action.ts';
import { MODULES } from '../../index.ts';
import { defineRoute } from '../access.ts';
import type { AuditAction } from './schemas.ts';

const LISTS = '/api/v1/fraud/lists';
const MEMBERS = '/api/v1/members';

const app = testApp({ rateLimits: undefined });
let platform: { id: string; key: string };
beforeAll(async () => {
  platform = await app.key(null, ['platform:admin']);
});

async function actions(org: TestOrg, query = ''): Promise<AuditAction[]> {
  const answer = await app.call('GET', `/api/v1/audit?limit=100${query}`, { key: org.key });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.items;
}
function named(rows: AuditAction[]): string[] {
  return rows.map(({ action }) => action);
}

async function list(org: TestOrg, name = 'Known fraudsters', more: object = {}): Promise<string> {
  const body = { name, kind: 'tenant_blocklist', source: `internal:${crypto.randomUUID()}` };
  const answer = await app.call('POST', LISTS, { key: org.key, body, ...more });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.id;
}

describe('a row of the audit log', () => {
  test('shows the actor, the action, the object, the request, the address, and the state before and after', async () => {
    const org = await app.org();
    const id = await list(org);
    const renamed = await app.call('PATCH', `${LISTS}/${id}`, {
      key: org.key,
      body: { name: 'Fraud 2026' },
      headers: { 'x-request-id': 'req-rename' },
    });
    expect(renamed.status).toBe(200);
    await app.call('DELETE', `${LISTS}/${id}`, { key: org.key });
    const [deleted, rename, created] = await actions(org);
    const actor = { kind: 'key', id: expect.stringMatching(/^key_/), via: expect.any(String) };
    expect(created).toMatchObject({
      organizationId: org.id,
      actor,
      action: 'list.create',
      objectId: id,
      before: null,
      after: { kind: 'tenant_blocklist' },
      address: '127.0.0.1',
    });
    expect(rename).toMatchObject({
      action: 'list.rename',
      objectId: id,
      before: { kind: 'tenant_blocklist' },
      after: { kind: 'tenant_blocklist', changed: ['name'] },
      requestId: 'req-rename',
    });
    expect(deleted).toMatchObject({
      action: 'list.delete',
      before: { kind: 'tenant_blocklist', entryCount: 0 },
      after: null,
    });
    expect(JSON.stringify([deleted, rename, created])).not.toMatch(/Known|Fraud 2026/);
  });

  test('is written once for an idempotency key, however often the request is repeated', async () => {
    const org = await app.org();
    const headers = { 'idempotency-key': 'once' };
    const ids = [
      await list(org, 'One', { headers }),
      await list(org, 'One', { headers }),
      await list(org, 'One', { headers }),
    ];
    expect(new Set(ids).size).toBe(1);
    expect(named(await actions(org))).toEqual(['list.create']);
  });

  test('is not written for a rejected or failed request', async () => {
    const org = await app.org();
    await app.call('POST', LISTS, { key: org.key, body: { name: '' } });
    await app.call('DELETE', `${LISTS}/list_01kf3vbq2ye5rstv5n1v0m2r8k`, { key: org.key });
    await app.call('GET', LISTS, { key: org.key });
    expect(await actions(org)).toEqual([]);
  });

  test('is written for each of many requests that share a transaction', async () => {
    const org = await app.org();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        app.call('POST', '/api/v1/fraud/screen', { key: org.key, body: { name: `Nobody ${i}` } }),
      ),
    );
    const ids = answers.map(({ body }) => body.data.screeningId as string);
    const rows = await actions(org, '&action=screening.run');
    expect(rows.map(({ objectId }) => objectId).toSorted()).toEqual(ids.toSorted());
    expect(rows[0]).toMatchObject({ after: { outcome: 'clear' } });
    expect(JSON.stringify(rows)).not.toContain('Nobody');
  });

  test('is written for a read of sealed data, once in 15 minutes per caller and object', async () => {
    const org = await app.org();
    const [ada, bayo] = [
      await app.person(org.id, ['admin']),
      await app.person(org.id, ['auditor']),
    ];
    const reads = async () =>
      (await actions(org, '&action=member.read')).map(({ actor, objectId }) => [
        actor.id,
        objectId,
      ]);
    const paths = [MEMBERS, MEMBERS, `${MEMBERS}/${ada.id}`, `${MEMBERS}/${ada.id}`];
    for (const path of paths) expect((await app.call('GET', path, ada)).status).toBe(200);
    await app.call('GET', MEMBERS, bayo);
    const unknown = `${MEMBERS}/usr_00000000008g2q4k9v1m7c5d3e`;
    expect((await app.call('GET', unknown, ada)).status).toBe(404);
    const seen = [
      [bayo.id, null],
      [ada.id, ada.id],
      [ada.id, null],
    ];
    expect(await reads()).toEqual(seen);
  });

  test.skipIf(
    refusedByCitus('disappears with its effect when the transaction rolls back', 'changes a table'),
  )('disappears with its effect when the transaction rolls back', async () => {
    const org = await app.org();
    const db = await app.dbOf(org.id);
    await db.query(
      `CREATE FUNCTION refuse_rows() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION 'no row'; END $$`,
    );
    await db.query(
      `CREATE TRIGGER refuse_rows BEFORE INSERT ON audit_actions FOR EACH ROW
       WHEN (NEW.org_id = '${org.id}') EXECUTE FUNCTION refuse_rows()`,
    );
    const body = { name: 'A', kind: 'tenant_blocklist', source: 'a:b' };
    try {
      const answer = await app.call('POST', LISTS, { key: org.key, body });
      expect(answer.status).toBe(500);
    } finally {
      await db.query('DROP FUNCTION refuse_rows() CASCADE');
    }
    const { rows } = await db.query('SELECT FROM screening_lists WHERE org_id = $1', [org.id]);
    expect([rows, await actions(org)]).toEqual([[], []]);
  });

  test('is found by actor, action, object and time, newest first, only within its organization', async () => {
    const [org, other] = [await app.org(), await app.org()];
    const [first, second] = [await list(org, 'One'), await list(org, 'Two')];
    await app.call('DELETE', `${LISTS}/${first}`, { key: org.key });
    await list(other);
    const all = await actions(org);
    expect(named(all)).toEqual(['list.delete', 'list.create', 'list.create']);
    const { actor, at } = all[0]!;
    expect(await actions(org, `&actor=${actor.id}`)).toEqual(all);
    expect(await actions(org, '&actor=key_01kf3v9k1weh2v8y6m3q4n5s7t')).toEqual([]);
    expect(named(await actions(org, `&object=${second}`))).toEqual(['list.create']);
    expect(named(await actions(org, `&object=${first}&action=list.delete`))).toEqual([
      'list.delete',
    ]);
    expect(await actions(org, `&from=${at}`)).toContainEqual(all[0]);
    expect(await actions(org, `&to=${all[2]!.at}`)).toEqual([]);
    expect(named(await actions(other))).toEqual(['list.create']);
    const bad = await app.call('GET', '/api/v1/audit?from=yesterday', { key: org.key });
    expect([bad.status, bad.body.error.details[0].path]).toEqual([400, 'from']);
  });
});

describe('an action of an operator', () => {
  test('is in the log of the organization that it concerns, or otherwise in the log of the platform', async () => {
    const made = await app.call('POST', '/api/v1/admin/organizations', {
      key: platform.key,
      body: { name: 'Acme', plan: 'pro' },
    });
    const { id } = made.body.data;
    const path = `/api/v1/admin/organizations/${id}`;
    await app.call('PATCH', path, { key: platform.key, body: { plan: 'enterprise' } });
    const ofPlatform = async (query: string) =>
      (await app.call('GET', `/api/v1/admin/audit?${query}`, { key: platform.key })).body.data
        .items;
    expect(await ofPlatform(`object=${id}`)).toMatchObject([
      { action: 'organization.create', organizationId: null, actor: { id: platform.id } },
    ]);
    expect(await ofPlatform(`organizationId=${id}`)).toMatchObject([
      {
        action: 'organization.update',
        organizationId: id,
        actor: { id: platform.id },
        before: { plan: 'pro' },
        after: { plan: 'enterprise' },
      },
    ]);
    expect(await ofPlatform('organizationId=org_01kf3v8e3zfk2tjq0xw5c8m9ra')).toEqual([]);
  });

  test('contains the account and the machine if a command made it', async () => {
    const { code, stdout } = await oriki(
      ['org', 'create', '--name', 'Commanded', '--plan', 'pro', '--json'],
      { DATABASE_URL: app.databaseUrl },
    );
    expect(code).toBe(0);
    const { id } = JSON.parse(stdout);
    const key = ['key', 'create', '--org', id, '--scope', 'audit:read', '--json'];
    const made = JSON.parse((await oriki(key, { DATABASE_URL: app.databaseUrl })).stdout);
    const org = { id, key: made.key };
    const actor = { kind: 'command', id: `${userInfo().username}@${hostname()}`, via: null };
    expect(await actions(org)).toMatchObject([
      { action: 'key.create', actor, objectId: made.id, after: { scopes: ['audit:read'] } },
    ]);
    expect(JSON.stringify(await actions(org))).not.toContain(made.key.slice(8));
  });
});

describe('the chain', () => {
  test('covers actions and verifications of an organization, and actions of the platform', async () => {
    const org = await app.org();
    await list(org);
    const links = async (orgId: string) =>
      (
        await (
          await app.dbOf(orgId)
        ).query('SELECT unnest(row_ids) AS id FROM audit_links WHERE org_id = $1', [orgId])
      ).rows;
    await eventually(async () => (await links(org.id)).length === 1);
    await eventually(async () => (await links(PLATFORM)).length > 0);
    const said = await oriki(['audit', 'verify', '--json'], { DATABASE_URL: app.databaseUrl });
    const report = JSON.parse(said.stdout);
    expect([said.code, report.ok]).toEqual([0, true]);
    expect(report.organizations[org.id]).toMatchObject({ rows: 1, links: 1 });
    expect(report.organizations[PLATFORM].rows).toBeGreaterThan(0);
  });
});

test('a server with a route that changes state and declares no audit action does not boot', async () => {
  const route = defineRoute({
    method: 'POST',
    path: '/forgotten',
    operationId: 'forget',
    tag: 'Audit',
    summary: 'Forgets to declare its action',
    extension: true,
    policy: {
      scope: 'audit:read',
      context: 'organization',
      rateLimit: 'audit',
      idempotency: true,
    },
    status: 201,
    data: Type.Object({}),
    example: { data: {} },
    audit: { action: 'thing.forget', does: 'forgot' },
    handle: async () => ({}),
  });
  const module = {
    scopes: {},
    rateLimits: {},
    plans: {},
    tags: {},
    routes: [{ ...route, audit: undefined } as never],
  };
  await expect(
    startTestApp({ role: 'api' }, undefined, { modules: [...MODULES, module] }),
  ).rejects.toThrow('POST /forgotten: changes state, so it must declare an audit action');
});

test('the log is filtered by a group of actions, the address and the request', async () => {
  const org = await app.org();
  const headers = { 'x-request-id': 'req-filter-1' };
  await list(org, 'One', { headers });
  const id = await list(org, 'Two');
  await app.call('PATCH', `${LISTS}/${id}`, { key: org.key, body: { name: 'Three' } });
  await app.call('POST', '/api/v1/channels', {
    key: org.key,
    body: { slug: 'support', displayName: 'Support', entityType: 'order' },
  });
  expect(named(await actions(org, '&action=list.*'))).toEqual([
    'list.rename',
    'list.create',
    'list.create',
  ]);
  expect(named(await actions(org, '&action=lis.*'))).toEqual([]);
  expect(named(await actions(org, '&action=list'))).toEqual([]);
  expect(named(await actions(org, '&action=channel.*'))).toEqual(['channel.create']);
  expect(named(await actions(org, '&requestId=req-filter-1'))).toEqual(['list.create']);
  expect(await actions(org, '&address=127.0.0.1')).toHaveLength(4);
  expect(await actions(org, '&address=203.0.113.9')).toEqual([]);
  expect(await actions(org, '&requestId=req-filter-1&action=channel.*')).toEqual([]);
});

test('an organization can check only its chain of the log', async () => {
  const [org, other] = [await app.org(), await app.org()];
  await list(org);
  await list(other);
  const path = '/api/v1/audit/chain';
  const checked = await app.call('GET', path, { key: org.key });
  expect(checked.status, checked.text).toBe(200);
  const { ok, organizations } = checked.body.data;
  expect(ok).toBe(true);
  expect(Object.keys(organizations)).toEqual([org.id]);
  expect(organizations[org.id].rows).toBeGreaterThan(0);
  expect(
    (await app.call('GET', `${path}?organizationId=${other.id}`, { key: org.key })).status,
  ).toBe(400);
  const { session } = await app.person(org.id, ['analyst']);
  expect((await app.call('GET', path, { session })).status).toBe(403);
});
