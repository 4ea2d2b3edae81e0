import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { limitsOf } from '../support/manifest.ts';
import { ask, everybody, mayGive, type Actor, type World } from './actors.ts';
import { assertNamed } from './operations.ts';
import { GROUPS_CLAIM, type Start } from './role-ways.ts';
import { membersWith, SIGN_IN_APP, SignIns } from './sign-ins.ts';
import { expectRule, walking, type Way } from './walk.ts';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
/** The group that grants the role, and one that grants none. */
const STAFF = 'staff';
const OTHERS = 'others';

let app: TestApp;
let world: World;
let actors: Actor[];
let signIns: SignIns;
beforeAll(async () => {
  app = await startTestApp({ role: 'api', rateLimits: limitsOf(1_000_000), ...SIGN_IN_APP });
  world = { app, org: await app.org() };
  signIns = await SignIns.at(world, {
    groupsClaim: GROUPS_CLAIM,
    groupRoles: { [STAFF]: ['admin'] },
  });
  actors = await everybody(world, ['scim:manage', 'keys:manage']);
});
afterAll(async () => {
  await signIns.close();
  await app.stop();
});

// eslint-disable-next-line typescript/no-explicit-any
async function scim(method: string, path: string, body?: object): Promise<any> {
  const { key } = world.org;
  const answer = await ask(world, { key }, method, `/scim/v2${path}`, body);
  expect(answer.status, answer.text.slice(0, 300)).toBeLessThan(300);
  return answer.body;
}

let people = 0;
async function newPerson(active = true): Promise<string> {
  const name = `provided-${++people}`;
  const body = { schemas: [USER], userName: name, externalId: name, active };
  return (await scim('POST', '/Users', body)).id;
}

/** The only group, with these people. */
async function group(displayName: string, ...ids: string[]): Promise<string> {
  for (const { id } of (await scim('GET', '/Groups')).Resources)
    await scim('DELETE', `/Groups/${id}`);
  const members = ids.map((value) => ({ value }));
  return (await scim('POST', '/Groups', { schemas: [GROUP], displayName, members })).id;
}

function admins(): Promise<number> {
  return membersWith(world, 'admin');
}
async function happened({ before }: Start): Promise<boolean> {
  return (await admins()) > before;
}
async function begun(id: string): Promise<Start> {
  return { before: await admins(), id };
}
function patch(...operations: object[]): object {
  return { schemas: [PATCH], Operations: operations };
}

const ways: Way<Start>[] = [
  {
    name: 'a new group',
    operations: ['scimCreateGroup'],
    scope: 'scim:manage',
    async begin() {
      await group(OTHERS);
      return begun(await newPerson());
    },
    request: ({ id }) => ({
      method: 'POST',
      path: '/scim/v2/Groups',
      body: { schemas: [GROUP], displayName: STAFF, members: [{ value: id }] },
    }),
    happened,
  },
  {
    name: 'the name of a group',
    operations: ['scimReplaceGroup'],
    scope: 'scim:manage',
    begin: async () => begun(`${await group(OTHERS, await newPerson())} ${people}`),
    request: ({ id }) => ({
      method: 'PATCH',
      path: `/scim/v2/Groups/${id.split(' ')[0]}`,
      body: patch({ op: 'replace', path: 'displayName', value: STAFF }),
    }),
    happened,
  },
  {
    name: 'a person who comes to a group',
    operations: ['scimPatchGroup', 'scimCreateUser'],
    scope: 'scim:manage',
    async begin() {
      const person = await newPerson();
      return begun(`${await group(STAFF)} ${person}`);
    },
    request: ({ id }) => ({
      method: 'PATCH',
      path: `/scim/v2/Groups/${id.split(' ')[0]}`,
      body: patch({ op: 'add', path: 'members', value: [{ value: id.split(' ')[1] }] }),
    }),
    happened,
  },
  {
    name: 'the return of a person who is in a group',
    operations: ['scimPatchUser', 'scimReplaceUser'],
    scope: 'scim:manage',
    async begin() {
      const person = await newPerson(false);
      await group(STAFF, person);
      return begun(person);
    },
    request: ({ id }) => ({
      method: 'PATCH',
      path: `/scim/v2/Users/${id}`,
      body: patch({ op: 'replace', path: 'active', value: true }),
    }),
    happened,
  },
];
const named = ways.map((way): [string, Way<Start>] => [way.name, way]);

describe('a role of a group that a provider manages', () => {
  test.each(named)(
    'is granted by %s only with a key for SCIM, and never by people',
    async (_, way) => {
      assertNamed('grant a role', way.operations);
      await expectRule(
        actors,
        ({ holds, isPerson }) => (holds.has(way.scope) && !isPerson ? 'yes' : 'no'),
        walking(world, way),
      );
    },
  );

  test('is granted by a new key for SCIM only if its maker may grant the role', async () => {
    const count = async (): Promise<number> => {
      const { rows } = await app.db.pool.query<{ count: string }>(
        `SELECT count(*) FROM api_keys WHERE org_id = $1 AND scopes = '{scim:manage}'`,
        [world.org.id],
      );
      return Number(rows[0]!.count);
    };
    const way: Way = {
      name: 'a key for SCIM',
      operations: ['createKey'],
      scope: 'keys:manage',
      begin: async () => String(await count()),
      request: () => ({ method: 'POST', path: '/keys', body: { scopes: ['scim:manage'] } }),
      happened: async (before) => (await count()) > Number(before),
    };
    assertNamed('grant a role', way.operations);
    await expectRule(
      actors,
      (actor) => {
        if (actor.isElsewhere && !actor.isTest) return 'answer';
        const { holds, isPerson, isOpenedByKey, isTest } = actor;
        if ((!isPerson || isOpenedByKey) && !isTest) return 'no';
        return holds.has('keys:manage') && mayGive(actor, 'admin') ? 'yes' : 'no';
      },
      walking(world, way),
    );
  });
});
