import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type Answer, type TestApp } from '../../../../test/support/app.ts';
import { Browser, CLIENT, IdentityProvider } from '../../../../test/support/identity-provider.ts';
import { within } from '../../../../test/support/within.ts';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
const KEYS = 'urn:oriki:params:scim:schemas:extension:2.0:Keys';

let app: TestApp;
let idp: IdentityProvider;
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined, outboundAllow: ['127.0.0.0/8'] });
  idp = await new IdentityProvider().listen();
});
afterAll(async () => {
  await app.stop();
  await idp.close();
});

/** An organization whose people come from a provider, with a key for SCIM only. */
class Tenant {
  readonly orgId: string;
  /** A key with every scope. */
  readonly key: string;
  readonly issuerId: string;
  readonly scimKey: string;

  constructor(orgId: string, key: string, issuerId: string, scimKey: string) {
    this.orgId = orgId;
    this.key = key;
    this.issuerId = issuerId;
    this.scimKey = scimKey;
  }

  static async open(settings: object = {}): Promise<Tenant> {
    const { id, key } = await app.org();
    const body = {
      name: 'Example SSO',
      issuer: idp.issuer,
      ...CLIENT,
      groupRoles: { analysts: ['analyst'], bosses: ['admin'] },
      skipCheck: true,
      ...settings,
    };
    const made = await app.call('POST', '/api/v1/sign-in/issuers', { key, body });
    expect(made.status, made.text).toBe(201);
    await idp.register(made.body.data);
    const scim = await app.key(id, ['scim:manage']);
    return new Tenant(id, key, made.body.data.id, scim.key);
  }

  scim(method: string, path: string, body?: object, headers: object = {}): Promise<Answer> {
    return app.call(method, `/scim/v2${path}`, {
      headers: {
        authorization: `Bearer ${this.scimKey}`,
        ...(body && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body && { raw: JSON.stringify(body) }),
    });
  }

  // eslint-disable-next-line typescript/no-explicit-any
  async user(externalId: string, more: object = {}): Promise<any> {
    const answer = await this.scim('POST', '/Users', {
      schemas: [USER],
      userName: `${externalId}@example.com`,
      externalId,
      ...more,
    });
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  }

  // eslint-disable-next-line typescript/no-explicit-any
  async group(displayName: string, ...members: string[]): Promise<any> {
    const answer = await this.scim('POST', '/Groups', {
      schemas: [GROUP],
      displayName,
      members: members.map((value) => ({ value })),
    });
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  }

  patch(path: string, ...operations: object[]): Promise<Answer> {
    return this.scim('PATCH', path, { schemas: [PATCH], Operations: operations });
  }

  /** Signs in at the provider. @returns the token of the session, and the status of the last answer */
  async signIn(sub: string): Promise<{ session: string | undefined; status: number }> {
    idp.account = { sub };
    const browser = new Browser();
    const query = new URLSearchParams({
      organization: this.orgId,
      issuer: this.issuerId,
      returnTo: '/livez',
    });
    const { status } = await browser.visit(`${app.url}/console/session/sign-in?${query}`);
    return { session: browser.cookies(app.url).get('oriki-session'), status };
  }

  async rolesOf(id: string): Promise<string[] | number> {
    const answer = await app.call('GET', `/api/v1/members/${id}`, { key: this.key });
    return answer.status === 200 ? answer.body.data.groupRoles : answer.status;
  }
}

function fault({ status, body }: Answer): [number, string | undefined] {
  expect(body.schemas).toEqual([ERROR]);
  expect(body.status).toBe(String(status));
  return [status, body.scimType];
}

describe('a person of SCIM', () => {
  test('is a member immediately, and is the person who signs in with the subject', async () => {
    const tenant = await Tenant.open();
    const answer = await tenant.scim('POST', '/Users', {
      schemas: [USER],
      userName: 'Ada@example.com',
      externalId: 'sub-ada',
      name: { givenName: 'Ada', familyName: 'Obi' },
      emails: [{ value: 'ada@example.com', primary: true, type: 'work' }],
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'risk' },
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      201,
      'application/scim+json; charset=utf-8',
    ]);
    const { id, meta } = answer.body;
    expect(answer.headers.get('location')).toBe(meta.location);
    expect(meta.location).toBe(`${app.url}/scim/v2/Users/${id}`);
    expect(answer.body).toMatchObject({ active: true, userName: 'Ada@example.com', groups: [] });
    await tenant.group('analysts', id);
    const { session, status } = await tenant.signIn('sub-ada');
    expect(status).toBe(200);
    const me = await app.call('GET', '/api/v1/me', { session: session! });
    expect(me.body.data).toMatchObject({ id, name: 'Ada Obi', roles: ['analyst'] });
  });

  test("is linked by the issuer's subject claim, and never by the address", async () => {
    const tenant = await Tenant.open({ subjectClaim: 'oid', emailWithoutVerified: true });
    const { id } = await tenant.user('object-1', { emails: [{ value: 'ada@example.com' }] });
    await tenant.group('analysts', id);
    // Without the claim no one can sign in; with only the address the person is not recognized.
    expect((await tenant.signIn('object-1')).status).toBe(401);
  });

  test('keeps its personal data sealed', async () => {
    const tenant = await Tenant.open();
    await tenant.user('secret-subject', { displayName: 'Secret Name', nickName: 'Secret Nick' });
    const { rows } = await app.db.pool.query('SELECT u::text AS text FROM scim_users u');
    const stored = rows.map(({ text }) => text).join() + app.logs.join();
    for (const word of ['secret-subject', 'Secret Name', 'Secret Nick']) {
      expect(stored).not.toContain(word);
      expect(stored).not.toContain(Buffer.from(word).toString('hex'));
    }
  });

  test('has a unique subject and a unique user name', async () => {
    const tenant = await Tenant.open();
    await tenant.user('one');
    const create = (more: object) => tenant.scim('POST', '/Users', { schemas: [USER], ...more });
    const twice = await create({ userName: 'other', externalId: 'one' });
    expect(fault(twice)).toEqual([409, 'uniqueness']);
    const named = await create({ userName: 'ONE@EXAMPLE.COM', externalId: 'two' });
    expect(fault(named)).toEqual([409, 'uniqueness']);
    expect(fault(await create({ userName: 'three' }))).toEqual([400, 'invalidValue']);
  });

  test('is changed by PATCH in the forms that providers send', async () => {
    const tenant = await Tenant.open();
    const { id } = await tenant.user('one', { displayName: 'Before' });
    const changed = await tenant.patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'displayName', value: 'After' },
      { op: 'Add', path: 'emails[type eq "work"].value', value: 'one@work.example' },
      { op: 'add', path: 'name.givenName', value: 'One' },
      { op: 'replace', value: { active: 'True', 'name.familyName': 'Obi' } },
      {
        op: 'add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'risk',
      },
      { op: 'add', path: `${USER}:title`, value: 'Officer' },
      { op: 'replace', path: 'phoneNumbers[type eq "work"].value', value: '1' },
    );
    expect(changed.status, changed.text).toBe(200);
    expect(changed.body).toMatchObject({
      displayName: 'After',
      emails: [{ type: 'work', value: 'one@work.example' }],
      name: { givenName: 'One', familyName: 'Obi' },
      title: 'Officer',
      active: true,
    });
    const less = await tenant.patch(
      `/Users/${id}`,
      { op: 'remove', path: 'emails[type eq "work"]' },
      { op: 'remove', path: 'name.givenName' },
      { op: 'remove', path: 'title' },
    );
    expect(less.body).not.toHaveProperty('emails');
    expect(less.body).not.toHaveProperty('title');
    expect(less.body.name).toEqual({ familyName: 'Obi' });
    const member = await app.call('GET', `/api/v1/members/${id}`, { key: tenant.key });
    expect(member.body.data).toMatchObject({ name: 'After', email: null });
  });

  test.each<[object, string]>([
    [{ op: 'replace', path: 'externalId', value: 'other' }, 'mutability'],
    [{ op: 'replace', path: 'nothing', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'emails[', value: 'x' }, 'invalidPath'],
    [{ op: 'move', path: 'title', value: 'x' }, 'invalidSyntax'],
    [{ op: 'remove' }, 'noTarget'],
    [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
    [{ op: 'remove', path: 'userName' }, 'invalidValue'],
    [{ op: 'remove', path: 'active' }, 'invalidValue'],
    [{ op: 'replace', path: 'title', value: 'a\0b' }, 'invalidSyntax'],
    [{ op: 'replace', path: 'title', value: { x: 1 } }, 'invalidValue'],
  ])('is not changed by %j', async (operation, scimType) => {
    const tenant = await Tenant.open();
    const { id } = await tenant.user('one');
    expect(fault(await tenant.patch(`/Users/${id}`, operation))).toEqual([400, scimType]);
  });

  test('is replaced by PUT, and keeps `active` if it is omitted', async () => {
    const tenant = await Tenant.open();
    const { id } = await tenant.user('one', { title: 'Officer' });
    const put = (more: object) =>
      tenant.scim('PUT', `/Users/${id}`, { schemas: [USER], userName: 'new', ...more });
    expect((await put({})).body).toMatchObject({
      userName: 'new',
      externalId: 'one',
      active: true,
    });
    expect((await put({})).body).not.toHaveProperty('title');
    expect((await put({ active: false })).body.active).toBe(false);
    expect((await put({})).body.active).toBe(false);
    expect((await put({ active: true })).body.active).toBe(true);
    expect(fault(await put({ externalId: 'two' }))).toEqual([400, 'mutability']);
  });

  test('is found by a filter, and listed in pages', async () => {
    const tenant = await Tenant.open();
    const ids = [];
    for (const name of ['a', 'b', 'c']) ids.push((await tenant.user(name)).id);
    const list = async (query: string) => (await tenant.scim('GET', `/Users?${query}`)).body;
    for (const filter of [
      'userName eq "A@EXAMPLE.com"',
      'externalId eq "a"',
      `id eq "${ids[0]}"`,
      `USERNAME EQ "a@example.com"`,
    ]) {
      const { Resources, totalResults } = await list(`filter=${encodeURIComponent(filter)}`);
      expect([totalResults, Resources[0].id]).toEqual([1, ids[0]]);
    }
    const none = await list(`filter=${encodeURIComponent('externalId eq "nobody"')}`);
    expect([none.totalResults, none.Resources]).toEqual([0, []]);
    const page = await list('startIndex=2&count=1');
    expect(page).toMatchObject({ totalResults: 3, startIndex: 2, itemsPerPage: 1 });
    expect((await list('count=0')).Resources).toEqual([]);
    const search = { filter: 'userName eq "b@example.com"', attributes: ['userName'] };
    const searched = await tenant.scim('POST', '/Users/.search', search);
    expect([searched.status, searched.body.Resources]).toEqual([
      200,
      [{ schemas: [USER], id: ids[1], userName: 'b@example.com' }],
    ]);
    const less = await list('attributes=userName');
    expect(Object.keys(less.Resources[0]).toSorted()).toEqual(['id', 'schemas', 'userName']);
    for (const filter of ['userName sw "a"', 'title eq "x"', 'userName eq a', 'active eq true'])
      expect(
        fault(await tenant.scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)),
      ).toEqual([400, 'invalidFilter']);
    expect(fault(await tenant.scim('GET', '/Users?count=x'))).toEqual([400, 'invalidValue']);
  });
});

describe('a person who is deactivated', () => {
  test('loses sessions and invitations, and the answer lists the keys', async () => {
    const tenant = await Tenant.open();
    const { id } = await tenant.user('boss');
    await tenant.user('other');
    const second = await tenant.user('second');
    await tenant.group('bosses', id, second.id);
    const { session } = await tenant.signIn('boss');
    const body = { scopes: ['members:manage'], name: 'left behind' };
    const key = (await app.call('POST', '/api/v1/keys', { session: session!, body })).body.data;
    const invited = { session: session!, body: { roles: ['analyst'] } };
    expect((await app.call('POST', '/api/v1/invitations', invited)).status).toBe(201);
    const operation = { op: 'replace', path: 'active', value: 'False' };
    const ended = await tenant.patch(`/Users/${id}`, operation);
    expect(ended.body).toMatchObject({
      active: false,
      [KEYS]: { keys: [{ id: key.id, name: 'left behind' }] },
    });
    const status = async () => (await app.call('GET', '/api/v1/me', { session: session! })).status;
    await expect.poll(status, { timeout: within(5000) }).toBe(401);
    const open = await app.call('GET', '/api/v1/invitations', { key: tenant.key });
    expect(open.body.data.items).toEqual([]);
    expect((await tenant.signIn('boss')).status).toBe(403);
    const log = await app.call('GET', '/api/v1/audit?action=scim_user.update', { key: tenant.key });
    expect(log.body.data.items[0].after).toEqual({ active: false, keys: [key.id] });
    // The person is activated again, with the roles of the groups.
    await tenant.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true });
    expect(await tenant.rolesOf(id)).toEqual(['admin']);
    expect((await tenant.signIn('boss')).status).toBe(200);
  });

  test('is not admitted by groups of a token, even before the first sign-in', async () => {
    const tenant = await Tenant.open({ groupsClaim: 'groups' });
    await tenant.user('never', { active: false });
    idp.account = { sub: 'never' };
    const browser = new Browser();
    idp.account = { sub: 'never', groups: ['analysts'] };
    const query = new URLSearchParams({ organization: tenant.orgId, issuer: tenant.issuerId });
    expect((await browser.visit(`${app.url}/console/session/sign-in?${query}`)).status).toBe(403);
  });

  test('cannot be the last admin', async () => {
    const tenant = await Tenant.open();
    const { id } = await tenant.user('boss');
    const group = await tenant.group('bosses', id);
    const off = { op: 'replace', path: 'active', value: false };
    for (const answer of [
      await tenant.patch(`/Users/${id}`, off),
      await tenant.scim('DELETE', `/Users/${id}`),
      await tenant.scim('DELETE', `/Groups/${group.id}`),
      await tenant.patch(`/Groups/${group.id}`, {
        op: 'remove',
        path: `members[value eq "${id}"]`,
      }),
      await tenant.patch(`/Groups/${group.id}`, { op: 'replace', path: 'displayName', value: 'x' }),
    ])
      expect(fault(answer)[0], answer.text).toBe(409);
    expect(await tenant.rolesOf(id)).toEqual(['admin']);
  });

  test('is deleted by DELETE', async () => {
    const tenant = await Tenant.open();
    const { id } = await tenant.user('one');
    const gone = await tenant.scim('DELETE', `/Users/${id}`);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect(fault(await tenant.scim('GET', `/Users/${id}`))[0]).toBe(404);
    expect(await tenant.rolesOf(id)).toBe(404);
    expect((await tenant.user('one')).id).toBe(id);
  });
});

describe('a group of SCIM', () => {
  test('adds and removes the mapped roles immediately', async () => {
    const tenant = await Tenant.open();
    const [ada, bola] = [(await tenant.user('ada')).id, (await tenant.user('bola')).id];
    const { id } = await tenant.group('analysts', ada);
    expect(await tenant.rolesOf(ada)).toEqual(['analyst']);
    const path = `/Groups/${id}`;
    await tenant.patch(path, { op: 'Add', path: 'members', value: [{ value: bola }] });
    expect(await tenant.rolesOf(bola)).toEqual(['analyst']);
    const user = await tenant.scim('GET', `/Users/${bola}`);
    expect(user.body.groups).toMatchObject([{ value: id, display: 'analysts' }]);
    await tenant.patch(path, { op: 'Remove', path: 'members', value: [{ value: bola }] });
    expect(await tenant.rolesOf(bola)).toEqual([]);
    await tenant.patch(path, { op: 'replace', value: { id, displayName: 'nothing mapped' } });
    expect(await tenant.rolesOf(ada)).toEqual([]);
    await tenant.scim('PUT', path, {
      schemas: [GROUP],
      displayName: 'analysts',
      members: [{ value: bola }],
    });
    expect([await tenant.rolesOf(ada), await tenant.rolesOf(bola)]).toEqual([[], ['analyst']]);
    expect((await tenant.scim('DELETE', path)).status).toBe(204);
    expect(await tenant.rolesOf(bola)).toEqual([]);
  });

  test('adds to the roles of the token, and removes none of them', async () => {
    const tenant = await Tenant.open({ groupsClaim: 'groups' });
    const { id } = await tenant.user('ada');
    const group = await tenant.group('bosses', id);
    await tenant.group('bosses 2', id);
    const other = await tenant.user('bola');
    await tenant.patch(`/Groups/${group.id}`, {
      op: 'add',
      path: 'members',
      value: [{ value: other.id }],
    });
    idp.account = { sub: 'ada', groups: ['analysts'] };
    const query = new URLSearchParams({ organization: tenant.orgId, issuer: tenant.issuerId });
    await new Browser().visit(`${app.url}/console/session/sign-in?${query}&returnTo=/livez`);
    expect(await tenant.rolesOf(id)).toEqual(['admin', 'analyst']);
    await tenant.patch(`/Groups/${group.id}`, {
      op: 'remove',
      path: `members[value eq "${id}"]`,
    });
    expect(await tenant.rolesOf(id)).toEqual(['analyst']);
  });

  test('is found by its name, which is unique', async () => {
    const tenant = await Tenant.open();
    const { id } = await tenant.group('Risk "A"');
    const filter = encodeURIComponent('displayName eq "Risk \\"A\\""');
    const found = await tenant.scim('GET', `/Groups?filter=${filter}&excludedAttributes=members`);
    expect(found.body.Resources.map((one: { id: string }) => one.id)).toEqual([id]);
    expect(found.body.Resources[0]).not.toHaveProperty('members');
    const again = { schemas: [GROUP], displayName: 'Risk "A"' };
    expect(fault(await tenant.scim('POST', '/Groups', again))).toEqual([409, 'uniqueness']);
  });

  test('accepts only people of the issuer', async () => {
    const [tenant, other] = [await Tenant.open(), await Tenant.open()];
    const stranger = (await other.user('ada')).id;
    const body = { schemas: [GROUP], displayName: 'analysts', members: [{ value: stranger }] };
    expect(fault(await tenant.scim('POST', '/Groups', body))).toEqual([400, 'invalidValue']);
    expect(fault(await tenant.scim('GET', `/Users/${stranger}`))[0]).toBe(404);
  });
});

describe('SCIM', () => {
  test("rejects a caller without a key that has the scope, in SCIM's error format", async () => {
    const tenant = await Tenant.open();
    const nobody = await app.call('GET', '/scim/v2/Users');
    expect(fault(nobody)[0]).toBe(401);
    expect(nobody.headers.get('www-authenticate')).toMatch(/^Bearer/);
    const { key } = await app.key(tenant.orgId, ['members:manage']);
    expect(fault(await app.call('GET', '/scim/v2/Users', { key }))[0]).toBe(403);
    const { session } = await app.person(tenant.orgId, ['admin']);
    expect(fault(await app.call('GET', '/scim/v2/Users', { session }))[0]).toBe(403);
    expect(fault(await tenant.scim('GET', '/Unheard'))[0]).toBe(404);
    expect(fault(await tenant.scim('GET', '/Users/usr_1'))[0]).toBe(404);
    const broken = await app.call('POST', '/scim/v2/Users', {
      key: tenant.scimKey,
      raw: '{',
      headers: { 'content-type': 'application/scim+json' },
    });
    expect(fault(broken)[0]).toBe(400);
    const typed = { 'content-type': 'text/plain' };
    expect(fault(await tenant.scim('POST', '/Users', {}, typed))[0]).toBe(415);
  });

  test('describes its features', async () => {
    const tenant = await Tenant.open();
    const config = await tenant.scim('GET', '/ServiceProviderConfig');
    expect(config.body).toMatchObject({
      patch: { supported: true },
      filter: { supported: true, maxResults: 100 },
      bulk: { supported: false },
    });
    const types = await tenant.scim('GET', '/ResourceTypes');
    expect(types.body.Resources.map(({ id }: { id: string }) => id)).toEqual(['User', 'Group']);
    for (const { id } of (await tenant.scim('GET', '/Schemas')).body.Resources)
      expect((await tenant.scim('GET', `/Schemas/${id}`)).body.id).toBe(id);
  });

  test('has a path for each issuer, and returns 409 without an issuer', async () => {
    const tenant = await Tenant.open();
    const body = {
      name: 'Other',
      issuer: 'https://sso.example.com',
      clientId: 'x',
      skipCheck: true,
    };
    const made = await app.call('POST', '/api/v1/sign-in/issuers', { key: tenant.key, body });
    expect(fault(await tenant.scim('GET', '/Users'))[0]).toBe(409);
    const at = `/issuers/${made.body.data.id}`;
    const user = await tenant.scim('POST', `${at}/Users`, {
      schemas: [USER],
      userName: 'x',
      externalId: 'x',
    });
    expect(user.body.meta.location).toBe(`${app.url}/scim/v2${at}/Users/${user.body.id}`);
    const others = await tenant.scim('GET', `/issuers/${tenant.issuerId}/Users`);
    expect(others.body.totalResults).toBe(0);
    const { id } = await app.org();
    const { key } = await app.key(id, ['scim:manage']);
    expect(fault(await app.call('GET', '/scim/v2/Users', { key }))[0]).toBe(409);
  });

  test('accepts a key only from a maker with all rights of the mapped roles', async () => {
    const tenant = await Tenant.open({ groupRoles: { bosses: ['admin'], books: ['billing'] } });
    const body = { scopes: ['scim:manage'] };
    const make = async (caller: object) => {
      const answer = await app.call('POST', '/api/v1/keys', { ...caller, body });
      return [answer.status, answer.body.error?.message];
    };
    const { session } = await app.person(tenant.orgId, ['admin']);
    expect((await make({ session }))[0]).toBe(201);
    const developer = await app.person(tenant.orgId, ['developer']);
    expect((await make({ session: developer.session }))[0]).toBe(403);
    expect((await make({ session: developer.session }))[1]).toMatch(/^the role \w+ has the scope/);
  });

  test('accepts no key made by a key or by a session that a key opened', async () => {
    const tenant = await Tenant.open();
    const body = { scopes: ['scim:manage'] };
    const refused = [403, expect.stringContaining('only a person who signed in')];
    const make = async (caller: object, more: object = {}) => {
      const answer = await app.call('POST', '/api/v1/keys', {
        ...caller,
        body: { ...body, ...more },
      });
      return [answer.status, answer.body.error?.message];
    };
    expect(await make({ key: tenant.key })).toEqual(refused);
    const { body: opened } = await app.call('POST', '/api/v1/portal-sessions', {
      key: tenant.key,
      body: { subject: 'somebody', role: 'admin' },
    });
    const exchanged = await app.call('POST', '/console/session/exchange', {
      body: { code: opened.data.code },
      headers: { origin: app.url, 'sec-fetch-site': 'same-origin', 'x-oriki-console': '1' },
    });
    const [, session] = /oriki-session=([^;]+)/.exec(exchanged.headers.get('set-cookie')!)!;
    expect(await make({ session })).toEqual(refused);
    // Existing keys stay, and are replaced by equal ones.
    expect((await make({ key: tenant.key }, { mode: 'test' }))[0]).toBe(201);
    const { id, key } = await app.key(tenant.orgId, ['scim:manage', 'keys:manage']);
    const rotated = await app.call('POST', `/api/v1/keys/${id}/rotate`, {
      key,
      body: { overlapSeconds: 0 },
    });
    expect(rotated.status, rotated.text).toBe(201);
  });
});
