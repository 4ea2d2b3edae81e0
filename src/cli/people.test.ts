import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../test/support/test-app.ts';
import { type TestOrg } from '../../test/support/app.ts';
import { oriki as command } from '../../test/support/command-line.ts';
import { within } from '../../test/support/within.ts';

const app = testApp({ rateLimits: undefined });
let org: TestOrg;
beforeAll(async () => {
  org = await app.org();
});

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

test('a link of console login works once, for a member of an organization or for an operator', async () => {
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

test('console login rejects an unknown role and an unknown organization', async () => {
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
    keys: [],
  });
});

describe('the removal of a person who created keys', () => {
  async function leaver(): Promise<{ id: string; keyId: string; key: string }> {
    await app.person(org.id, ['admin']);
    const person = await app.person(org.id, ['admin']);
    const body = { name: 'screening', scopes: ['fraud:screen'] };
    const made = await app.call('POST', '/api/v1/keys', { session: person.session, body });
    expect(made.status, made.text).toBe(201);
    return { id: person.id, keyId: made.body.data.id, key: made.body.data.key };
  }
  async function remove(id: string, answer: string | undefined, ...more: string[]) {
    const asked: string[] = [];
    const said: string[] = [];
    const ask = async (question: string): Promise<string> => {
      asked.push(question);
      return answer!;
    };
    const env = { DATABASE_URL: app.databaseUrl };
    const terminal = answer === undefined ? {} : { ask };
    const words = ['member', 'remove', '--org', org.id, '--id', id, ...more];
    const result = await command(words, env, terminal);
    said.push(result.stderr);
    return { ...result, asked, said: said.join('') };
  }
  async function isRevoked(keyId: string): Promise<boolean> {
    const { body } = await app.call('GET', `/api/v1/keys/${keyId}`, { key: org.key });
    return body.data.revokedAt !== null;
  }

  test('asks at a terminal and follows the answer', async () => {
    for (const [answer, revoked] of [
      ['revoke', true],
      ['keep', false],
      ['', false],
    ] as const) {
      const { id, keyId } = await leaver();
      const { code, asked, said } = await remove(id, answer);
      expect([code, asked.length]).toEqual([0, 1]);
      expect(said).toContain(`${keyId} screening`);
      expect(await isRevoked(keyId)).toBe(revoked);
    }
  });

  test('does not ask with --keys, with --json, without a terminal or without keys', async () => {
    const one = await leaver();
    expect((await remove(one.id, 'keep', '--keys', 'revoke')).asked).toEqual([]);
    expect(await isRevoked(one.keyId)).toBe(true);
    const two = await leaver();
    const { asked, stdout } = await remove(two.id, 'revoke', '--json');
    expect(asked).toEqual([]);
    expect(JSON.parse(stdout).keys).toEqual([{ id: two.keyId, name: 'screening' }]);
    expect(await isRevoked(two.keyId)).toBe(false);
    const three = await leaver();
    expect((await remove(three.id, undefined)).code).toBe(0);
    const { id } = await app.person(org.id, ['analyst']);
    expect((await remove(id, 'revoke')).asked).toEqual([]);
  });

  test('rejects an invalid answer and removes no member', async () => {
    const { id, keyId } = await leaver();
    const { code, said } = await remove(id, 'maybe');
    expect([code, said]).toEqual([
      64,
      expect.stringContaining('--keys must be one of keep, revoke'),
    ]);
    expect((await app.call('GET', `/api/v1/members/${id}`, { key: org.key })).status).toBe(200);
    expect(await isRevoked(keyId)).toBe(false);
  });
});

describe('console login', () => {
  test('keeps the roles of a member unless the command names a role', async () => {
    const login = (...more: string[]) =>
      oriki('console', 'login', '--org', org.id, '--name', 'Chidi', ...more);
    expect((await login('--role', 'auditor')).roles).toEqual(['auditor']);
    expect((await login()).roles).toEqual(['auditor']);
    expect((await login('--role', 'billing')).roles).toEqual(['billing']);
    expect((await oriki('console', 'login', '--org', org.id, '--name', 'New')).roles).toEqual([
      'admin',
    ]);
  });

  test('does not change the role of the last admin', async () => {
    const other = await app.org();
    const login = (role: string) =>
      oriki('console', 'login', '--org', other.id, '--name', 'Only', '--role', role);
    const { userId } = await login('admin');
    expect((await login('billing')).said).toContain('the last admin stays an admin');
    const { body } = await app.call('GET', `/api/v1/members/${userId}`, { key: other.key });
    expect(body.data.roles).toEqual(['admin']);
  });
});

/**
 * Returns the newest audit row with an action of a command. Reads the organization's log, or the operators' log if no
 * organization is given.
 */
async function lastRow(action: string, orgId?: string): Promise<Record<string, unknown>> {
  const query = new URLSearchParams({ action, ...(orgId && { organizationId: orgId }) });
  const key = await app.platformKey();
  const { body } = await app.call('GET', `/api/v1/admin/audit?${query}`, { key });
  return body.data.items[0];
}

test('the audit row of a command contains the person and the roles before and after', async () => {
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

test('a rejected command about people writes no audit row', async () => {
  const id = 'usr_00000000008g2q4k9v1m7c5d3e';
  await oriki('member', 'update', '--org', org.id, '--id', id, '--role', 'billing');
  const row = await lastRow('member.change', org.id);
  expect(row?.['objectId']).not.toBe(id);
});

test('operators are added, changed and removed, and their sessions are listed and ended', async () => {
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
  expect(await oriki('operator', 'remove', '--id', id)).toEqual({
    id,
    deleted: true,
    keys: [],
  });
  const person = await app.person(org.id, ['analyst']);
  const listed = await oriki('session', 'list', '--org', org.id);
  expect(listed.items.map((one: { id: string }) => one.id)).toContain(person.sessionId);
  await oriki('session', 'end', '--org', org.id, '--id', person.sessionId);
  await expect
    .poll(async () => (await app.call('GET', '/api/v1/me', person)).status, {
      timeout: within(5000),
    })
    .toBe(401);
});
