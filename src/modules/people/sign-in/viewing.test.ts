import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestOrg } from '../../../../test/support/app.ts';
import { eventually } from '../../../../test/support/process.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;

let app: TestApp;
let org: TestOrg;
let operator: Person;
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined });
});
afterAll(() => app.stop());
beforeEach(async () => {
  org = await app.org({ addons: ['detection_pack'] });
  operator = await app.person(null, ['operator']);
});

const WHY = { reason: 'support', ticket: 'HELP-17' };

function ask(path: string, body: object, session = operator.session) {
  return app.call('POST', `/console/session${path}`, { session, body });
}
function me(session = operator.session) {
  return app.call('GET', '/api/v1/me', { session });
}
async function view(organization = org.id) {
  const answer = await ask('/view', { organization, ...WHY });
  expect(answer.status, answer.text).toBe(200);
  await eventually(async () => (await me()).body.data.organization?.id === organization, 6000);
  return answer.body.data;
}
async function actionsOf(orgId: string) {
  const auditor = await app.person(orgId, ['auditor']);
  const { body } = await app.call('GET', '/api/v1/audit?limit=100', auditor);
  return body.data.items as { action: string; actor: { id: string }; after: object }[];
}

test('an operator reads in the organization for 30 minutes, and its audit log says who and why', async () => {
  const { until } = await view();
  const ahead = Date.parse(until) - Date.now();
  expect(Math.abs(ahead - 30 * 60_000)).toBeLessThan(60_000);
  const { body } = await me();
  expect(body.data).toMatchObject({
    id: operator.id,
    organization: { id: org.id },
    scopes: [],
    viewing: { until },
  });
  expect((await app.call('GET', '/api/v1/fraud/lists', operator)).status).toBe(200);
  const row = (await actionsOf(org.id)).find(({ action }) => action === 'organization.view');
  expect(row).toMatchObject({ actor: { id: operator.id }, after: { ...WHY, until } });
});

test('while looking an operator changes nothing there, and does no work of operators', async () => {
  await view();
  const body = { source: 'x', name: 'x', kind: 'tenant_blocklist' };
  const write = await app.call('POST', '/api/v1/fraud/lists', { ...operator, body });
  const admin = await app.call('GET', '/api/v1/admin/organizations', operator);
  expect([write.status, admin.status]).toEqual([403, 403]);
});

test('looking ends by itself, and when the operator ends it, which is in the log', async () => {
  await view();
  expect((await ask('/view-end', {})).status).toBe(200);
  await eventually(async () => (await me()).body.data.organization === null, 6000);
  expect((await app.call('GET', '/api/v1/admin/organizations', operator)).status).toBe(200);
  expect((await actionsOf(org.id)).map(({ action }) => action)).toContain('organization.view_end');
  await view();
  await app.db.pool.query(
    `UPDATE sessions SET viewed_until = now() - interval '1 s' WHERE id = $1`,
    [operator.sessionId],
  );
  await eventually(async () => (await me()).body.data.viewing === null, 6000);
});

test('the session stays that of the operator: its own list has it, and signing out ends it', async () => {
  await view();
  const own = await app.call('GET', '/console/session', operator);
  expect(own.body.data.current).toBe(operator.sessionId);
  expect(own.body.data.sessions.map(({ id }: { id: string }) => id)).toEqual([operator.sessionId]);
  const tenants = await app.person(org.id, ['admin']);
  const { body } = await app.call('GET', '/api/v1/sessions', tenants);
  expect(body.data.items.map(({ id }: { id: string }) => id)).not.toContain(operator.sessionId);
  expect((await ask('/sign-out', {})).status).toBe(200);
  await eventually(async () => (await me()).status === 401, 6000);
});

test('people of organizations, operators who only read, and whoever signed in long ago are refused', async () => {
  const statusOf = async (person: Person) => {
    const { status, body } = await ask('/view', { organization: org.id, ...WHY }, person.session);
    return [status, body.error.code];
  };
  expect(await statusOf(await app.person(org.id, ['admin']))).toEqual([403, 'FORBIDDEN']);
  expect(await statusOf(await app.person(null, ['auditor']))).toEqual([403, 'FORBIDDEN']);
  await app.db.pool.query(
    `UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE id = $1`,
    [operator.sessionId],
  );
  expect(await statusOf(operator)).toEqual([403, 'STEP_UP_REQUIRED']);
});

test('an unknown organization is not found, and a reason that is not in the list is refused', async () => {
  const unknown = await ask('/view', { organization: 'org_01kf3v8e3zfk2tjq0xw5c8m9ra', ...WHY });
  expect([unknown.status, unknown.body.error.code]).toEqual([404, 'NOT_FOUND']);
  for (const [body, path] of [
    [{ organization: org.id }, 'reason'],
    [{ organization: org.id, reason: 'curious' }, 'reason'],
    [{ organization: org.id, reason: 'support', ticket: 'Ada Obi called' }, 'ticket'],
  ] as const) {
    const refused = await ask('/view', body);
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, path]);
  }
});

test('an operator whose role does not allow it any more sees the organization no more', async () => {
  await view();
  await app.db.pool.query(`UPDATE memberships SET roles = '{auditor}' WHERE user_id = $1`, [
    operator.id,
  ]);
  await eventually(async () => (await me()).body.data.organization === null, 6000);
});
