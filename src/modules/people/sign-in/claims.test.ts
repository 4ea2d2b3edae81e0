import { describe, expect, test } from 'vitest';
import { claimAt, emailIn, groupsIn, groupsOf, lacks, scopeOf } from './claims.ts';
import type { Issuer } from './provider.ts';

const ISSUER: Issuer = {
  orgId: 'org',
  id: 'idp',
  name: 'Example SSO',
  issuer: 'https://login.example.com',
  clientId: 'oriki',
  clientSecret: undefined,
  clientKey: undefined,
  subjectClaim: 'sub',
  groupsClaim: 'groups',
  groupRoles: {},
  acr: null,
  scopes: null,
  authTime: true,
  emailWithoutVerified: false,
};

/** Claims in the form that each provider documents. */
const SHAPES: [string, string, object, string[]][] = [
  ['Keycloak, groups', 'groups', { groups: ['risk', 'staff'] }, ['risk', 'staff']],
  ['Keycloak, realm', 'realm_access.roles', { realm_access: { roles: ['risk'] } }, ['risk']],
  [
    'Keycloak, client with a dot',
    'resource_access.oriki.example.roles',
    { resource_access: { 'oriki.example': { roles: ['risk'] } } },
    ['risk'],
  ],
  ['Entra', 'roles', { roles: ['risk'], oid: 'f0', tid: 't0' }, ['risk']],
  ['Okta', 'groups', { groups: ['Everyone', 'risk'] }, ['Everyone', 'risk']],
  ['Google', 'groups', { hd: 'example.com', email_verified: true }, []],
  [
    'Zitadel',
    'urn:zitadel:iam:org:project:roles',
    { 'urn:zitadel:iam:org:project:roles': { risk: { '2847': 'bank.example.com' } } },
    ['risk'],
  ],
  ['Authelia', 'groups', { groups: ['risk'] }, ['risk']],
  ['Dex', 'groups', { groups: ['example:risk'], federated_claims: {} }, ['example:risk']],
  [
    'a name space of Auth0',
    'https://example.com/roles',
    { 'https://example.com/roles': 'risk' },
    ['risk'],
  ],
];

describe('groups', () => {
  test.each(SHAPES)('are read as %s sends them', (_name, groupsClaim, claims, groups) => {
    expect(groupsOf({ ...ISSUER, groupsClaim }, claims as Record<string, unknown>)).toEqual(groups);
  });

  test('come from the claim with exactly that name rather than from a path', () => {
    const claims = { 'a.b': ['exact'], a: { b: ['path'] } };
    expect(claimAt(claims, 'a.b')).toEqual(['exact']);
    expect(claimAt({ a: claims.a }, 'a.b')).toEqual(['path']);
  });

  test.each(['__proto__', 'constructor.name', 'a.constructor', 'toString', 'a.length', '.', ''])(
    'are not read from inherited properties: %s',
    (name) => {
      expect(claimAt({ a: ['x'] }, name)).toBeUndefined();
    },
  );

  test('exclude values that are not texts, and keys that are false', () => {
    expect(groupsIn(['risk', 7, null, { a: 1 }])).toEqual(['risk']);
    expect(groupsIn({ risk: true, admin: false, boss: null })).toEqual(['risk']);
    expect([groupsIn(7), groupsIn(null), groupsIn(undefined)]).toEqual([[], [], []]);
  });
});

test('takes the address and its verification from the same answer', () => {
  const token = { email: 'eve@example.com' };
  const userinfo = { email: 'ada@example.com', email_verified: true };
  expect(emailIn(ISSUER, token, userinfo)).toBe('ada@example.com');
  expect(emailIn(ISSUER, token, { email_verified: true })).toBeUndefined();
  expect(emailIn(ISSUER, { email_verified: true }, token)).toBeUndefined();
  expect(emailIn({ ...ISSUER, emailWithoutVerified: true }, token)).toBe('eve@example.com');
});

test.each([
  [{}, { groups: [], email: 'a@b.c', email_verified: false }, undefined],
  [{}, { email: 'a@b.c', email_verified: true }, 'groups'],
  [{}, { groups: ['risk'] }, 'email'],
  [{}, { groups: ['risk'], email: 'a@b.c' }, 'email'],
  [{ emailWithoutVerified: true }, { groups: ['risk'], email: 'a@b.c' }, undefined],
  [{ groupsClaim: null }, { email: 'a@b.c', email_verified: true }, undefined],
])('with the settings %j, the claims %j lack %s', (settings, claims, missing) => {
  expect(lacks({ ...ISSUER, ...settings }, claims)).toBe(missing);
});

test.each([
  [{}, undefined, 'openid email profile'],
  [{}, ['openid', 'groups'], 'openid email profile groups'],
  [{}, ['openid', 'email'], 'openid email profile'],
  [{ groupsClaim: null }, ['openid', 'groups'], 'openid email profile'],
  [{ scopes: ['email', 'roles'] }, ['openid', 'groups'], 'openid email roles'],
  [{ scopes: ['openid', 'groups', 'groups'] }, undefined, 'openid groups'],
])('with %j, a sign-in at a provider that lists %j requests %s', (settings, supported, scope) => {
  const metadata = { issuer: ISSUER.issuer, ...(supported && { scopes_supported: supported }) };
  expect(scopeOf({ ...ISSUER, ...settings }, metadata as never)).toBe(scope);
});
