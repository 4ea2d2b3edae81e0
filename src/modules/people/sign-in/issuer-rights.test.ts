import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import {
  type Answer,
  type CallOptions,
  type TestOrg,
  type TestPerson,
} from '../../../../test/support/app.ts';
import { TENANT_SCOPES } from '../../declared.ts';

const ISSUER = 'https://login.example.com';
const ISSUERS = '/api/v1/sign-in/issuers';
const SETTINGS = {
  name: 'Example SSO',
  issuer: 'https://sso.example.com',
  clientId: 'oriki',
  clientSecret: 'from the provider',
  groupsClaim: 'groups',
  groupRoles: { bosses: ['admin'], clerks: ['billing'] },
  acr: 'strong',
  skipCheck: true,
};
/** Changes that decide who gets a role, or that change the strength of a step-up. */
const AIMS: object[] = [
  { clientId: 'other' },
  { clientSecret: 'other' },
  { clientSecret: null },
  { clientKey: 'generate' },
  { subjectClaim: 'oid' },
  { groupsClaim: 'roles' },
  { groupsClaim: null },
  { emailWithoutVerified: true },
  { groupRoles: { ...SETTINGS.groupRoles, all: ['admin'] } },
  { groupRoles: { clerks: ['billing'] } },
  { acr: 'weak' },
  { acr: null },
  { requireAuthTime: false },
  { name: 'x', clientId: 'other' },
];

const app = testApp({ rateLimits: undefined });
let org: TestOrg;
let id: string;
beforeEach(async () => {
  org = await app.org();
  const made = await app.call('POST', ISSUERS, { key: org.key, body: SETTINGS });
  expect(made.status, made.text).toBe(201);
  ({ id } = made.body.data);
});

type Caller = Pick<CallOptions, 'key' | 'session'>;

async function keyWith(...scopes: string[]): Promise<Caller> {
  return { key: (await app.key(org.id, ['signin:manage', ...scopes])).key };
}
function change(caller: Caller, body: object): Promise<Answer> {
  return app.call('PATCH', `${ISSUERS}/${id}`, { ...caller, body: { ...body, skipCheck: true } });
}
function create(caller: Caller, body: object): Promise<Answer> {
  const address = 'https://new.example.com';
  const settings = { name: 'x', issuer: address, clientId: 'x', skipCheck: true, ...body };
  return app.call('POST', ISSUERS, { ...caller, body: settings });
}
function drop(caller: Caller): Promise<Answer> {
  return app.call('DELETE', `${ISSUERS}/${id}`, caller);
}
function outcome({ status, body }: Answer): [number, string | undefined] {
  return [status, body.error?.code];
}

describe('a caller with signin:manage alone', () => {
  test.each(AIMS)('cannot change %j of a provider that maps admins', async (body) => {
    const before = await app.call('GET', `${ISSUERS}/${id}`, { key: org.key });
    expect(outcome(await change(await keyWith(), body))).toEqual([403, 'FORBIDDEN']);
    const after = await app.call('GET', `${ISSUERS}/${id}`, { key: org.key });
    expect(after.body.data).toEqual(before.body.data);
    expect((await change({ key: org.key }, body)).status).toBe(200);
  });

  test('cannot add or change another provider with the issuer of one that maps admins', async () => {
    const { issuer } = SETTINGS;
    const weaker = { issuer, requireAuthTime: false, subjectClaim: 'oid' };
    expect(outcome(await create(await keyWith(), weaker))).toEqual([403, 'FORBIDDEN']);
    const made = await create({ key: org.key }, { issuer });
    expect(made.status, made.text).toBe(201);
    id = made.body.data.id;
    const body = { subjectClaim: 'oid' };
    expect(outcome(await change(await keyWith(), body))).toEqual([403, 'FORBIDDEN']);
    expect((await change({ key: org.key }, body)).status).toBe(200);
  });

  test('cannot remove a provider that maps admins', async () => {
    expect(outcome(await drop(await keyWith()))).toEqual([403, 'FORBIDDEN']);
    expect((await drop({ key: org.key })).status).toBe(200);
  });

  test('can rename a provider, require a stronger step-up, and send the current settings again', async () => {
    const caller = await keyWith();
    const { clientId, groupsClaim, groupRoles, acr } = SETTINGS;
    const same = {
      clientId,
      groupsClaim,
      groupRoles,
      acr,
      requireAuthTime: true,
      scopes: null,
      emailWithoutVerified: false,
    };
    expect((await change(caller, { ...same, name: 'Other' })).status).toBe(200);
    await change({ key: org.key }, { acr: null, requireAuthTime: false });
    expect((await change(caller, { acr: 'strong', requireAuthTime: true })).status).toBe(200);
  });

  test('cannot add or redirect a provider whose members have more rights', async () => {
    await app.person(org.id, ['admin']);
    const caller = await keyWith();
    expect(outcome(await create(caller, { issuer: ISSUER }))).toEqual([403, 'FORBIDDEN']);
    expect((await create(caller, {})).status).toBe(201);
    const made = await create({ key: org.key }, { issuer: ISSUER });
    ({ id } = made.body.data);
    expect(outcome(await change(caller, { clientId: 'other' }))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await drop(caller))).toEqual([403, 'FORBIDDEN']);
  });

  test('gets 404 for a provider of another organization, like for an unknown one', async () => {
    const stranger = await app.org();
    const { key } = await app.key(stranger.id, ['signin:manage']);
    expect(outcome(await change({ key }, { clientId: 'other' }))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await drop({ key }))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('another mapping', () => {
  test('requires only the scopes of roles that a group gets or loses', async () => {
    const caller = await keyWith('usage:read', 'invoices:read');
    const { bosses } = SETTINGS.groupRoles;
    expect((await change(caller, { groupRoles: { bosses, more: ['billing'] } })).status).toBe(200);
    expect((await change(caller, { groupRoles: { bosses: ['billing'] } })).status).toBe(403);
    expect((await change(caller, { groupRoles: { bosses } })).status).toBe(200);
  });
});

describe('a provider, where two people change roles', () => {
  let first: TestPerson;
  let second: TestPerson;
  beforeEach(async () => {
    first = await app.person(org.id, ['admin']);
    second = await app.person(org.id, ['admin']);
    await app.call('PATCH', '/api/v1/approvals/settings', {
      key: org.key,
      body: { actions: ['member.change_roles'] },
    });
  });
  const REQUIRED = [403, 'APPROVAL_REQUIRED'];
  const ask = async (objectId: string, detail: object): Promise<void> => {
    const body = { action: 'member.change_roles', objectId, detail };
    const asked = await app.call('POST', '/api/v1/approvals', { session: first.session, body });
    expect(asked.status, asked.text).toBe(201);
  };

  test.each([
    [{ clientId: 'other' }, { clientId: 'other' }],
    [{ clientSecret: 'other' }, { clientSecret: true }],
    [{ groupsClaim: null }, { groupsClaim: null }],
    [
      { name: 'x', groupRoles: { clerks: ['billing', 'auditor'] } },
      { groupRoles: { bosses: [], clerks: ['auditor', 'billing'] } },
    ],
    [{ acr: 'weak' }, { acr: 'weak' }],
    [{ requireAuthTime: false }, { requireAuthTime: false }],
  ])('needs both people to change %j', async (body, detail) => {
    for (const caller of [{ key: org.key }, first, second])
      expect(outcome(await change(caller, body))).toEqual(REQUIRED);
    await ask(id, detail);
    expect(outcome(await change(first, body))).toEqual(REQUIRED);
    expect((await change(second, body)).status).toBe(200);
    const { text } = await app.call('GET', '/api/v1/approvals', { key: org.key });
    expect(text).not.toContain('"clientSecret":"other"');
  });

  test('requires both people when it is new and maps a role or has members', async () => {
    const groupRoles = { bosses: ['admin'] };
    expect(outcome(await create(second, { groupRoles }))).toEqual(REQUIRED);
    expect(outcome(await create(second, { issuer: ISSUER }))).toEqual(REQUIRED);
    expect((await create(second, {})).status).toBe(201);
    await ask(org.id, { issuer: 'https://new.example.com', clientId: 'x', groupRoles });
    expect((await create(second, { groupRoles })).status).toBe(201);
  });

  test('requires both people for its removal', async () => {
    expect(outcome(await drop(second))).toEqual(REQUIRED);
    await ask(id, { deleted: true });
    expect((await drop(second)).status).toBe(200);
  });
});

test('an admin has every scope that a provider can need', async () => {
  const { session } = await app.person(org.id, ['admin']);
  for (const body of AIMS) expect((await change({ session }, body)).status).toBe(200);
  expect(TENANT_SCOPES).toContain('signin:manage');
});
