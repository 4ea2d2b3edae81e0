import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/support/test-app.ts';
import { type Answer, type TestOrg, type TestPerson } from '../../../test/support/app.ts';
import { refusedByCitus } from '../../../test/support/servers/is-spread.ts';
import { oriki } from '../../../test/support/command-line.ts';
import { until } from '../../platform/db/retry.ts';
import { within } from '../../../test/support/within.ts';

const APPROVALS = '/api/v1/approvals';
const LISTS = '/api/v1/fraud/lists';

const app = testApp({ rateLimits: undefined });

type Caller = { key: string } | { session: string };
function post(path: string, caller: Caller, body?: object): Promise<Answer> {
  return app.call('POST', path, { ...caller, ...(body && { body }) });
}
function remove(path: string, caller: Caller): Promise<Answer> {
  return app.call('DELETE', path, caller);
}

/** Creates an organization that requires two people, two of them, and a list. */
async function guarded(...actions: string[]): Promise<{
  org: TestOrg;
  ada: TestPerson;
  bayo: TestPerson;
  list: string;
}> {
  const org = await app.org();
  const [ada, bayo] = [await app.person(org.id, ['admin']), await app.person(org.id, ['admin'])];
  const set = await app.call('PATCH', `${APPROVALS}/settings`, { ...ada, body: { actions } });
  expect([set.status, set.body.data?.actions], set.text).toEqual([200, actions]);
  const body = { name: 'Blocked', kind: 'tenant_blocklist', source: 'own' };
  const made = await post(LISTS, org, body);
  return { org, ada, bayo, list: made.body.data.id };
}

function required(answer: Answer): void {
  expect([answer.status, answer.body.error?.code], answer.text).toEqual([403, 'APPROVAL_REQUIRED']);
}

test('one person alone cannot undo a concurrent change of the settings', async () => {
  const org = await app.org();
  const ada = await app.person(org.id, ['admin']);
  const change = (body: object) => app.call('PATCH', `${APPROVALS}/settings`, { ...ada, body });
  const own = await app.dbOf(org.id);
  // The other change is made, but not committed, when this one begins.
  const late = await own.transaction(async (tx) => {
    await sql`INSERT INTO approval_settings (org_id, actions, expires_hours)
      VALUES (${org.id}, ARRAY['hit.false_positive'], 24)`.execute(tx);
    const answer = change({ actions: [] });
    const waits = async () =>
      (await sql`SELECT FROM pg_locks WHERE NOT granted`.execute(tx)).rows.length > 0;
    expect(await until(waits, { withinMs: within(10_000), everyMs: 20 })).toBe(true);
    return { answer };
  });
  required(await late.answer);
  const { body } = await app.call('GET', `${APPROVALS}/settings`, ada);
  expect(body.data.actions).toEqual(['hit.false_positive']);
});

test('a guarded action is done once, by a person other than the requester, in the transaction of the request', async () => {
  const { org, ada, bayo, list } = await guarded('list.remove_entries');
  const path = `${LISTS}/${list}`;
  required(await remove(path, ada));
  const asked = await post(APPROVALS, ada, { action: 'list.remove_entries', objectId: list });
  expect([asked.status, asked.body.data?.status], asked.text).toEqual([201, 'pending']);
  required(await remove(path, ada));
  required(await remove(path, org));
  expect((await remove(path, bayo)).status).toBe(200);
  const { body } = await app.call('GET', `${APPROVALS}/${asked.body.data.id}`, ada);
  expect(body.data).toMatchObject({
    status: 'approved',
    askedBy: { kind: 'person', id: ada.id },
    answeredBy: { kind: 'person', id: bayo.id },
  });
  const audit = await app.call('GET', `/api/v1/audit?object=${list}`, org);
  expect(audit.body.data.items[0]).toMatchObject({
    action: 'list.delete',
    actor: { kind: 'person', id: bayo.id, via: bayo.sessionId },
  });
});

test.skipIf(
  refusedByCitus(
    'a request stays open when its action fails, and is used once by two concurrent callers',
    'changes a table',
  ),
)(
  'a request stays open when its action fails, and only one of two concurrent callers can use it',
  async () => {
    const { ada, bayo, list, org } = await guarded('list.remove_entries');
    const chidi = await app.person(org.id, ['admin']);
    await post(APPROVALS, ada, { action: 'list.remove_entries', objectId: list });
    const db = await app.dbOf(org.id);
    await db.query(
      `CREATE FUNCTION keep_list() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'kept'; END $$`,
    );
    await db.query(
      `CREATE TRIGGER keep_list BEFORE DELETE ON screening_lists FOR EACH ROW WHEN (OLD.id = '${list}') EXECUTE FUNCTION keep_list()`,
    );
    expect((await remove(`${LISTS}/${list}`, bayo)).status).toBe(500);
    await db.query('DROP FUNCTION keep_list() CASCADE');
    const pending = await app.call('GET', `${APPROVALS}?status=pending`, ada);
    expect(pending.body.data.items).toMatchObject([{ objectId: list, status: 'pending' }]);
    const both = await Promise.all([
      remove(`${LISTS}/${list}`, bayo),
      remove(`${LISTS}/${list}`, chidi),
    ]);
    expect(both.map(({ status }) => status).toSorted()[0]).toBe(200);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  },
);

test('a person and the keys that they made or rotated count as one person, however many keys make requests', async () => {
  const { ada, bayo, list, org } = await guarded('list.remove_entries');
  const scopes = ['approvals:request', 'keys:manage', 'fraud:manage'];
  const path = `${LISTS}/${list}`;
  const made = await post('/api/v1/keys', ada, { scopes });
  expect([made.status, made.body.data?.madeBy], made.text).toEqual([201, ada.id]);
  const next = await post('/api/v1/keys', { key: made.body.data.key }, { scopes });
  const given = await post('/api/v1/keys', org, { scopes });
  expect(given.body.data.madeBy).toBeNull();
  const rotated = await post(`/api/v1/keys/${given.body.data.id}/rotate`, ada, {
    overlapSeconds: 60,
  });
  const kept = await post(`/api/v1/keys/${rotated.body.data.id}/rotate`, org, {
    overlapSeconds: 60,
  });
  // All keys make the same request, and the first request stays open.
  for (const { body } of [made, next, rotated, kept]) {
    expect(body.data.madeBy).toBe(ada.id);
    const caller = { key: body.data.key };
    const asked = await post(APPROVALS, caller, { action: 'list.remove_entries', objectId: list });
    expect([asked.status, asked.body.data?.askedBy], asked.text).toEqual([
      201,
      { kind: 'key', id: made.body.data.id },
    ]);
    required(await remove(path, ada));
  }
  await post(APPROVALS, ada, { action: 'list.remove_entries', objectId: list });
  required(await remove(path, { key: made.body.data.key }));
  required(await remove(path, ada));
  expect((await remove(path, bayo)).status).toBe(200);
});

test('a person counts as one in two organizations: a key that they made as an operator is not a second person', async () => {
  const { bayo, list, org } = await guarded('list.remove_entries');
  const subject = 'at-home-in-two';
  const [operator, member] = [
    await app.person(null, ['admin'], undefined, subject),
    await app.person(org.id, ['approver', 'admin'], undefined, subject),
  ];
  expect(operator.id).not.toBe(member.id);
  const body = { organizationId: org.id, scopes: ['approvals:request'] };
  const made = await post('/api/v1/admin/keys', operator, body);
  expect(made.status, made.text).toBe(201);
  const { key } = made.body.data;
  const asked = { action: 'list.remove_entries', objectId: list };
  expect((await post(APPROVALS, { key }, asked)).status).toBe(201);
  required(await remove(`${LISTS}/${list}`, member));
  const rotated = await post(`/api/v1/admin/keys/${made.body.data.id}/rotate`, operator, {
    overlapSeconds: 60,
  });
  expect([rotated.status, rotated.body.data?.madeBy], rotated.text).toEqual([201, null]);
  const next = await post('/api/v1/admin/keys', operator, {
    ...body,
    scopes: ['approvals:request', 'keys:manage'],
  });
  const derived = await post('/api/v1/keys', next.body.data, { scopes: ['approvals:request'] });
  expect(derived.status, derived.text).toBe(201);
  const source = { name: 'Other', kind: 'tenant_blocklist', source: 'other' };
  const other = (await post(LISTS, org, source)).body.data.id;
  await post(APPROVALS, derived.body.data, { ...asked, objectId: other });
  required(await remove(`${LISTS}/${other}`, member));
  expect((await remove(`${LISTS}/${list}`, bayo)).status).toBe(200);
});

test('a person who has not made the requesting key is a second person', async () => {
  const { ada, bayo, list, org } = await guarded('list.remove_entries');
  const asked = { action: 'list.remove_entries', objectId: list };
  expect((await post(APPROVALS, org, asked)).status).toBe(201);
  expect((await remove(`${LISTS}/${list}`, ada)).status).toBe(200);
  const body = { name: 'Blocked', kind: 'tenant_blocklist', source: 'other' };
  const objectId = (await post(LISTS, org, body)).body.data.id;
  const { key } = (await post('/api/v1/keys', ada, { scopes: ['approvals:request'] })).body.data;
  await post(APPROVALS, { key }, { ...asked, objectId });
  expect((await remove(`${LISTS}/${objectId}`, bayo)).status).toBe(200);
});

test('a false positive needs two people if the organization requires it, and a true match needs one', async () => {
  const { org, ada, bayo, list } = await guarded('hit.false_positive');
  await post(`${LISTS}/${list}/entries`, org, { entries: [{ name: 'Chinedu Okafor' }] });
  await post('/api/v1/fraud/subjects', org, { subjectId: 's-1', name: 'Chinedu Okafor' });
  const hits = await app.call('GET', '/api/v1/fraud/hits', org);
  const { id } = hits.body.data.items[0];
  const decide = (caller: Caller, decision: string, more: object = {}) =>
    post(`/api/v1/fraud/hits/${id}/decision`, caller, { decision, reason: 'seen', ...more });
  required(await decide(org, 'false_positive', { onBehalfOf: 'analyst-4' }));
  await post(APPROVALS, org, { action: 'hit.false_positive', objectId: id });
  required(await decide(org, 'false_positive'));
  const match = await decide(ada, 'true_match');
  expect(match.body.data.decisions[0]).toMatchObject({
    decidedBy: ada.id,
    onBehalfOf: null,
    apiKeyId: null,
  });
  required(await decide(bayo, 'false_positive'));
  await post(APPROVALS, org, { action: 'hit.false_positive', objectId: id });
  const decided = await decide(bayo, 'false_positive');
  expect([decided.status, decided.body.data?.status], decided.text).toEqual([
    200,
    'false_positive',
  ]);
  const passed = await decide(org, 'true_match', { decidedBy: 'analyst-4' });
  expect(passed.body.data.decisions[0]).toMatchObject({
    decidedBy: expect.stringMatching(/^key_/),
    onBehalfOf: 'analyst-4',
    apiKeyId: expect.stringMatching(/^key_/),
  });
});

test('roles change only as requested, even by the command line', async () => {
  const { org, ada, bayo } = await guarded('member.change_roles');
  const member = await app.person(org.id, ['reviewer']);
  const path = `/api/v1/members/${member.id}`;
  const change = (person: TestPerson, roles: string[]) =>
    app.call('PATCH', path, { ...person, body: { roles } });
  required(await change(bayo, ['analyst']));
  const detail = { roles: ['analyst'] };
  await post(APPROVALS, ada, { action: 'member.change_roles', objectId: member.id, detail });
  const asked = await app.call('GET', '/api/v1/audit?action=approval.ask', org);
  expect(asked.body.data.items[0].after).toEqual({
    action: 'member.change_roles',
    objectId: member.id,
    reasonCode: null,
    reasonHash: null,
  });
  required(await change(bayo, ['admin']));
  const words = ['member', 'update', '--org', org.id, '--id', member.id, '--json'];
  const run = (...roles: string[]) =>
    oriki([...words, ...roles.flatMap((role) => ['--role', role])], {
      DATABASE_URL: app.databaseUrl,
    });
  expect((await run('admin')).stdout).toContain('APPROVAL_REQUIRED');
  expect(JSON.parse((await run('analyst')).stdout).roles).toEqual(['analyst']);
});

test('no single person can give or change roles in any way', async () => {
  const { org, ada, bayo } = await guarded('member.change_roles');
  const portal = (caller: Caller, role: string) =>
    post('/api/v1/portal-sessions', caller, { subject: 'employee-1', role });
  required(await portal(org, 'reviewer'));
  required(await portal(ada, 'reviewer'));
  const named = { issuer: `portal:${org.id}`, subject: 'employee-1' };
  const askFor = (member: object, roles: string[]) =>
    post(APPROVALS, ada, {
      action: 'member.change_roles',
      objectId: org.id,
      detail: { member, roles },
    });
  const portalMember = await askFor(named, ['reviewer']);
  expect([portalMember.status, portalMember.text.includes('employee')]).toEqual([201, false]);
  expect(portalMember.body.data).toMatchObject({
    objectId: expect.stringMatching(/^usr_/),
    detail: { roles: ['reviewer'] },
  });
  required(await post('/api/v1/members', ada, { ...named, roles: ['reviewer'] }));
  required(await post('/api/v1/members', bayo, { ...named, roles: ['admin'] }));
  expect((await post('/api/v1/members', bayo, { ...named, roles: ['reviewer'] })).status).toBe(201);
  expect((await portal(org, 'reviewer')).status).toBe(201);
  required(await portal(org, 'admin'));
  required(await portal(ada, 'admin'));
  const link = (...words: string[]) =>
    oriki(['console', 'login', '--org', org.id, '--name', 'Chi', '--json', ...words], {
      DATABASE_URL: app.databaseUrl,
    });
  expect((await link('--role', 'reviewer')).stdout).toContain('APPROVAL_REQUIRED');
  await askFor({ issuer: 'local', subject: 'Chi' }, ['reviewer']);
  expect((await link('--role', 'reviewer')).code).toBe(0);
  expect((await link('--role', 'admin')).stdout).toContain('APPROVAL_REQUIRED');
  const member = { issuer: 'https://login.example.com', subject: 'back', roles: ['analyst'] };
  required(await post('/api/v1/members', ada, member));
  await askFor({ issuer: member.issuer, subject: member.subject }, member.roles);
  const { id } = (await post('/api/v1/members', bayo, member)).body.data;
  await remove(`/api/v1/members/${id}`, ada);
  const back = { ...member, roles: ['admin'] };
  required(await post('/api/v1/members', ada, back));
  const asked = { action: 'member.change_roles', objectId: id, detail: { roles: ['admin'] } };
  await post(APPROVALS, ada, asked);
  required(await post('/api/v1/members', ada, back));
  expect((await post('/api/v1/members', bayo, back)).status).toBe(201);
});

test.each([
  { member: { issuer: 'https://login.example.com' }, roles: ['admin'] },
  { member: { issuer: 'https://login.example.com', subject: 's' }, roles: ['owner'] },
  { member: 'somebody', roles: ['admin'] },
  { invitation: { email: 'nowhere' }, roles: ['admin'] },
  { invitation: {}, roles: [] },
])(
  'a request to admit a person names the person and the roles, and %j returns 400',
  async (detail) => {
    const { org, ada } = await guarded('member.change_roles');
    const asked = { action: 'member.change_roles', objectId: org.id, detail };
    expect((await post(APPROVALS, ada, asked)).status).toBe(400);
  },
);

test('requests to admit several people are open at the same time', async () => {
  const { org, ada, bayo } = await guarded('member.change_roles');
  const members = ['one', 'two'].map((subject) => ({
    issuer: 'https://login.example.com',
    subject,
  }));
  const roles = ['analyst'];
  const action = 'member.change_roles';
  const details = [...members.map((member) => ({ member, roles })), { invitation: {}, roles }];
  for (const detail of details)
    expect((await post(APPROVALS, ada, { action, objectId: org.id, detail })).status).toBe(201);
  for (const member of members)
    expect((await post('/api/v1/members', bayo, { ...member, roles })).status).toBe(201);
  expect((await post('/api/v1/invitations', bayo, { roles })).status).toBe(201);
  required(await post('/api/v1/invitations', bayo, { roles }));
});

test('an unanswered request expires, and may be withdrawn or rejected', async () => {
  const { org, ada, bayo, list } = await guarded('list.remove_entries');
  const ask = () => post(APPROVALS, ada, { action: 'list.remove_entries', objectId: list });
  const refused = (await ask()).body.data.id;
  expect((await post(`${APPROVALS}/${refused}/reject`, bayo)).body.data.status).toBe('rejected');
  expect((await post(`${APPROVALS}/${refused}/reject`, ada)).status).toBe(409);
  required(await remove(`${LISTS}/${list}`, bayo));
  const old = (await ask()).body.data.id;
  await (
    await app.dbOf(org.id)
  ).query(`UPDATE approvals SET expires_at = now() WHERE id = $1`, [old]);
  required(await remove(`${LISTS}/${list}`, bayo));
  const listed = await app.call('GET', `${APPROVALS}?status=expired`, ada);
  expect(listed.body.data.items).toMatchObject([{ id: old, status: 'expired' }]);
  const other = await app.org();
  expect((await app.call('GET', `${APPROVALS}/${old}`, other)).status).toBe(404);
  expect((await post(`${APPROVALS}/${old}/reject`, other)).status).toBe(404);
});

test("one person can add actions that need two people, and can remove some only with another person's approval", async () => {
  const { org, ada, bayo } = await guarded('hit.false_positive', 'list.remove_entries');
  const set = (person: TestPerson, actions: string[]) =>
    app.call('PATCH', `${APPROVALS}/settings`, { ...person, body: { actions } });
  required(await set(ada, []));
  const detail = { actions: ['hit.false_positive'] };
  await post(APPROVALS, ada, { action: 'approval_settings.lower', objectId: org.id, detail });
  required(await set(ada, ['hit.false_positive']));
  required(await set(bayo, []));
  expect((await set(bayo, ['hit.false_positive'])).status).toBe(200);
  expect((await set(ada, ['hit.false_positive', 'member.change_roles'])).status).toBe(200);
});
