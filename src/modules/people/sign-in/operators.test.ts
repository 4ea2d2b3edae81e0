import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { Browser, CLIENT, IdentityProvider } from '../../../../test/support/identity-provider.ts';
import { loadIssuers } from './issuers-file.ts';

let folder: string;
let idp: IdentityProvider;
let app: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriki-sign-in-'));
  idp = await new IdentityProvider().listen();
  const signInFile = join(folder, 'sign-in.yaml');
  await writeFile(join(folder, 'secret'), `${CLIENT.clientSecret}\n`);
  await writeFile(
    signInFile,
    `issuers:
  - id: corporate
    name: Example SSO
    issuer: ${idp.issuer}
    clientId: ${CLIENT.clientId}
    clientSecret: { file: secret }
    groupsClaim: groups
    groupRoles: { staff: [operator], analysts: [auditor] }
`,
  );
  app = await startTestApp({ rateLimits: undefined, outboundAllow: ['127.0.0.0/8'], signInFile });
  await idp.register({
    redirectUri: `${app.url}/console/session/callback/platform/corporate`,
    logoutUri: `${app.url}/console/session/logout/platform/corporate`,
  });
});
afterAll(async () => {
  await app.stop();
  await idp.close();
  await rm(folder, { recursive: true, force: true });
});

describe('an operator', () => {
  test('signs in at the provider in the file, with the roles of the groups', async () => {
    idp.account = { sub: 'op-1', name: 'Olu', groups: ['staff', 'admins'] };
    const browser = new Browser();
    const seen = await browser.visit(`${app.url}/console/session/sign-in?returnTo=/livez`);
    expect([seen.url, seen.status]).toEqual([`${app.url}/livez`, 200]);
    const session = browser.cookies(app.url).get('oriki-session')!;
    const me = await app.call('GET', '/api/v1/me', { session });
    expect(me.body.data).toMatchObject({
      name: 'Olu',
      organization: null,
      roles: ['operator'],
      scopes: ['platform:operate'],
      readScopes: ['platform:admin'],
    });
    const log = await app.call('GET', '/api/v1/admin/audit?action=session.begin', { session });
    expect(log.body.data.items[0]).toMatchObject({
      organizationId: null,
      actor: { kind: 'person', id: me.body.data.id, via: me.body.data.sessionId },
      after: { method: 'oidc', roles: ['operator'] },
    });
  });

  test('without a role is rejected, and the rejection is in the log', async () => {
    idp.account = { sub: 'op-2', groups: [] };
    const seen = await new Browser().visit(`${app.url}/console/session/sign-in`);
    expect(seen.status).toBe(403);
    await new Browser().get(
      `${app.url}/console/session/callback/platform/corporate?code=x&state=y`,
    );
    const key = await app.platformKey();
    const log = await app.call('GET', '/api/v1/admin/audit?action=session.refuse', { key });
    expect(log.body.data.items[0]).toMatchObject({
      actor: { kind: 'service', id: 'sign-in' },
      requestId: expect.any(String),
      address: '127.0.0.1',
    });
  });

  test('is never made by the provider of an organization, whatever groups it sends', async () => {
    const org = await app.org();
    const body = {
      name: 'x',
      issuer: idp.issuer,
      ...CLIENT,
      groupsClaim: 'groups',
      groupRoles: { staff: ['billing'] },
    };
    const made = await app.call('POST', '/api/v1/sign-in/issuers', { key: org.key, body });
    await idp.register(made.body.data);
    idp.account = { sub: 'op-3', groups: ['staff'] };
    const browser = new Browser();
    const where = new URLSearchParams({ organization: org.id, returnTo: '/livez' });
    await browser.visit(`${app.url}/console/session/sign-in?${where}`);
    const session = browser.cookies(app.url).get('oriki-session')!;
    expect((await app.call('GET', '/api/v1/admin/organizations', { session })).status).toBe(403);
    const me = await app.call('GET', '/api/v1/me', { session });
    expect(me.body.data).toMatchObject({ roles: ['billing'], organization: { id: org.id } });
  });

  test('is shown the providers in the file', async () => {
    const headers = { 'sec-fetch-site': 'same-origin' };
    const choices = await app.call('GET', '/console/session/issuers', { headers });
    expect(choices.body.data).toEqual({ issuers: [{ id: 'corporate', name: 'Example SSO' }] });
    const none = await app.call('GET', '/console/session/issuers?organization=org_x', { headers });
    expect(none.body.data).toEqual({ issuers: [] });
  });
});

describe('the file of providers', () => {
  const load = async (text: string): Promise<string> => {
    const path = join(folder, 'tried.yaml');
    await writeFile(path, text);
    return loadIssuers(
      path,
      () => undefined,
      (url) => (url.startsWith('https:') ? undefined : 'must be an https URL'),
    ).then(
      () => 'fine',
      (error: Error) => error.message,
    );
  };

  test('is rejected with a list of all problems, and without secrets', async () => {
    const said = await load(`issuers:
  - id: A
    name: x
    issuer: http://login.example.com
    clientId: oriki
    clientSecret: hunter2
  - id: b
    name: x
    issuer: http://login.example.com
    clientId: oriki
    clientSecret: { env: ORIKI_NOT_SET }
    groupRoles: { staff: [king] }
`);
    expect(said).toContain('issuers[0].id');
    expect(said).toContain('issuers[0].clientSecret');
    expect(said).toContain('issuers[1].groupRoles');
    expect(said).not.toContain('hunter2');
  });

  test('names each provider once, by an address with TLS, and refers to an existing secret', async () => {
    const one = (issuer: string): string =>
      `  - { id: a, name: x, issuer: "${issuer}", clientId: oriki, clientSecret: { env: NOT_SET } }\n`;
    const said = await load(
      `issuers:\n${one('http://login.example.com')}${one('https://login.example.com/?x')}`,
    );
    expect(said.split('\n').slice(1)).toEqual([
      '  issuers[0].issuer: must be an https URL',
      '  issuers[0].clientSecret: is not set: NOT_SET',
      '  issuers[1].issuer: must have no query and no fragment',
      '  issuers[1].id: occurs twice',
      '  issuers[1].clientSecret: is not set: NOT_SET',
    ]);
  });

  test('may name a private key, and identifies people by a permanent claim', async () => {
    const path = join(folder, 'keyed.yaml');
    const entry = 'id: a, name: x, issuer: "https://login.example.com", clientId: oriki';
    const write = (more: string) => writeFile(path, `issuers:\n  - { ${entry}, ${more} }\n`);
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
    const read = (text: string | undefined) =>
      loadIssuers(
        path,
        () => text,
        () => undefined,
      );
    await write('clientKey: { env: KEY }, subjectClaim: oid');
    const [issuer] = await read(String(pem));
    expect([issuer?.clientKey?.alg, issuer?.subjectClaim]).toEqual(['ES256', 'oid']);
    await write('clientKey: { env: KEY }, subjectClaim: email');
    const error = await read('nonsense').catch(({ message }: Error) => message);
    expect(String(error).split('\n').slice(1)).toEqual([
      '  issuers[0].subjectClaim: must identify a person permanently: another person can get this one',
      '  issuers[0].clientKey: must be a private key, PEM or JWK',
    ]);
  });

  test('is not needed', async () => {
    expect(
      await loadIssuers(
        undefined,
        () => undefined,
        () => undefined,
      ),
    ).toEqual([]);
  });
});
