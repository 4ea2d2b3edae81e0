import { Client } from 'pg';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { testApp } from '../../../test/support/test-app.ts';
import { startTestApp, type Answer } from '../../../test/support/app.ts';
import { isWellFormedApiKey } from '../../platform/auth/api-key.ts';
import { AUTH_CHANNEL } from '../../platform/auth/key-cache.ts';
import { PLATFORM_SCOPE } from '../../platform/http/policy.ts';
import { TENANT_SCOPES } from '../declared.ts';
import { revokeKey } from './keys.ts';
import { within } from '../../../test/support/within.ts';

const ORGANIZATIONS = '/api/v1/admin/organizations';
const KEYS = '/api/v1/admin/keys';
const LISTS = '/api/v1/fraud/lists';

const app = testApp({ rateLimits: undefined });
let platform: string;
beforeAll(async () => {
  platform = await app.platformKey();
});

type Body = Record<string, unknown>;
function post(path: string, body?: Body): Promise<Answer> {
  return app.call('POST', path, { key: platform, ...(body ? { body } : {}) });
}
function patch(id: string, body: Body): Promise<Answer> {
  return app.call('PATCH', `${ORGANIZATIONS}/${id}`, { key: platform, body });
}
async function newOrganization(body: Body = {}) {
  return (
    await post(ORGANIZATIONS, {
      name: 'Acme',
      plan: 'enterprise',
      addons: ['detection_pack'],
      ...body,
    })
  ).body.data;
}
function newKey(
  organizationId: string | null,
  scopes: readonly string[],
  more: Body = {},
): Promise<Answer> {
  return post(KEYS, { organizationId, scopes, ...more });
}
async function useKey(key: string): Promise<number> {
  return (await app.call('GET', LISTS, { key })).status;
}

function expect400(answer: Answer, path: string): void {
  expect([answer.status, answer.body.error?.code], answer.text).toEqual([400, 'BAD_REQUEST']);
  expect(answer.body.error.details.map((detail: { path: string }) => detail.path)).toContain(path);
}

describe('organizations', () => {
  test('are found by their plan', async () => {
    const pro = await newOrganization({ plan: 'pro' });
    const enterprise = await newOrganization();
    const idsOf = async (plan: string) => {
      const found = await app.call('GET', `${ORGANIZATIONS}?plan=${plan}&limit=100`, {
        key: platform,
      });
      return found.body.data.items.map(({ id }: { id: string }) => id);
    };
    expect(await idsOf('pro')).toContain(pro.id);
    expect(await idsOf('pro')).not.toContain(enterprise.id);
    expect((await app.call('GET', `${ORGANIZATIONS}?plan=gold`, { key: platform })).status).toBe(
      400,
    );
  });

  test('are created, fetched, listed and changed', async () => {
    const created = await post(ORGANIZATIONS, { name: 'Acme Bank', plan: 'pro' });
    expect(created.status).toBe(201);
    const organization = created.body.data;
    expect(organization).toEqual({
      id: expect.stringMatching(/^org_/),
      name: 'Acme Bank',
      billingTimeZone: 'UTC',
      nextBillingTimeZone: null,
      region: null,
      sealsContent: false,
      plan: 'pro',
      addons: [],
      identifierLast4: true,
      createdAt: organization.createdAt,
      updatedAt: organization.createdAt,
    });
    const fetched = await app.call('GET', `${ORGANIZATIONS}/${organization.id}`, { key: platform });
    expect(fetched.body.data).toEqual(organization);
    const changed = await patch(organization.id, { name: 'Acme', addons: ['detection_pack'] });
    expect([changed.status, changed.body.data]).toMatchObject([
      200,
      { name: 'Acme', plan: 'pro', addons: ['detection_pack'] },
    ]);
    expect((await patch(organization.id, {})).body.data).toEqual(changed.body.data);
    const all = await app.call('GET', `${ORGANIZATIONS}?limit=100`, { key: platform });
    expect(all.body.data.items).toContainEqual(changed.body.data);
  });

  // contract: auth/detection-pack-pro
  test('need a paid plan for the addon, at creation and at every change', async () => {
    expect400(
      await post(ORGANIZATIONS, { name: 'x', plan: 'free', addons: ['detection_pack'] }),
      'addons',
    );
    const { id } = await newOrganization();
    expect400(await patch(id, { plan: 'free' }), 'addons');
    expect((await patch(id, { plan: 'free', addons: [] })).status).toBe(200);
    expect400(await patch(id, { addons: ['detection_pack'] }), 'addons');
    expect((await patch(id, { plan: 'pro', addons: ['detection_pack'] })).status).toBe(200);
  });

  test.each([
    [{ plan: 'gold' }, 'plan'],
    [{ plan: '' }, 'plan'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ addons: ['unheard-of'] }, 'addons[0]'],
    [{ addons: ['detection_pack', 'detection_pack'] }, 'addons'],
    [{ id: 'org_mine' }, 'id'],
  ])('with %j are rejected with 400', async (change, path) => {
    expect400(await post(ORGANIZATIONS, { name: 'x', plan: 'pro', ...change }), path);
    expect400(await patch((await newOrganization()).id, change), path);
  });

  // contract: auth/plans-addons-take
  test('are affected by a change of the addon from the next request on', async () => {
    const { id } = await newOrganization();
    const { key } = (await newKey(id, ['fraud:manage'])).body.data;
    expect(await useKey(key)).toBe(200);
    await patch(id, { addons: [] });
    await vi.waitFor(async () => expect(await useKey(key)).toBe(402), { timeout: within(5000) });
    await patch(id, { addons: ['detection_pack'] });
    await vi.waitFor(async () => expect(await useKey(key)).toBe(200), { timeout: within(5000) });
  });
});

describe('keys', () => {
  // contract: auth/form-key-shown
  test('are shown once, stored as a hash, and valid immediately', async () => {
    const { id } = await newOrganization();
    const created = await newKey(id, ['fraud:manage'], { name: 'screening service' });
    expect(created.status).toBe(201);
    const { key, ...shown } = created.body.data;
    expect(isWellFormedApiKey(key)).toBe(true);
    expect(shown).toMatchObject({
      organizationId: id,
      name: 'screening service',
      scopes: ['fraud:manage'],
      rotatedFrom: null,
      expiresAt: null,
      revokedAt: null,
    });
    expect(shown.hint).toBe(`${key.slice(0, 8)}…${key.slice(-4)}`);
    expect(await useKey(key)).toBe(200);
    // The use is recorded outside of the request.
    const fetch = async (): Promise<unknown> =>
      (await app.call('GET', `${KEYS}/${shown.id}`, { key: platform })).body.data;
    await expect.poll(fetch).toEqual({ ...shown, lastUsedAt: expect.anything() });
    const { rows } = await app.db.pool.query(
      'SELECT k::text AS text FROM api_keys k WHERE id = $1',
      [shown.id],
    );
    expect(rows[0].text).not.toContain(key.slice(8, -4));
    expect(app.logs.join('')).not.toContain(key);
  });

  test.each(TENANT_SCOPES)('of an organization can have %s', async (scope) => {
    const { id } = await newOrganization();
    expect((await newKey(id, [scope])).body.data.scopes).toEqual([scope]);
  });

  // contract: auth/platform-keys-tenant
  test('have known scopes, at least one, without repeats, and never a mix of platform and tenant scopes', async () => {
    const { id } = await newOrganization();
    expect400(await newKey(id, []), 'scopes');
    expect400(await newKey(id, ['unheard:of']), 'scopes[0]');
    expect400(await newKey(id, ['fraud:manage', 'fraud:manage']), 'scopes');
    expect400(await newKey(id, [PLATFORM_SCOPE]), 'scopes');
    expect400(await newKey(id, ['fraud:manage', PLATFORM_SCOPE]), 'scopes');
    expect400(await newKey(null, ['fraud:manage']), 'scopes');
    expect400(await newKey(null, [PLATFORM_SCOPE, 'fraud:manage']), 'scopes');
    expect((await newKey(null, [PLATFORM_SCOPE])).status).toBe(201);
  });

  test('for an unknown organization return 404', async () => {
    for (const id of ['org_01kf3v8e3zfk2tjq0xw5c8m9ra', 'x', '']) {
      const answer = await newKey(id, ['fraud:manage']);
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  // contract: auth/expiry
  test('expire at their time, which is in the future', async () => {
    const { id } = await newOrganization();
    for (const expiresAt of [
      '2020-01-01T00:00:00Z',
      new Date().toISOString(),
      'tomorrow',
      '2999-02-30T00:00:00Z',
      '9999-12-31T23:59:59-01:00',
      '+010000-01-01T00:00:00Z',
      '',
      1,
    ])
      expect400(await newKey(id, ['fraud:manage'], { expiresAt }), 'expiresAt');
    const soon = new Date(Date.now() + within(1500)).toISOString();
    const { key, expiresAt } = (await newKey(id, ['fraud:manage'], { expiresAt: soon })).body.data;
    expect(expiresAt).toBe(soon);
    expect(await useKey(key)).toBe(200);
    // A cached key also expires, and a look-up in between must not prolong it.
    await vi.waitFor(async () => expect(await useKey(key)).toBe(401), {
      timeout: within(10_000),
      interval: 100,
    });
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(soon));
    expect(
      (await newKey(id, ['fraud:manage'], { expiresAt: null })).body.data.expiresAt,
    ).toBeNull();
  });

  test('stop working once revoked, stay in the list, and keep the time of their first revocation', async () => {
    const { id } = await newOrganization();
    const { key, ...created } = (await newKey(id, ['fraud:manage'])).body.data;
    expect(await useKey(key)).toBe(200);
    const revoked = await post(`${KEYS}/${created.id}/revoke`);
    expect([revoked.status, revoked.body.data.revokedAt]).toEqual([200, expect.any(String)]);
    await vi.waitFor(async () => expect(await useKey(key)).toBe(401), { timeout: within(5000) });
    const { revokedAt } = revoked.body.data;
    expect((await post(`${KEYS}/${created.id}/revoke`)).body.data).toMatchObject({ revokedAt });
    const listed = await app.call('GET', `${KEYS}?organizationId=${id}`, { key: platform });
    expect(listed.body.data).toMatchObject({ total: 1, items: [{ id: created.id, revokedAt }] });
  });

  // contract: auth/revocation-within-5
  test('are revoked in a second process on the same database', async () => {
    const second = await startTestApp({ rateLimits: undefined }, app.databaseUrl);
    try {
      const { id } = await newOrganization();
      const { key, id: keyId } = (await newKey(id, ['fraud:manage'])).body.data;
      const there = async () => (await second.call('GET', LISTS, { key })).status;
      expect(await there()).toBe(200);
      await post(`${KEYS}/${keyId}/revoke`);
      await vi.waitFor(async () => expect(await there()).toBe(401), { timeout: within(5000) });
    } finally {
      await second.stop();
    }
  });

  test('send a notification once a change of a key or an organization has committed, and none after a rollback', async () => {
    const heard: string[] = [];
    const listening = new Client({ connectionString: app.databaseUrl });
    await listening.connect();
    listening.on('notification', ({ channel }) => heard.push(channel));
    await listening.query(`LISTEN ${AUTH_CHANNEL}`);
    try {
      const { id } = await newOrganization();
      const [first, second] = [
        (await newKey(id, ['fraud:manage'])).body.data,
        (await newKey(id, ['fraud:manage'])).body.data,
      ];
      const rollsBack = app.db.transaction(async (tx) => {
        await revokeKey(tx, first.id);
        throw new Error('rolled back');
      });
      await expect(rollsBack).rejects.toThrow('rolled back');
      for (const change of [
        () => post(`${KEYS}/${first.id}/rotate`, { overlapSeconds: 60 }),
        () => post(`${KEYS}/${second.id}/revoke`),
        () => patch(id, { plan: 'pro' }),
      ]) {
        await listening.query('SELECT');
        const before = heard.length;
        expect((await change()).status).toBeLessThan(300);
        await vi.waitFor(() => expect(heard.length).toBe(before + 1), { timeout: within(1000) });
      }
      expect(heard).toHaveLength(3);
    } finally {
      await listening.end();
    }
  });

  // contract: auth/revocation-within-5
  test('are valid for at most 5 s after a revocation by SQL, which sends no notification', async () => {
    const { id } = await newOrganization();
    const { key, id: keyId } = (await newKey(id, ['fraud:manage'])).body.data;
    expect(await useKey(key)).toBe(200);
    await app.db.pool.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [keyId]);
    await vi.waitFor(async () => expect(await useKey(key)).toBe(401), { timeout: within(5000) });
  });

  test('are listed by organization, without secrets', async () => {
    const a = await newOrganization();
    const b = await newOrganization();
    await newKey(a.id, ['fraud:manage']);
    await newKey(b.id, ['fraud:screen']);
    const listed = await app.call('GET', `${KEYS}?organizationId=${b.id}`, { key: platform });
    expect(listed.body.data).toMatchObject({ total: 1, items: [{ organizationId: b.id }] });
    expect(listed.text).not.toContain('"key"');
    expect(
      (await app.call('GET', `${KEYS}?organizationId=nobody`, { key: platform })).body.data.total,
    ).toBe(0);
  });
});

describe('rotation', () => {
  const rotate = (id: string, body: Body): Promise<Answer> => post(`${KEYS}/${id}/rotate`, body);

  // contract: auth/rotation-overlap-scopes
  test('gives a new key with the same rights, and the old one is valid until the overlap ends', async () => {
    const organization = await newOrganization();
    const old = (
      await newKey(organization.id, ['fraud:manage', 'fraud:screen'], { name: 'service' })
    ).body.data;
    const answer = await rotate(old.id, { overlapSeconds: 3600 });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({
      organizationId: organization.id,
      name: 'service',
      scopes: old.scopes,
      rotatedFrom: old.id,
      expiresAt: null,
    });
    expect([await useKey(old.key), await useKey(answer.body.data.key)]).toEqual([200, 200]);
    const after = (await app.call('GET', `${KEYS}/${old.id}`, { key: platform })).body.data;
    const left = Date.parse(after.expiresAt) - Date.parse(answer.body.data.createdAt);
    expect(left).toBe(3600_000);
  });

  test('without overlap ends the old key immediately', async () => {
    const { id } = await newOrganization();
    const old = (await newKey(id, ['fraud:manage'])).body.data;
    expect(await useKey(old.key)).toBe(200);
    const fresh = (await rotate(old.id, { overlapSeconds: 0 })).body.data;
    await vi.waitFor(async () => expect(await useKey(old.key)).toBe(401), {
      timeout: within(5000),
    });
    expect(await useKey(fresh.key)).toBe(200);
  });

  // contract: auth/rotation-overlap-scopes
  test('can only reduce scopes', async () => {
    const { id } = await newOrganization();
    const old = (await newKey(id, ['fraud:manage', 'fraud:screen'])).body.data;
    expect400(
      await rotate(old.id, { overlapSeconds: 0, scopes: ['fraud:manage', 'webhooks:manage'] }),
      'scopes',
    );
    expect400(await rotate(old.id, { overlapSeconds: 0, scopes: [] }), 'scopes');
    expect400(await rotate(old.id, { overlapSeconds: 0, scopes: [PLATFORM_SCOPE] }), 'scopes');
    const fresh = await rotate(old.id, { overlapSeconds: 0, scopes: ['fraud:screen'] });
    expect(fresh.body.data.scopes).toEqual(['fraud:screen']);
    expect(await useKey(fresh.body.data.key)).toBe(403);
  });

  test('never prolongs an expiry, of the old or of the new key', async () => {
    const { id } = await newOrganization();
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const old = (await newKey(id, ['fraud:manage'], { expiresAt })).body.data;
    const fresh = (await rotate(old.id, { overlapSeconds: 3600 })).body.data;
    expect(fresh.expiresAt).toBe(expiresAt);
    expect(
      (await app.call('GET', `${KEYS}/${old.id}`, { key: platform })).body.data.expiresAt,
    ).toBe(expiresAt);
  });

  test('returns 409 for a revoked or expired key, and 400 for an invalid overlap', async () => {
    const { id } = await newOrganization();
    const old = (await newKey(id, ['fraud:manage'])).body.data;
    for (const overlapSeconds of [-1, 1.5, 30 * 24 * 3600 + 1, '60', null])
      expect400(await rotate(old.id, { overlapSeconds }), 'overlapSeconds');
    expect400(await rotate(old.id, {}), 'overlapSeconds');
    await post(`${KEYS}/${old.id}/revoke`);
    expect((await rotate(old.id, { overlapSeconds: 0 })).status).toBe(409);
    const ended = await app.key(id, ['fraud:manage']);
    await app.db.pool.query(
      "UPDATE api_keys SET expires_at = now() - interval '1 s' WHERE id = $1",
      [ended.id],
    );
    expect((await rotate(ended.id, { overlapSeconds: 0 })).status).toBe(409);
  });

  test('of a platform key gives a platform key', async () => {
    const old = (await newKey(null, [PLATFORM_SCOPE])).body.data;
    const fresh = (await rotate(old.id, { overlapSeconds: 0 })).body.data;
    expect(fresh).toMatchObject({ organizationId: null, scopes: [PLATFORM_SCOPE] });
    expect((await app.call('GET', ORGANIZATIONS, { key: fresh.key })).status).toBe(200);
  });
});
