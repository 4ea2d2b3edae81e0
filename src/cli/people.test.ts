import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestOrg } from '../../test/support/app.ts';
import { oriki as command } from '../../test/support/command-line.ts';

let app: TestApp;
let org: TestOrg;
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined });
  org = await app.org();
});
afterAll(() => app.stop());

// eslint-disable-next-line typescript/no-explicit-any
async function oriki(...words: string[]): Promise<any> {
  const env = { DATABASE_URL: app.databaseUrl, PORT: new URL(app.url).port };
  const { code, stdout, stderr } = await command([...words, '--json'], env);
  return code === 0 ? JSON.parse(stdout) : { code, said: stdout + stderr };
}

async function exchange(url: string) {
  const [page, code] = url.split('#code=') as [string, string];
  expect(page).toBe(`${app.url}/console/session/link`);
  const answer = await app.call('POST', '/console/session/exchange', {
    body: { code },
    headers: { origin: app.url, 'x-oriki-console': '1' },
  });
  const [cookie = ''] = answer.headers.getSetCookie();
  return { session: /oriki-session=([^;]*)/.exec(cookie)?.[1] ?? '' };
}

test('a link of console login is used once, for an organization or as an operator', async () => {
  const member = await oriki(
    'console',
    'login',
    '--org',
    org.id,
    '--role',
    'auditor',
    '--name',
    'Ada',
  );
  const me = await app.call('GET', '/api/v1/me', await exchange(member.url));
  expect(me.body.data).toMatchObject({
    id: member.userId,
    name: 'Ada',
    roles: ['auditor'],
    organization: { id: org.id },
  });
  const operator = await oriki('console', 'login');
  const there = await app.call('GET', '/api/v1/me', await exchange(operator.url));
  expect(there.body.data).toMatchObject({ organization: null, roles: ['admin'] });
});

test('console login refuses a role and an organization that there are not', async () => {
  const role = await oriki('console', 'login', '--org', org.id, '--role', 'king');
  expect(role.said).toContain('--role must be one of admin, analyst');
  const nobody = await oriki('console', 'login', '--org', 'org_x');
  expect(nobody).toMatchObject({ code: 1 });
});

test('members are invited, changed and removed', async () => {
  const invited = await oriki('member', 'invite', '--org', org.id, '--role', 'analyst,billing');
  expect(invited).toMatchObject({ roles: ['analyst', 'billing'], invitedBy: 'cli' });
  expect(invited.url).toContain('#invitation=ori_');
  const { id } = await app.person(org.id, ['analyst']);
  const changed = await oriki('member', 'update', '--org', org.id, '--id', id, '--role', 'billing');
  expect(changed.roles).toEqual(['billing']);
  const { items } = await oriki('member', 'list', '--org', org.id);
  expect(items.map((one: { id: string }) => one.id)).toContain(id);
  expect(await oriki('member', 'remove', '--org', org.id, '--id', id)).toEqual({
    id,
    deleted: true,
  });
});

/** The newest row of the log with an action of a command; of operators, where no organization is named. */
async function lastRow(action: string, orgId?: string): Promise<Record<string, unknown>> {
  const query = new URLSearchParams({ action, ...(orgId && { organizationId: orgId }) });
  const key = await app.platformKey();
  const { body } = await app.call('GET', `/api/v1/admin/audit?${query}`, { key });
  return body.data.items[0];
}

test('the row of a command says whom it was about and which roles they had and got', async () => {
  const login = async (role: string) =>
    oriki('console', 'login', '--org', org.id, '--role', role, '--name', 'Bisi');
  const { userId } = await login('auditor');
  expect(await lastRow('console.login', org.id)).toMatchObject({
    actor: { kind: 'command' },
    objectId: userId,
    before: null,
    after: { roles: ['auditor'] },
  });
  await login('billing');
  expect(await lastRow('console.login', org.id)).toMatchObject({
    before: { roles: ['auditor'] },
    after: { roles: ['billing'] },
  });
  const member = ['--org', org.id, '--id', userId];
  await oriki('member', 'update', ...member, '--role', 'analyst,billing');
  expect(await lastRow('member.change', org.id)).toMatchObject({
    objectId: userId,
    before: { roles: ['billing'], groupRoles: [] },
    after: { roles: ['analyst', 'billing'], groupRoles: [] },
  });
  const invited = await oriki('member', 'invite', '--org', org.id, '--role', 'analyst');
  expect(await lastRow('invitation.create', org.id)).toMatchObject({
    objectId: invited.id,
    after: { roles: ['analyst'], expiresAt: invited.expiresAt },
  });
  await oriki('member', 'remove', ...member);
  expect(await lastRow('member.remove', org.id)).toMatchObject({
    objectId: userId,
    before: { roles: ['analyst', 'billing'] },
    after: null,
  });
  const added = [
    '--issuer',
    'https://login.example.com',
    '--subject',
    'cli-2',
    '--role',
    'auditor',
  ];
  const operator = await oriki('operator', 'add', ...added);
  expect(await lastRow('operator.add')).toMatchObject({
    objectId: operator.id,
    after: { roles: ['auditor'] },
  });
});

test('a command about people that is refused leaves no row', async () => {
  const id = 'usr_00000000008g2q4k9v1m7c5d3e';
  await oriki('member', 'update', '--org', org.id, '--id', id, '--role', 'billing');
  const row = await lastRow('member.change', org.id);
  expect(row?.['objectId']).not.toBe(id);
});

test('operators are added, changed and removed, and sessions listed and ended', async () => {
  const words = [
    '--issuer',
    'https://login.example.com',
    '--subject',
    'cli-1',
    '--role',
    'operator',
  ];
  const { id } = await oriki('operator', 'add', ...words);
  expect((await oriki('operator', 'update', '--id', id, '--role', 'auditor')).roles).toEqual([
    'auditor',
  ]);
  const { items } = await oriki('operator', 'list');
  expect(items.map((one: { id: string }) => one.id)).toContain(id);
  expect(await oriki('operator', 'remove', '--id', id)).toEqual({ id, deleted: true });
  const person = await app.person(org.id, ['analyst']);
  const listed = await oriki('session', 'list', '--org', org.id);
  expect(listed.items.map((one: { id: string }) => one.id)).toContain(person.sessionId);
  await oriki('session', 'end', '--org', org.id, '--id', person.sessionId);
  await expect
    .poll(async () => (await app.call('GET', '/api/v1/me', person)).status, { timeout: 5000 })
    .toBe(401);
});
