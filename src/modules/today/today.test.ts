import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestOrg } from '../../../test/support/app.ts';
import { firstIdAt } from '../../platform/ids.ts';

const DAY_MS = 86_400_000;
const NOTHING = {
  openHits: null,
  hitsByDay: null,
  webhooks: null,
  verifications: null,
  ownLists: null,
  globalLists: null,
  usage: null,
  failingWebhooks: null,
  lateLists: null,
};

let app: TestApp;
beforeAll(async () => void (app = await startTestApp({ role: 'api', rateLimits: undefined })));
afterAll(() => app.stop());

async function get(path: string, key: string) {
  const answer = await app.call('GET', `/api/v1${path}`, { key });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

async function post(path: string, { key }: Pick<TestOrg, 'key'>, body: object) {
  const answer = await app.call('POST', `/api/v1${path}`, { key, body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body.data;
}

/** Creates an organization with hits of every age, of which the first is decided, and with webhooks of every kind. */
async function busy(): Promise<TestOrg> {
  const org = await app.org({ addons: ['detection_pack'] });
  const list = { name: 'Known', source: 'internal:fraud', kind: 'tenant_blocklist' };
  const { id } = await post('/fraud/lists', org, list);
  await post(`/fraud/lists/${id}/entries`, org, { entries: [{ name: 'Adaeze Okonkwo' }] });
  const ages = [0, 0, 0, 2, 8, 8, 40];
  for (const i of ages.keys())
    await post('/fraud/subjects', org, { subjectId: `customer-${i}`, name: 'Adaeze Okonkwo' });
  for (const [i, days] of ages.entries())
    if (days > 0) await foundBefore(org, `customer-${i}`, days);
  const { items } = await get('/fraud/hits?subjectId=customer-0', org.key);
  const decision = { decision: 'false_positive', reason: 'Another person' };
  await post(`/fraud/hits/${items[0].id}/decision`, org, decision);
  for (const name of ['well', 'failing', 'paused', 'deactivated']) {
    const url = 'https://hooks.example.com/oriki';
    await post('/webhooks', org, { name, url, events: ['*'] });
  }
  const { pool } = app.db;
  await pool.query(
    `UPDATE webhook_lanes SET failing_since = now() WHERE org_id = $1
       AND webhook_id IN (SELECT id FROM webhooks WHERE name IN ('failing', 'deactivated'))`,
    [org.id],
  );
  await pool.query(
    `UPDATE webhooks SET active = false, disabled_reason = CASE WHEN name = 'deactivated' THEN 'failing' END
     WHERE org_id = $1 AND name IN ('paused', 'deactivated')`,
    [org.id],
  );
  return org;
}

/** Moves a subject's hit back by this many days, including the time in its id. */
async function foundBefore(org: TestOrg, subjectId: string, days: number): Promise<void> {
  const at = new Date(Date.now() - days * DAY_MS);
  const id = firstIdAt('hit', at.getTime()).slice(0, -4) + subjectId.slice(-1).padStart(4, '0');
  await app.db.pool.query(
    'UPDATE screening_hits SET id = $3, created_at = $4 WHERE org_id = $1 AND subject_id = $2',
    [org.id, subjectId, id, at],
  );
}

test('each figure equals the count of the list that it summarizes', async () => {
  const org = await busy();
  const importing = {
    kind: 'sanctions',
    source: 'example:today',
    name: 'Sanctions',
    format: 'csv',
  };
  await post(
    '/admin/lists',
    { key: await app.platformKey() },
    {
      ...importing,
      content: 'name,dob,country\nBoris Example,1970-01-31,NG\n',
    },
  );
  const today = await get('/today', org.key);

  const totals = [];
  for (const age of ['day', 'week', 'month', 'older']) {
    const { from, to, total, totalIsExact } = today.openHits.ages[age];
    const range = `${from ? `&from=${from}` : ''}${to ? `&to=${to}` : ''}`;
    const listed = await get(`/fraud/hits?status=open${range}`, org.key);
    expect({ total, totalIsExact }).toEqual({
      total: listed.total,
      totalIsExact: listed.totalIsExact,
    });
    totals.push(total);
  }
  expect(totals).toEqual([2, 1, 2, 1]);
  expect(today.openHits.total).toBe((await get('/fraud/hits?status=open', org.key)).total);
  expect(today.hitsByDay).toEqual(await get('/fraud/hits/by-day', org.key));

  const { webhooks } = await get('/webhooks', org.key);
  const figures = { active: 0, failing: 0, paused: 0, deactivated: 0 };
  for (const { id, active, failing } of webhooks) {
    const { disabledReason } = await get(`/webhooks/${id}`, org.key);
    figures[active ? 'active' : disabledReason ? 'deactivated' : 'paused'] += 1;
    if (failing) figures.failing += 1;
  }
  expect(today.webhooks).toEqual(figures);
  expect(figures).toEqual({ active: 2, failing: 1, paused: 1, deactivated: 1 });
  expect(
    today.failingWebhooks.map(({ name, active }: Record<string, unknown>) => [name, active]),
  ).toEqual([
    ['failing', true],
    ['deactivated', false],
  ]);

  const { lists } = await get('/fraud/lists', org.key);
  expect(today.ownLists.items).toEqual(
    lists.map(({ id, name, kind, entryCount, updatedAt }: Record<string, unknown>) => ({
      id,
      name,
      kind,
      entryCount,
      changedAt: updatedAt,
    })),
  );
  const global = await get('/admin/lists', await app.platformKey());
  expect(today.globalLists).toEqual({
    items: global.items.map(
      ({ id, name, kind, entryCount, importedAt }: Record<string, unknown>) => ({
        id,
        name,
        kind,
        entryCount,
        changedAt: importedAt,
      }),
    ),
    total: 1,
    totalIsExact: true,
  });
});

test('usage covers this month only, by service and metric', async () => {
  const org = await app.org({ addons: ['detection_pack'] });
  const month = new Date().toISOString().slice(0, 7);
  const before = new Date(Date.parse(`${month}-01`) - DAY_MS).toISOString();
  const report = { service: 'email', metric: 'sent', quantity: '1.5' };
  await post('/usage', org, { ...report, at: new Date().toISOString(), id: 'r-1' });
  await post('/usage', org, { ...report, at: `${month}-01T00:00:00Z`, id: 'r-2' });
  await post('/usage', org, { ...report, at: before, id: 'r-3' });
  const { usage } = await get('/today', org.key);
  expect(usage).toEqual({
    from: `${month}-01`,
    items: [{ service: 'email', metric: 'sent', quantity: '3' }],
    total: 1,
    totalIsExact: true,
  });
  const { items } = await get(`/usage?from=${month}-01&limit=100`, org.key);
  const sum = items.reduce(
    (all: number, one: { quantity: string }) => all + Number(one.quantity),
    0,
  );
  expect(Number(usage.items[0].quantity)).toBe(sum);
});

test("the available kinds of verification are listed without any vendor's name", async () => {
  const org = await app.org({ addons: ['detection_pack'] });
  const { verifications } = await get('/today', org.key);
  expect(verifications).toContainEqual({ kind: 'bvn', country: 'NG', available: true });
  for (const one of verifications)
    expect(Object.keys(one).toSorted()).toEqual(['available', 'country', 'kind']);
});

test.each([
  ['fraud:screen', ['openHits', 'hitsByDay', 'globalLists', 'lateLists']],
  ['fraud:manage', ['ownLists']],
  ['webhooks:manage', ['webhooks', 'failingWebhooks']],
  ['identity:verify', ['verifications']],
  ['usage:read', ['usage']],
  ['threads:manage', []],
])('a caller with only %s gets %j, and null for the rest', async (scope, parts) => {
  const { key } = await app.org({ addons: ['detection_pack'], scopes: [scope] });
  const today = await get('/today', key);
  const told = Object.keys(today).filter((part) => today[part] !== null);
  expect(told.toSorted()).toEqual(parts.toSorted());
  expect(Object.keys(today).toSorted()).toEqual(Object.keys(NOTHING).toSorted());
});

test('without the detection pack, the parts whose lists need the pack are null', async () => {
  const { key } = await app.org({ addons: [], plan: 'free' });
  const { webhooks, usage, failingWebhooks, ...rest } = await get('/today', key);
  expect(failingWebhooks).toEqual([]);
  expect(webhooks).toEqual({ active: 0, failing: 0, paused: 0, deactivated: 0 });
  expect(usage.items).toEqual([]);
  const { webhooks: _w, usage: _u, failingWebhooks: _f, ...nothing } = NOTHING;
  expect(rest).toEqual(nothing);
});

test('counts nothing of another organization', async () => {
  await busy();
  const { key } = await app.org({ addons: ['detection_pack'] });
  const { openHits, webhooks, ownLists } = await get('/today', key);
  expect([openHits.total, webhooks.active, ownLists.total]).toEqual([0, 0, 0]);
});

test('a list is late once it is overdue by the definition of screenings', async () => {
  const org = await app.org({ addons: ['detection_pack'] });
  const content = 'name,dob,country\nBoris Late,1970-01-31,NG\n';
  const list = { kind: 'sanctions', source: 'example:late', name: 'Late', format: 'csv', content };
  await post('/admin/lists', { key: await app.platformKey() }, list);
  const { pool } = app.db;
  await pool.query(
    `INSERT INTO global_list_origins (list_id, format, main, every_seconds, checked_at)
     SELECT id, 'csv', 'https://lists.example.com/late.csv', 3600, now() - interval '65 minutes'
     FROM global_lists WHERE source = 'example:late'`,
  );
  expect((await get('/today', org.key)).lateLists).toEqual([]);
  await pool.query(`UPDATE global_list_origins SET checked_at = now() - interval '67 minutes'`);
  expect((await get('/today', org.key)).lateLists).toEqual([]);
  await pool.query(`UPDATE global_lists SET imported_at = now() - interval '67 minutes'`);
  const { lateLists } = await get('/today', org.key);
  expect(lateLists.map(({ name }: { name: string }) => name)).toEqual(['Late']);
});

describe('the counts of work', () => {
  test('equal the lists: open hits, cases of the caller, and requests of others', async () => {
    const org = await busy();
    const [maker, checker] = [
      await app.person(org.id, ['analyst']),
      await app.person(org.id, ['approver']),
    ];
    const { id } = await post('/cases', org, { subjectId: 'a', assignee: maker.id });
    await post('/cases', org, { subjectId: 'b', dueAt: '2020-01-01T00:00:00Z' });
    await post('/cases', org, { subjectId: 'c', assignee: checker.id });
    const workOf = async (session: string) => {
      const answer = await app.call('GET', '/api/v1/today/work', { session });
      expect(answer.status, answer.text).toBe(200);
      return answer.body.data;
    };
    expect(await workOf(maker.session)).toEqual({
      openHits: 6,
      cases: { mine: 1, unassigned: 1, overdue: 1 },
      approvals: 0,
    });
    const snoozedUntil = new Date(Date.now() + DAY_MS).toISOString();
    const body = { expectedRevision: 1, snoozedUntil };
    await app.call('PATCH', `/api/v1/cases/${id}`, { key: org.key, body });
    expect((await workOf(maker.session)).cases.mine).toBe(0);
    await app.call('PATCH', '/api/v1/approvals/settings', {
      key: org.key,
      body: { actions: ['hit.false_positive'] },
    });
    const { items } = await get('/fraud/hits?status=open', org.key);
    const asked = await app.call('POST', '/api/v1/approvals', {
      session: maker.session,
      body: {
        action: 'hit.false_positive',
        objectId: items[0].id,
        reason: 'Another person',
        reasonCode: 'name_differs',
      },
    });
    expect(asked.status, asked.text).toBe(201);
    expect((await workOf(maker.session)).approvals).toBe(0);
    expect((await workOf(checker.session)).approvals).toBe(1);
    // This role reads requests, and does not decide hits.
    const { session } = await app.person(org.id, ['privacy']);
    expect((await workOf(session)).approvals).toBe(0);
    const other = await app.org({ addons: ['detection_pack'] });
    expect(await get('/today/work', other.key)).toEqual({
      openHits: 0,
      cases: { mine: 0, unassigned: 0, overdue: 0 },
      approvals: 0,
    });
  });

  test('stop at 100, and a part without its scope or plan is null', async () => {
    const org = await app.org({ addons: ['detection_pack'] });
    await app.db.pool.query(
      `INSERT INTO cases (org_id, id, subject_id, base_priority, origin, created_kind, created_by)
       SELECT $1, 'case_' || n, 'subject-' || n, 0, 'hand', 'key', 'key_1' FROM generate_series(1, 150) n`,
      [org.id],
    );
    expect((await get('/today/work', org.key)).cases.unassigned).toBe(100);
    const { key } = await app.org({ addons: ['detection_pack'], scopes: ['webhooks:manage'] });
    expect(await get('/today/work', key)).toEqual({ openHits: null, cases: null, approvals: null });
  });
});
