import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../support/test-app.ts';
import { startTestApp } from '../../support/app.ts';
import { oriki } from '../../support/command-line.ts';
import { limitsOf } from '../support/manifest.ts';
import {
  ask,
  data,
  everybody,
  exchanged,
  mayGive,
  remove,
  scopesOf,
  triedOn,
  type Actor,
  type World,
} from './actors.ts';
import { assertNamed } from './operations.ts';
import { membersWith, SIGN_IN_APP, SignIns } from './sign-ins.ts';
import { expectRule, walking, type Way } from './walk.ts';

const app = testApp({ role: 'api', rateLimits: limitsOf(1_000_000), ...SIGN_IN_APP });

let subjects = 0;
function subject(): string {
  return `admin-${++subjects}`;
}

/** The id and the subject of an admin. */
type Start = { id: string; subject: string };

async function portalAdmin(world: World): Promise<Start> {
  const name = subject();
  const body = { subject: name, role: 'admin' };
  const { userId } = await data(
    ask(world, { key: world.org.key }, 'POST', '/portal-sessions', body),
    201,
  );
  return { id: userId, subject: name };
}

async function memberAdmin(world: World): Promise<Start> {
  const name = subject();
  const body = { issuer: 'https://login.example.com', subject: name, roles: ['admin'] };
  const { id } = await data(ask(world, { key: world.org.key }, 'POST', '/members', body), 201);
  return { id, subject: name };
}

async function isAdmin(world: World, id: string): Promise<boolean> {
  const { status, body } = await ask(world, { key: world.org.key }, 'GET', `/members/${id}`);
  return status === 200 && body.data.roles.includes('admin');
}

type Place = { world: World };

/** Every way to remove the role admin from a person. */
function waysFrom(place: Place): Way<Start>[] {
  const happened = async ({ id }: Start): Promise<boolean> => !(await isAdmin(place.world, id));
  return [
    {
      name: 'a change of the member',
      operations: ['changeMember'],
      scope: 'members:manage',
      begin: () => memberAdmin(place.world),
      request: ({ id }) => ({
        method: 'PATCH',
        path: `/members/${id}`,
        body: { roles: ['analyst'] },
      }),
      happened,
    },
    {
      name: 'the end of the membership',
      operations: ['removeMember'],
      scope: 'members:manage',
      begin: () => memberAdmin(place.world),
      request: ({ id }) => ({ method: 'DELETE', path: `/members/${id}` }),
      happened,
    },
    {
      name: 'a portal session with another role',
      operations: ['createPortalSession'],
      scope: 'portal:create',
      actsInOwn: true,
      begin: () => portalAdmin(place.world),
      request: (start) => ({
        method: 'POST',
        path: '/portal-sessions',
        body: { subject: start.subject, role: 'analyst' },
      }),
      happened,
    },
  ];
}

describe('the role of an admin', () => {
  const place = {} as Place;
  let actors: Actor[];
  beforeAll(async () => {
    place.world = { app, org: await app.org() };
    actors = await everybody(place.world, ['members:manage', 'portal:create']);
  });
  const ways = waysFrom(place).map((way): [string, Way<Start>] => [way.name, way]);

  test.each(ways)('is removed by %s only if the caller may change members', async (_, way) => {
    assertNamed('take a role away', way.operations);
    await expectRule(
      triedOn(actors, way.scope),
      (actor) => {
        if (way.actsInOwn && actor.isElsewhere) return 'answer';
        const may = actor.holds.has('members:manage') && actor.holds.has(way.scope);
        const gives = way.operations.includes('removeMember') || mayGive(actor, 'analyst');
        return may && gives ? 'yes' : 'no';
      },
      walking(place.world, way),
    );
  });

  test('is not removed by a portal session of a caller who may grant the other role, but not change members', async () => {
    const { world } = place;
    const start = await portalAdmin(world);
    const { key } = await app.key(world.org.id, ['portal:create', ...scopesOf('analyst').scopes]);
    const signIn = (name: string) =>
      ask(world, { key }, 'POST', '/portal-sessions', { subject: name, role: 'analyst' });
    const refused = await signIn(start.subject);
    expect([refused.status, refused.body.error?.code], refused.text).toEqual([403, 'FORBIDDEN']);
    expect(await isAdmin(world, start.id)).toBe(true);
    expect((await signIn(subject())).status).toBe(201);
  });
});

describe('the last admin', () => {
  const conflict = async (world: World, ...request: [string, string, object?]): Promise<void> => {
    const answer = await ask(world, { key: world.org.key }, ...request);
    expect([answer.status, answer.body.error?.code], answer.text).toEqual([409, 'CONFLICT']);
  };
  const command = (world: World, ...args: string[]) =>
    oriki([...args, '--org', world.org.id], app.env);

  test('among members keeps the role, whatever other callers request', async () => {
    const world = { app, org: await app.org() };
    const { id } = await memberAdmin(world);
    await conflict(world, 'PATCH', `/members/${id}`, { roles: ['analyst'] });
    await conflict(world, 'DELETE', `/members/${id}`);
    await conflict(world, 'DELETE', `/members/${id}?keys=revoke`);
    for (const args of [
      ['member', 'update', '--id', id, '--role', 'analyst'],
      ['member', 'remove', '--id', id],
    ])
      expect((await command(world, ...args)).code, args.join(' ')).not.toBe(0);
    expect(await isAdmin(world, id)).toBe(true);
  });

  test('in a portal keeps the role when a session with another role is requested', async () => {
    const world = { app, org: await app.org() };
    const { id, subject: name } = await portalAdmin(world);
    await conflict(world, 'POST', '/portal-sessions', { subject: name, role: 'analyst' });
    expect(await isAdmin(world, id)).toBe(true);
  });

  test('of the command line keeps the role when a sign-in with another role is requested', async () => {
    const world = { app, org: await app.org() };
    expect((await command(world, 'console', 'login', '--role', 'admin')).code).toBe(0);
    expect(await membersWith(world, 'admin')).toBe(1);
    expect((await command(world, 'console', 'login', '--role', 'analyst')).code).not.toBe(0);
    expect(await membersWith(world, 'admin')).toBe(1);
    // A member keeps the roles if the request names no role.
    await memberAdmin(world);
    const { items } = await data(ask(world, world.org, 'GET', '/members?role=admin'), 200);
    const local = items.find(({ issuer }: { issuer: string }) => issuer === 'local');
    const roles = { roles: ['auditor'] };
    await data(ask(world, { key: world.org.key }, 'PATCH', `/members/${local.id}`, roles), 200);
    await command(world, 'console', 'login');
    expect(await isAdmin(world, local.id)).toBe(false);
  });

  test('among operators keeps the role', async () => {
    const own = await startTestApp({ role: 'api', rateLimits: undefined });
    try {
      const operator = await own.person(null, ['admin']);
      const key = await own.platformKey();
      const path = `/api/v1/admin/operators/${operator.id}`;
      const body = { roles: ['operator'] };
      expect((await own.call('PATCH', path, { key, body })).status).toBe(409);
      expect((await own.call('DELETE', path, { key })).status).toBe(409);
      const args = ['operator', 'update', '--id', operator.id, '--role', 'auditor'];
      expect((await oriki(args, own.env)).code).not.toBe(0);
    } finally {
      await own.stop();
    }
  });

  test('keeps the role when two admins remove each other concurrently', async () => {
    const world = { app, org: await app.org() };
    for (let round = 0; round < 3; round += 1) {
      const [ada, bayo] = [
        await app.person(world.org.id, ['admin']),
        await app.person(world.org.id, ['admin']),
      ];
      await Promise.all([
        ask(world, { session: ada.session }, 'DELETE', `/members/${bayo.id}`),
        ask(world, { session: bayo.session }, 'DELETE', `/members/${ada.id}`),
        ask(world, { session: ada.session }, 'PATCH', `/members/${ada.id}`, { roles: ['analyst'] }),
      ]);
      expect(await membersWith(world, 'admin')).toBeGreaterThan(0);
    }
  });
});

describe('an issuer whose groups grant the role admin', () => {
  let world: World;
  let actors: Actor[];
  let signIns: SignIns;
  const base = { groupsClaim: 'groups', groupRoles: { staff: ['admin'] } };
  beforeAll(async () => {
    world = { app, org: await app.org() };
    signIns = await SignIns.at(world, base);
    actors = await everybody(world, ['signin:manage']);
  });
  afterAll(() => signIns.close());

  test.each([
    ['emptied', 'PATCH', { groupRoles: {} }],
    ['deleted', 'DELETE', undefined],
  ] as const)('is %s only by callers who may grant the role', async (_, method, body) => {
    const exists = async (id: string): Promise<boolean> => {
      const answer = await ask(world, { key: world.org.key }, 'GET', `/sign-in/issuers/${id}`);
      return answer.status === 200 && 'staff' in answer.body.data.groupRoles;
    };
    const way: Way = {
      name: 'a change of the issuer',
      operations: [method === 'PATCH' ? 'changeSignInIssuer' : 'removeSignInIssuer'],
      scope: 'signin:manage',
      begin: () => signIns.connect(base),
      request: (id) => ({ method, path: `/sign-in/issuers/${id}`, body }),
      happened: async (id) => !(await exists(id)),
    };
    assertNamed('take a role away', way.operations);
    await expectRule(
      triedOn(actors, way.scope),
      (actor) => (actor.holds.has('signin:manage') && mayGive(actor, 'admin') ? 'yes' : 'no'),
      walking(world, way),
    );
  });
});

test('a code of a member whose role was removed begins no session with it', async () => {
  const world = { app, org: await app.org() };
  await memberAdmin(world);
  const body = { subject: subject(), role: 'admin' };
  const { code, userId } = await data(
    ask(world, { key: world.org.key }, 'POST', '/portal-sessions', body),
    201,
  );
  await data(
    ask(world, { key: world.org.key }, 'PATCH', `/members/${userId}`, { roles: ['auditor'] }),
    200,
  );
  const session = await exchanged(world, code);
  expect((await ask(world, { session: session! }, 'GET', '/me')).body.data.roles).toEqual([
    'auditor',
  ]);
  expect((await remove(world, userId)).status).toBe(200);
});
