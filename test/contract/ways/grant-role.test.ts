import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../support/test-app.ts';
import { type Answer } from '../../support/app.ts';
import { oriki } from '../../support/command-line.ts';
import { limitsOf } from '../support/manifest.ts';
import {
  ask,
  data,
  everybody,
  exchanged,
  isAnswered,
  mayGive,
  portalSession,
  remove,
  triedOn,
  type Actor,
  type World,
} from './actors.ts';
import { assertNamed } from './operations.ts';
import { GROUPS_CLAIM, person, waysTo, type Place, type Role, type Start } from './role-ways.ts';
import { membersWith, SIGN_IN_APP, SignIns } from './sign-ins.ts';
import { expectRule, repeating, walking, type Way } from './walk.ts';

const app = testApp({ role: 'api', rateLimits: limitsOf(1_000_000), ...SIGN_IN_APP });

/** The scopes of the ways to a role. */
const SCOPES = ['members:manage', 'portal:create', 'signin:manage'];

/** Changes of an issuer that give the roles of its groups to other people, or that weaken a step-up. */
const RE_AIMS: [string, object][] = [
  ['another claim', { groupsClaim: 'name' }],
  ['no claim', { groupsClaim: null }],
  ['another mapping', { groupRoles: { others: ['admin'] } }],
  ['another client', { clientId: 'elsewhere' }],
  ['another secret of the client', { clientSecret: 'somebody else knows it' }],
  ['no authentication context for a step-up', { acr: null }],
  ['a step-up without the time of the sign-in', { requireAuthTime: false }],
];

describe.each<Role>(['admin', 'billing', 'auditor'])('the role %s', (role) => {
  const place = {} as Place;
  let actors: Actor[];
  beforeAll(async () => {
    place.world = { app, org: await app.org() };
    place.signIns = await SignIns.at(place.world, { groupsClaim: GROUPS_CLAIM });
    actors = await everybody(place.world, SCOPES);
  });
  afterAll(() => place.signIns.close());
  const ways = waysTo(place, role).map((way): [string, Way<Start>] => [way.name, way]);

  test.each(ways)(
    'is granted by %s only if the caller has its rights and the scope',
    async (_, way) => {
      assertNamed('grant a role', way.operations);
      await expectRule(
        triedOn(actors, way.scope),
        (actor) => {
          if (way.actsInOwn && actor.isElsewhere) return 'answer';
          return actor.holds.has(way.scope) && mayGive(actor, role) ? 'yes' : 'no';
        },
        walking(place.world, way),
      );
    },
  );
});

describe('a role that was removed again', () => {
  const place = {} as Place;
  let actors: Actor[];
  beforeAll(async () => {
    place.world = { app, org: await app.org() };
    place.signIns = await SignIns.at(place.world, { groupsClaim: GROUPS_CLAIM });
    actors = await everybody(place.world, SCOPES);
  });
  afterAll(() => place.signIns.close());
  const ways = waysTo(place, 'admin').map((way): [string, Way<Start>] => [way.name, way]);

  test.each(ways.filter(([, { undo }]) => undo))(
    'does not return by a repeat of the request: %s',
    async (_, way) => {
      await expectRule(
        triedOn(actors, way.scope),
        ({ holds, isElsewhere }) =>
          holds.has(way.scope) || (way.actsInOwn && isElsewhere) ? 'answer' : 'no',
        repeating(place.world, way, { key: place.world.org.key }),
      );
    },
  );

  test('is not granted to callers who repeat the invitation of an admin', async () => {
    const [, way] = ways.find(([name]) => name === 'an invitation that is accepted')!;
    const itself = {
      ...actors[0]!,
      name: 'the key itself',
      caller: { key: place.world.org.key },
    };
    await expectRule(
      [...actors, itself],
      ({ name, isElsewhere }) => {
        if (isElsewhere) return 'answer';
        return name === 'the key itself' ? 'yes' : 'no';
      },
      repeating(place.world, way, { key: place.world.org.key }),
    );
  });
});

describe('an issuer whose groups grant roles', () => {
  let world: World;
  let actors: Actor[];
  let signIns: SignIns;
  const base = {
    groupsClaim: GROUPS_CLAIM,
    groupRoles: { staff: ['admin'] },
    acr: 'urn:example:mfa',
    requireAuthTime: true,
  };
  beforeAll(async () => {
    world = { app, org: await app.org() };
    signIns = await SignIns.at(world, base);
    actors = await everybody(world, ['signin:manage']);
  });
  afterAll(() => signIns.close());

  test.each(RE_AIMS)('gets %s only from callers who may grant the roles', async (_, change) => {
    const path = `/sign-in/issuers/${signIns.issuerId}`;
    const read = async () => (await data(ask(world, world.org, 'GET', path), 200)).updatedAt;
    const tried: Way<string> = {
      name: 'a change of the issuer',
      operations: ['changeSignInIssuer'],
      scope: 'signin:manage',
      async begin() {
        await signIns.reset(base);
        return read();
      },
      request: () => ({ method: 'PATCH', path, body: change }),
      happened: async (before) => (await read()) !== before,
    };
    await expectRule(
      actors,
      (actor) => (actor.holds.has('signin:manage') && mayGive(actor, 'admin') ? 'yes' : 'no'),
      walking(world, tried),
    );
  });
});

describe('an admin who leaves', () => {
  let world: World;
  let signIns: SignIns;
  beforeAll(async () => {
    world = { app, org: await app.org() };
    signIns = await SignIns.at(world, {
      groupsClaim: GROUPS_CLAIM,
      groupRoles: { staff: ['admin'], readers: ['auditor'] },
    });
    // The last admin stays, whichever member leaves.
    await app.person(world.org.id, ['admin']);
  });
  afterAll(() => signIns.close());

  const invite = async (session: string): Promise<string> => {
    const body = { roles: ['admin'] };
    return (await data(ask(world, { session }, 'POST', '/invitations', body), 201)).token;
  };
  /** Tries to return by an invitation. @returns true if there is one more admin */
  const returns = async (token: string): Promise<boolean> => {
    const before = await membersWith(world, 'admin');
    signIns.next();
    await signIns.accept(token);
    return (await membersWith(world, 'admin')) > before;
  };
  const command = async (...args: string[]): Promise<void> => {
    const done = await oriki([...args, '--org', world.org.id], app.env);
    expect(done.code, done.stderr).toBe(0);
  };

  const ENDS: [string, (id: string) => Promise<unknown>][] = [
    ['is removed', (id) => data(remove(world, id), 200)],
    ['is removed and leaves keys', (id) => data(remove(world, id, 'keep'), 200)],
    ['is removed with the keys', (id) => data(remove(world, id, 'revoke'), 200)],
    ['is removed on the command line', (id) => command('member', 'remove', '--id', id)],
    [
      'loses the role',
      (id) => {
        const body = { roles: ['analyst'] };
        return data(ask(world, world.org, 'PATCH', `/members/${id}`, body), 200);
      },
    ],
    [
      'loses the role on the command line',
      (id) => command('member', 'update', '--id', id, '--role', 'analyst'),
    ],
  ];
  test.each(ENDS)('does not return through their own invitation, created by %s', async (_, end) => {
    const { id, session } = await app.person(world.org.id, ['admin']);
    const kept = await invite(session);
    expect(await returns(kept)).toBe(true);
    const token = await invite(session);
    await end(id);
    expect(await returns(token)).toBe(false);
    const open = await data(ask(world, world.org, 'GET', '/invitations?limit=100'), 200);
    expect(open.items.filter((one: { invitedBy: string }) => one.invitedBy === id)).toEqual([]);
  });

  test('who was an admin by a group of the provider does not return through their own invitation', async () => {
    const sub = signIns.next({ groups: ['staff'] });
    const session = (await signIns.signIn())!;
    const token = await invite(session);
    signIns.provider.account = { ...signIns.provider.account, sub, groups: ['readers'] };
    expect(await signIns.signIn()).toBeDefined();
    expect(await returns(token)).toBe(false);
  });

  test('who gets another role in a portal session does not return through their own invitation', async () => {
    const subject = person().subject;
    const made = async (role: string): Promise<string> => {
      const body = { subject, role };
      const { code } = await data(ask(world, world.org, 'POST', '/portal-sessions', body), 201);
      return (await exchanged(world, code))!;
    };
    const token = await invite(await made('admin'));
    await made('analyst');
    expect(await returns(token)).toBe(false);
  });

  test('leaves no invitation that was created at the same moment', async () => {
    const left = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { id, session } = await app.person(world.org.id, ['admin']);
        const body = { roles: ['admin'] };
        await isAnswered(world, { session }, 200);
        await Promise.all([
          ...Array.from({ length: 4 }, () => ask(world, { session }, 'POST', '/invitations', body)),
          data(remove(world, id), 200),
          ...Array.from({ length: 4 }, () => ask(world, { session }, 'POST', '/invitations', body)),
        ]);
        return id;
      }),
    );
    const open = await data(ask(world, world.org, 'GET', '/invitations?limit=100'), 200);
    const byThem = open.items.filter((one: { invitedBy: string }) => left.includes(one.invitedBy));
    expect(byThem.length).toBe(0);
  });

  test('names the keys that stay, and revokes them on request', async () => {
    const scopes = ['fraud:screen'];
    for (const keys of [undefined, 'keep', 'revoke'] as const) {
      const { id, session } = await app.person(world.org.id, ['admin']);
      const made = await data(ask(world, { session }, 'POST', '/keys', { scopes }), 201);
      const answer = await remove(world, id, keys);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.text).toContain(made.id);
      expect(answer.text).not.toContain(made.key);
      await isAnswered(world, { key: made.key }, keys === 'revoke' ? 401 : 200);
    }
  });
});

describe('a change of roles that needs two people', () => {
  let world: World;
  let signIns: SignIns;
  let ada: { key?: string; session?: string };
  beforeAll(async () => {
    world = { app, org: await app.org() };
    signIns = await SignIns.at(world, { groupsClaim: GROUPS_CLAIM });
    ada = { session: (await app.person(world.org.id, ['admin'])).session };
    await ask(world, ada, 'PATCH', '/approvals/settings', { actions: ['member.change_roles'] });
  });
  afterAll(() => signIns.close());

  /** The base of an issuer is set by SQL, because no person may set it alone here. */
  const map = (groupRoles: object) =>
    app.db.pool.query(
      `UPDATE sign_in_issuers SET group_roles = $2, groups_claim = 'groups' WHERE id = $1`,
      [signIns.issuerId, JSON.stringify(groupRoles)],
    );
  /** Carries out an action as if one person were enough. */
  const unguarded = async (go: () => Promise<Answer>): Promise<Answer> => {
    const own = await app.dbOf(world.org.id);
    const guard = (actions: string[]) =>
      own.query('UPDATE approval_settings SET actions = $2 WHERE org_id = $1', [
        world.org.id,
        actions,
      ]);
    await guard([]);
    const answer = await go();
    await guard(['member.change_roles']);
    expect(answer.status, answer.text).toBe(201);
    return answer;
  };
  const ways: [string, () => Promise<[string, string, object]>][] = [
    [
      'a change of a member',
      async () => {
        const { id } = await app.person(world.org.id, ['reviewer']);
        return ['PATCH', `/members/${id}`, { roles: ['admin'] }];
      },
    ],
    [
      'a portal session with another role',
      async () => {
        const { subject } = person();
        const body = { subject, role: 'reviewer' };
        await unguarded(() => ask(world, world.org, 'POST', '/portal-sessions', body));
        return ['POST', '/portal-sessions', { subject, role: 'admin' }];
      },
    ],
    [
      'a portal session for somebody who is not a member',
      async () => ['POST', '/portal-sessions', { subject: person().subject, role: 'admin' }],
    ],
    ['a new member', async () => ['POST', '/members', { ...person(), roles: ['admin'] }]],
    ['an invitation', async () => ['POST', '/invitations', { roles: ['admin'] }]],
    [
      'a member who returns',
      async () => {
        const back = person();
        const member = { ...back, roles: ['reviewer'] };
        const { body } = await unguarded(() => ask(world, world.org, 'POST', '/members', member));
        await remove(world, body.data.id);
        return ['POST', '/members', { ...back, roles: ['admin'] }];
      },
    ],
    [
      'another mapping of groups',
      async () => {
        await map({ staff: ['reviewer'] });
        return [
          'PATCH',
          `/sign-in/issuers/${signIns.issuerId}`,
          { groupRoles: { staff: ['admin'] } },
        ];
      },
    ],
    [
      'another claim of groups',
      async () => {
        await map({ staff: ['admin'] });
        return ['PATCH', `/sign-in/issuers/${signIns.issuerId}`, { groupsClaim: 'name' }];
      },
    ],
    ['a key for SCIM', async () => ['POST', '/keys', { scopes: ['scim:manage'] }]],
    [
      'a key that replaces one for SCIM',
      async () => {
        const { id } = await app.key(world.org.id, ['scim:manage']);
        return ['POST', `/keys/${id}/rotate`, { overlapSeconds: 60 }];
      },
    ],
    [
      'a key for SCIM that is paused no more',
      async () => {
        const { id } = await app.key(world.org.id, ['scim:manage']);
        await data(ask(world, ada, 'PATCH', `/keys/${id}`, { paused: true }), 200);
        return ['PATCH', `/keys/${id}`, { paused: false }];
      },
    ],
  ];
  test.each(ways)('is not made by one person alone: %s', async (name, prepare) => {
    for (const caller of [ada, { key: world.org.key }]) {
      const [method, path, body] = await prepare();
      const before = await membersWith(world, 'admin');
      const answer = await ask(world, caller, method, path, body);
      // A key can never create a key for SCIM.
      const isRefused = name === 'a key for SCIM' && caller !== ada;
      expect([answer.status, answer.body.error?.code], answer.text).toEqual([
        403,
        isRefused ? 'FORBIDDEN' : 'APPROVAL_REQUIRED',
      ]);
      expect(await membersWith(world, 'admin')).toBe(before);
    }
  });

  test('is made by a second person', async () => {
    const { id } = await app.person(world.org.id, ['reviewer']);
    const detail = { roles: ['admin'] };
    const body = { action: 'member.change_roles', objectId: id, detail };
    await data(ask(world, { key: world.org.key }, 'POST', '/approvals', body), 201);
    await data(ask(world, ada, 'PATCH', `/members/${id}`, detail), 200);
  });

  test('is made by a second person who adds a member', async () => {
    const { issuer, subject } = person();
    const roles = ['admin'];
    const detail = { member: { issuer, subject }, roles };
    const body = { action: 'member.change_roles', objectId: world.org.id, detail };
    await data(ask(world, { key: world.org.key }, 'POST', '/approvals', body), 201);
    await data(ask(world, ada, 'POST', '/members', { issuer, subject, roles }), 201);
  });

  test('is made possible by a second person who creates a key for SCIM, once', async () => {
    const key = { scopes: ['keys:manage', 'scim:manage'] };
    const asked = { action: 'member.change_roles', objectId: world.org.id, detail: { key } };
    await data(ask(world, { key: world.org.key }, 'POST', '/approvals', asked), 201);
    const made = await data(ask(world, ada, 'POST', '/keys', key), 201);
    const again = await ask(world, ada, 'POST', '/keys', key);
    expect([again.status, again.body.error?.code]).toEqual([403, 'APPROVAL_REQUIRED']);
    // The key is the actor that it replaces.
    const path = `/keys/${made.id}/rotate`;
    await data(ask(world, { key: made.key }, 'POST', path, { overlapSeconds: 60 }), 201);
    await data(ask(world, ada, 'POST', '/keys', { ...key, mode: 'test' }), 201);
  });

  test('is made by a second person who maps a group', async () => {
    await map({});
    const groupRoles = { staff: ['admin'] };
    const asked = {
      action: 'member.change_roles',
      objectId: signIns.issuerId,
      detail: { groupRoles },
    };
    await data(ask(world, { key: world.org.key }, 'POST', '/approvals', asked), 201);
    const path = `/sign-in/issuers/${signIns.issuerId}`;
    await data(ask(world, ada, 'PATCH', path, { groupRoles }), 200);
    const again = await ask(world, ada, 'PATCH', path, { groupRoles: { staff: ['auditor'] } });
    expect([again.status, again.body.error?.code]).toEqual([403, 'APPROVAL_REQUIRED']);
  });
});

test('an admin in a portal session acts until the session ends', async () => {
  const world = { app, org: await app.org() };
  const session = await portalSession(world, world.org.key, 'admin');
  expect((await ask(world, { session }, 'GET', '/me')).body.data.roles).toEqual(['admin']);
});
