import { describe, expect, test } from 'vitest';
import { testApp } from '../../../test/support/test-app.ts';
import { startTestApp, type Answer, type TestOrg } from '../../../test/support/app.ts';
import { oriki } from '../../../test/support/command-line.ts';
import { eventually } from '../../../test/support/process.ts';
import { TENANT_SCOPES } from '../declared.ts';
import { tellExpiring } from './expiring.ts';

const KEYS = '/api/v1/keys';
const LISTS = '/api/v1/fraud/lists';

const app = testApp();

function create(org: TestOrg, body: object): Promise<Answer> {
  return app.call('POST', KEYS, { key: org.key, body });
}
async function created(org: TestOrg, body: object): Promise<{ id: string; key: string }> {
  const answer = await create(org, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
}
async function lists(key: string): Promise<number> {
  return (await app.call('GET', LISTS, { key })).status;
}
async function events(org: TestOrg): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const { rows } = await (
    await app.dbOf(org.id)
  ).query(
    `SELECT type, body::json->'data' AS data FROM events WHERE org_id = $1 AND type LIKE 'key.%' ORDER BY id`,
    [org.id],
  );
  return rows;
}

describe('an organization manages its own keys', () => {
  test('an organization creates, lists, reads, rotates and revokes a key; no event contains the key', async () => {
    const org = await app.org();
    const made = await created(org, { scopes: ['fraud:manage'], name: 'lists' });
    expect(await lists(made.key)).toBe(200);
    const rotated = await app.call('POST', `${KEYS}/${made.id}/rotate`, {
      key: org.key,
      body: { overlapSeconds: 0 },
    });
    expect(rotated.status, rotated.text).toBe(201);
    await eventually(async () => (await lists(made.key)) === 401);
    const next = rotated.body.data;
    expect(next).toMatchObject({ rotatedFrom: made.id, scopes: ['fraud:manage'], name: 'lists' });
    const revoked = await app.call('POST', `${KEYS}/${next.id}/revoke`, { key: org.key });
    expect(revoked.body.data.revokedAt).toEqual(expect.any(String));
    await eventually(async () => (await lists(next.key)) === 401);
    for (const [active, ids] of [
      [true, []],
      [false, [made.id, next.id]],
    ]) {
      const some = await app.call('GET', `${KEYS}?active=${active}`, { key: org.key });
      const found = some.body.data.items.map(({ id }: { id: string }) => id);
      expect(found.filter((id: string) => id === made.id || id === next.id)).toEqual(ids);
      expect(found.length).toBeGreaterThan(0);
    }
    const page = await app.call('GET', KEYS, { key: org.key });
    expect(page.body.data.items.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining([made.id, next.id]),
    );
    expect(page.text).not.toContain(made.key.slice(8, 36));
    const told = await events(org);
    expect(told.map(({ type }) => type)).toEqual(['key.created', 'key.rotated', 'key.revoked']);
    expect(JSON.stringify(told)).not.toContain(next.key.slice(8, 36));
    expect(Object.keys(told[0]!.data).toSorted()).toEqual(['expiresAt', 'hint', 'keyId']);
  });

  test('callers can neither grant a scope that they lack nor take over a key with such a scope', async () => {
    const org = await app.org();
    const few = await created(org, { scopes: ['keys:manage', 'fraud:screen'] });
    const poor = { id: org.id, key: few.key };
    expect((await created(poor, { scopes: ['fraud:screen'] })).key).toMatch(/^ork_/);
    const more = await create(poor, { scopes: ['fraud:manage'] });
    expect([more.status, more.body.error.message]).toEqual([
      403,
      'the caller lacks the scope fraud:manage, and cannot give it',
    ]);
    const rich = await created(org, { scopes: ['fraud:manage'] });
    const loosened = await app.call('PATCH', `${KEYS}/${rich.id}`, {
      key: poor.key,
      body: { allowedCidrs: [] },
    });
    expect(loosened.status).toBe(403);
    const body = { overlapSeconds: 60 };
    const rotate = await app.call('POST', `${KEYS}/${rich.id}/rotate`, { key: poor.key, body });
    expect(rotate.status).toBe(403);
    expect((await app.call('POST', `${KEYS}/${rich.id}/revoke`, { key: poor.key })).status).toBe(
      200,
    );
    const platform = await create(org, { scopes: ['platform:admin'] });
    expect([platform.status, platform.body.error.details[0].path]).toEqual([400, 'scopes[0]']);
  });

  test('a cached caller that was revoked or narrowed creates no key', async () => {
    const org = await app.org();
    const scopes = ['keys:manage', 'fraud:screen'];
    const make = (caller: object) =>
      app.call('POST', KEYS, { ...caller, body: { scopes: ['fraud:screen'] } });
    // No notification is sent, so the cached caller is out of date.
    const withKey = async (change: string) => {
      const { id, key } = await created(org, { scopes });
      expect((await app.call('GET', KEYS, { key })).status).toBe(200);
      await app.db.query(`UPDATE api_keys SET ${change} WHERE id = $1`, [id]);
      return make({ key });
    };
    const statuses = [
      await withKey('revoked_at = now()'),
      await withKey("scopes = '{fraud:screen}'"),
      await withKey("scopes = '{keys:manage}'"),
      await withKey("allowed_cidrs = '{203.0.113.7}'"),
    ].map(({ status }) => status);
    expect(statuses).toEqual([401, 403, 403, 403]);
    const person = await app.person(org.id, ['admin']);
    expect((await app.call('GET', KEYS, person)).status).toBe(200);
    await app.db.query(`UPDATE memberships SET roles = '{developer}' WHERE user_id = $1`, [
      person.id,
    ]);
    expect((await make(person)).status).toBe(403);
  });

  test('people need a recent sign-in to make, change, replace or revoke keys, and keys do not need one', async () => {
    const org = await app.org();
    const { id } = await created(org, { scopes: ['fraud:screen'] });
    const person = await app.person(org.id, ['admin']);
    await app.db.query(
      `UPDATE sessions SET authenticated_at = now() - interval '6 min' WHERE id = $1`,
      [person.sessionId],
    );
    const answers = [
      await app.call('POST', KEYS, { ...person, body: { scopes: ['fraud:screen'] } }),
      await app.call('PATCH', `${KEYS}/${id}`, { ...person, body: { name: 'x' } }),
      await app.call('POST', `${KEYS}/${id}/rotate`, { ...person, body: { overlapSeconds: 0 } }),
      await app.call('POST', `${KEYS}/${id}/revoke`, person),
    ];
    for (const { body } of answers) expect(body.error.code).toBe('STEP_UP_REQUIRED');
    expect((await app.call('GET', KEYS, person)).status).toBe(200);
  });

  test('a repeated idempotency key returns a key only to a caller with the scopes of its maker', async () => {
    const org = await app.org();
    const poor = await created(org, { scopes: ['keys:manage'] });
    const headers = { 'idempotency-key': 'once' };
    const body = { scopes: ['fraud:manage'] };
    const first = await app.call('POST', KEYS, { key: org.key, body, headers });
    expect(first.status).toBe(201);
    const again = await app.call('POST', KEYS, { key: org.key, body, headers });
    expect(again.text).toBe(first.text);
    const other = await app.call('POST', KEYS, { key: poor.key, body, headers });
    expect(other.status).toBe(403);
  });

  test('a key of another organization counts as unknown', async () => {
    const [org, other] = [await app.org(), await app.org()];
    const { id } = await created(other, { scopes: ['fraud:screen'] });
    const answers = await Promise.all([
      app.call('GET', `${KEYS}/${id}`, { key: org.key }),
      app.call('PATCH', `${KEYS}/${id}`, { key: org.key, body: { name: 'x' } }),
      app.call('POST', `${KEYS}/${id}/rotate`, { key: org.key, body: { overlapSeconds: 0 } }),
      app.call('POST', `${KEYS}/${id}/revoke`, { key: org.key }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const own = await app.call('GET', KEYS, { key: org.key });
    expect(own.text).not.toContain(id);
  });

  test('a key in use is narrowed in every process within 5 s, and is never widened', async () => {
    const org = await app.org();
    const { id, key } = await created(org, { scopes: ['fraud:manage', 'fraud:screen'] });
    const second = await startTestApp({}, app.databaseUrl);
    try {
      const there = async () => (await second.call('GET', LISTS, { key })).status;
      expect([await lists(key), await there()]).toEqual([200, 200]);
      const change = (body: object) => app.call('PATCH', `${KEYS}/${id}`, { key: org.key, body });
      expect((await change({ scopes: ['fraud:screen'] })).status).toBe(200);
      await eventually(async () => (await lists(key)) === 403 && (await there()) === 403, 5000);
      for (const body of [
        { scopes: ['fraud:manage'] },
        { scopes: [] },
        { allowedCidrs: ['10.0.0.0/33'] },
        { allowedCidrs: ['example.com'] },
        { rateLimits: { nothing: 5 } },
        { rateLimits: { lists: 0 } },
        { expiresAt: '2001-01-01T00:00:00Z' },
      ])
        expect((await change(body)).status, JSON.stringify(body)).toBe(400);
      expect((await change({ expiresAt: '2030-01-01T00:00:00Z' })).status).toBe(200);
      expect((await change({ expiresAt: '2031-01-01T00:00:00Z' })).status).toBe(400);
      expect((await change({ expiresAt: null })).status).toBe(400);
    } finally {
      await second.stop();
    }
  });

  test('a key is rejected from an address that is not allowed, in any notation of the address', async () => {
    const org = await app.org();
    const here = await created(org, { scopes: ['fraud:manage'], allowedCidrs: ['127.0.0.0/8'] });
    const there = await created(org, {
      scopes: ['fraud:manage'],
      allowedCidrs: ['203.0.113.7/32', '2001:DB8:0:0::5/32', '::ffff:198.51.100.7/120'],
    });
    expect(await lists(here.key)).toBe(200);
    const refused = await app.call('GET', LISTS, { key: there.key });
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      'the API key may not be used from this address',
    ]);
    const shown = await app.call('GET', `${KEYS}/${there.id}`, { key: org.key });
    expect(shown.body.data.allowedCidrs).toEqual([
      '203.0.113.7',
      '2001:db8::/32',
      '198.51.100.0/24',
    ]);
  });

  test('a key has a lower rate limit than its group when its owner sets one', async () => {
    const org = await app.org();
    const { key } = await created(org, { scopes: ['fraud:manage'], rateLimits: { lists: 3 } });
    const answers = [];
    for (let i = 0; i < 4; i += 1) answers.push(await app.call('GET', LISTS, { key }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(answers.map(({ headers }) => headers.get('ratelimit'))).toEqual([
      expect.stringContaining('r=2'),
      expect.stringContaining('r=1'),
      expect.stringContaining('r=0'),
      expect.stringContaining('r=0'),
    ]);
    expect(await lists(org.key)).toBe(200);
  });

  test('the last use of a key is recorded outside of the request, once a minute', async () => {
    const org = await app.org();
    const { id, key } = await created(org, { scopes: ['fraud:manage'] });
    const used = async () =>
      (await app.call('GET', `${KEYS}/${id}`, { key: org.key })).body.data.lastUsedAt;
    expect(await used()).toBeNull();
    await lists(key);
    await eventually(async () => (await used()) !== null);
    const first = await used();
    await lists(key);
    await lists(key);
    expect(await used()).toBe(first);
  });

  test('an organization gets an event 30, 7 and 1 days before a key expires, once each, unless the key was replaced', async () => {
    const org = await app.org();
    const day = 86_400_000;
    const at = (days: number) => new Date(Date.now() + days * day - 60_000).toISOString();
    const key = await created(org, { scopes: ['fraud:screen'], expiresAt: at(30) });
    const replaced = await created(org, { scopes: ['fraud:screen'], expiresAt: at(20) });
    const body = { overlapSeconds: 3600 };
    await app.call('POST', `${KEYS}/${replaced.id}/rotate`, { key: org.key, body });
    const days = async () => {
      await Promise.all([tellExpiring(app.db), tellExpiring(app.db)]);
      return (await events(org))
        .filter(({ type, data }) => type === 'key.expiring' && data['keyId'] === key.id)
        .map(({ data }) => data['days']);
    };
    expect(await days()).toEqual([30]);
    expect(await days()).toEqual([30]);
    const move = (left: number) =>
      app.db.query('UPDATE api_keys SET expires_at = $2 WHERE id = $1', [key.id, at(left)]);
    await move(7);
    expect(await days()).toEqual([30, 7]);
    await move(1);
    expect(await days()).toEqual([30, 7, 1]);
    const others = (await events(org)).filter(
      ({ type, data }) => type === 'key.expiring' && data['keyId'] === replaced.id,
    );
    expect(others).toEqual([]);
  });
});

describe('test mode', () => {
  test('a test key acts in a twin with the lists and roles of the organization, and finds no data of the organization', async () => {
    const org = await app.org();
    const list = await app.call('POST', LISTS, {
      key: org.key,
      body: { name: 'Blocked', kind: 'tenant_blocklist', source: 'own' },
    });
    const { id } = list.body.data;
    await app.call('POST', `${LISTS}/${id}/entries`, {
      key: org.key,
      body: { entries: [{ name: 'Chinedu Blocked' }] },
    });
    const module = { code: 'FILES', name: 'Files', actions: ['READ'] };
    await app.call('POST', '/api/v1/permissions/modules', { key: org.key, body: module });
    const base = await app.call('POST', '/api/v1/permissions/roles', {
      key: org.key,
      body: { name: 'base', capabilities: ['FILES:READ'] },
    });
    await app.call('POST', '/api/v1/permissions/roles', {
      key: org.key,
      body: { name: 'more', inherits: [base.body.data.id] },
    });
    const made = await created(org, { scopes: [...TENANT_SCOPES], mode: 'test' });
    expect(made.key).toMatch(/^ork_test_[0-9A-Za-z]{38}$/);
    const get = (path: string, key = made.key) => app.call('GET', path, { key });
    const copied = await get(LISTS);
    expect(copied.headers.get('oriki-mode')).toBe('test');
    expect(copied.body.data.lists).toMatchObject([
      { name: 'Blocked', source: 'own', entryCount: 1 },
    ]);
    const twin = copied.body.data.lists[0].id;
    expect(twin).not.toBe(id);
    expect((await get(`${LISTS}/${id}`)).status).toBe(404);
    expect((await get(`${LISTS}/${twin}`, org.key)).status).toBe(404);
    const roles = await get('/api/v1/permissions/roles');
    expect(roles.body.data.items).toMatchObject([
      { name: 'base', capabilities: ['FILES:READ'] },
      { name: 'more', inherits: [roles.body.data.items[0].id] },
    ]);
    const screened = await app.call('POST', '/api/v1/fraud/screen', {
      key: made.key,
      body: { name: 'Chinedu Blocked' },
    });
    expect([screened.status, screened.body.data.outcome]).toEqual([200, 'block']);
    const path = `/api/v1/fraud/screenings/${screened.body.data.screeningId}`;
    expect([(await get(path)).status, (await get(path, org.key)).status]).toEqual([200, 404]);
    expect((await get(LISTS, org.key)).headers.get('oriki-mode')).toBeNull();
    // Errors also contain the mode.
    expect((await get(`${LISTS}/${id}`)).headers.get('oriki-mode')).toBe('test');
  });

  test('two first test keys made at the same time share one twin, and plans follow the organization', async () => {
    const org = await app.org({ plan: 'pro' });
    const keys = await Promise.all(
      [1, 2, 3].map(() => created(org, { scopes: ['webhooks:manage'], mode: 'test' })),
    );
    const body = { name: 'W', url: 'https://example.com/hook', events: ['*'] };
    const made = await app.call('POST', '/api/v1/webhooks', { key: keys[0]!.key, body });
    expect(made.status, made.text).toBe(201);
    for (const { key } of keys) {
      const seen = await app.call('GET', `/api/v1/webhooks/${made.body.data.id}`, { key });
      expect(seen.status).toBe(200);
    }
    const live = await app.call('GET', '/api/v1/webhooks', { key: org.key });
    expect(live.body.data.webhooks).toEqual([]);
    const platform = await app.platformKey();
    const path = `/api/v1/admin/organizations/${org.id}`;
    await app.call('PATCH', path, { key: platform, body: { plan: 'enterprise' } });
    const { rows } = await app.db.query('SELECT plan FROM organizations WHERE id = $1', [
      `test${org.id}`,
    ]);
    expect(rows).toEqual([{ plan: 'enterprise' }]);
    const all = await app.call('GET', '/api/v1/admin/organizations?limit=100', { key: platform });
    expect(all.text).not.toContain('testorg_');
  });

  test('federation and keys have no test mode', async () => {
    const org = await app.org({ plan: 'enterprise' });
    const { key } = await created(org, { scopes: [...TENANT_SCOPES], mode: 'test' });
    const group = await app.call('POST', '/api/v1/permissions/federation/groups', {
      key,
      body: { name: 'G' },
    });
    expect([group.status, group.body.error.message]).toEqual([
      403,
      'this is not available in test mode',
    ]);
    expect((await app.call('GET', KEYS, { key })).status).toBe(403);
  });
});

test('the command line makes test keys, keys for some addresses and narrower ones, and requires an existing scope', async () => {
  const org = await app.org();
  const run = async (...words: string[]) => {
    const { stdout, stderr, code } = await oriki(['key', ...words, '--json'], {
      DATABASE_URL: app.databaseUrl,
    });
    return { code, data: JSON.parse(stdout || stderr) };
  };
  const made = await run(
    'create',
    '--org',
    org.id,
    '--scope',
    'fraud:screen',
    '--scope',
    'fraud:manage',
    '--test',
    '--allow',
    '127.0.0.1',
  );
  expect(made.data).toMatchObject({ mode: 'test', allowedCidrs: ['127.0.0.1'] });
  const narrowed = await run('update', '--id', made.data.id, '--scope', 'fraud:screen');
  expect(narrowed.data.scopes).toEqual(['fraud:screen']);
  const platform = await run('create', '--platform', '--scope', 'platform:admin');
  expect([platform.code, platform.data.scopes]).toEqual([0, ['platform:admin']]);
  expect((await run('create', '--platform', '--scope', 'fraud:screen')).code).toBe(64);
});

describe('a paused key', () => {
  const patch = (org: TestOrg, id: string, body: object) =>
    app.call('PATCH', `${KEYS}/${id}`, { key: org.key, body });

  test('is rejected like an unknown one until it is resumed, and is then the same key', async () => {
    const org = await app.org();
    const made = await created(org, { scopes: ['fraud:manage'], name: 'lists' });
    expect(await lists(made.key)).toBe(200);
    const paused = await patch(org, made.id, { paused: true });
    expect(paused.body.data.pausedAt).toEqual(expect.any(String));
    await eventually(async () => (await lists(made.key)) === 401);
    const refused = await app.call('GET', LISTS, { key: made.key });
    const unknown = await app.call('GET', LISTS, { key: `${made.key.slice(0, -1)}_` });
    expect(refused.body).toEqual(unknown.body);
    const again = await patch(org, made.id, { paused: true });
    expect(again.body.data.pausedAt).toBe(paused.body.data.pausedAt);
    const resumed = await patch(org, made.id, { paused: false });
    expect(resumed.body.data).not.toHaveProperty('pausedAt');
    await eventually(async () => (await lists(made.key)) === 200);
  });

  test('stays paused through other changes, and cannot be rotated', async () => {
    const org = await app.org();
    const made = await created(org, { scopes: ['fraud:manage'], name: 'lists' });
    await patch(org, made.id, { paused: true });
    expect((await patch(org, made.id, { name: 'other' })).body.data).toHaveProperty('pausedAt');
    const rotated = await app.call('POST', `${KEYS}/${made.id}/rotate`, {
      key: org.key,
      body: { overlapSeconds: 60 },
    });
    expect([rotated.status, rotated.body.error.code]).toEqual([409, 'CONFLICT']);
    const revoked = await app.call('POST', `${KEYS}/${made.id}/revoke`, { key: org.key });
    expect(revoked.status).toBe(200);
  });

  test('is resumed only by a caller with all of its scopes', async () => {
    const org = await app.org();
    const made = await created(org, { scopes: ['fraud:manage'] });
    const keeper = await created(org, { scopes: ['keys:manage'] });
    const by = (body: object) => app.call('PATCH', `${KEYS}/${made.id}`, { key: keeper.key, body });
    expect((await by({ paused: true })).status).toBe(200);
    const answer = await by({ paused: false });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'FORBIDDEN']);
  });
});

test('people who work on cases read the names of all keys, and no other data of the keys', async () => {
  const org = await app.org();
  const { id } = await created(org, { scopes: ['fraud:manage'], name: 'Lists' });
  expect((await app.call('POST', `${KEYS}/${id}/revoke`, { key: org.key })).status).toBe(200);
  const other = await created(await app.org(), { scopes: ['fraud:manage'], name: 'Theirs' });
  const { session } = await app.person(org.id, ['analyst']);
  const names = await app.call('GET', `${KEYS}/names?limit=100`, { session });
  expect(names.status, names.text).toBe(200);
  expect(names.body.data.items).toContainEqual({ id, name: 'Lists' });
  expect(names.text).not.toContain(other.id);
  expect((await app.call('GET', KEYS, { session })).status).toBe(403);
  const developer = await app.person(org.id, ['developer']);
  expect((await app.call('GET', `${KEYS}/names`, developer)).status).toBe(403);
});

test('keys are found by a part of their name, in any case, and not by a pattern', async () => {
  const org = await app.org();
  for (const name of ['Production: lists', 'production: events', 'Staging 100%'])
    await created(org, { scopes: ['fraud:manage'], name });
  const named = async (name: string): Promise<string[]> => {
    const answer = await app.call('GET', `${KEYS}?${new URLSearchParams({ name })}`, {
      key: org.key,
    });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data.items.map((item: { name: string }) => item.name).toSorted();
  };
  expect(await named('PROD')).toEqual(['Production: lists', 'production: events']);
  expect(await named('100%')).toEqual(['Staging 100%']);
  expect(await named('%prod')).toEqual([]);
  expect(await named('nothing')).toEqual([]);
});
