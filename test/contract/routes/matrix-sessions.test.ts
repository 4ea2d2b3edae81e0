/** The matrix for people instead of keys: the same declarations, the same order of checks. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATOR_ROLES, TENANT_ROLES } from '../../../src/modules/people/index.ts';
import { ERROR_CATALOGUE } from '../../../src/platform/errors/index.ts';
import { OPERATE_SCOPE } from '../../../src/platform/http/policy.ts';
import type { AnyRoute } from '../../../src/platform/http/route.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../support/app.ts';
import { expectDocumented, expectError, seen } from '../support/documented.ts';
import {
  gateOf,
  givesRights,
  isForAll,
  isMutation,
  isTenant,
  limitsOf,
  representatives,
  resourcesOf,
  routes,
  rows,
  testWhere,
} from '../support/manifest.ts';
import {
  anyPath,
  freshKey,
  makeIds,
  makeRequest,
  makeWorld,
  pathOf,
  send,
  unknownIds,
  withKey,
} from '../support/world.ts';

type Rights = { scopes: readonly string[]; reads: readonly string[] };

let app: TestApp;
/** One request per session, and then no more. */
let narrow: TestApp;
let ended: TestPerson;
beforeAll(async () => {
  app = await startTestApp({ role: 'api', rateLimits: limitsOf(1_000_000) });
  narrow = await startTestApp({ role: 'api', rateLimits: limitsOf(1) }, app.databaseUrl);
  ended = await app.person((await app.org()).id, ['admin']);
  await app.db.pool.query('UPDATE sessions SET ended_at = now() WHERE id = $1', [ended.sessionId]);
});
afterAll(async () => {
  await narrow.stop();
  await app.stop();
});

function isRead(route: AnyRoute): boolean {
  return route.method === 'GET' || 'handleQuery' in route;
}

function admits(route: AnyRoute, { scopes, reads }: Rights): boolean {
  const { scope } = route.policy;
  const held = new Set([...scopes, ...(isRead(route) ? reads : [])]);
  return (
    isForAll(route) || held.has(scope) || (scope === OPERATE_SCOPE && held.has('platform:admin'))
  );
}

function rolesOf(route: AnyRoute): [string, Rights][] {
  return Object.entries<Rights>(isTenant(route) ? TENANT_ROLES : OPERATOR_ROLES);
}

/** The admitted role with the fewest other rights. */
function leastRole(route: AnyRoute): string {
  const count = ({ scopes, reads }: Rights): number => scopes.length * 2 + reads.length;
  const admitted = rolesOf(route).filter(([, rights]) => admits(route, rights));
  return admitted.toSorted(([, a], [, b]) => count(a) - count(b))[0]![0];
}

describe.each(rows(representatives))('%s', (_, route) => {
  const tenant = isTenant(route);
  const refused = rolesOf(route).filter(([, rights]) => !admits(route, rights));

  test('works for the role with the fewest rights that has the scope, answers as documented, and repeats its answer to its idempotency key', async () => {
    const world = await makeWorld(app, route);
    const request = await makeRequest(world, route);
    // No caller can grant more rights than it has.
    const role = givesRights(route) ? 'admin' : leastRole(route);
    const { session } = await app.person(world.orgId, [role]);
    const own = { key: undefined as never, session, ...withKey(freshKey()) };
    const answer = await send(world, request, own);
    expectDocumented(route, answer);
    expect(answer.status, answer.text).toBe(route.status);
    // The session is counted separately, because the world's key has called before.
    if (route.policy.rateLimit !== 'none')
      expect(answer.headers.get('ratelimit')).toContain('r=999999;');
    if (!isMutation(route)) return;
    const again = await send(world, request, own);
    expect([again.status, again.text]).toEqual([answer.status, answer.text]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    // Callers without the right do not get the recorded answer.
    const outsiders = refused.map(([name]) => name);
    if (outsiders.length === 0) return;
    const { session: poor } = await app.person(world.orgId, outsiders);
    expectError(route, await send(world, request, { ...own, session: poor }), 403, 'FORBIDDEN');
  });

  testWhere(route.policy.rateLimit !== 'none')(
    'a request over the limit gets 429 with Retry-After, counted for each session',
    async () => {
      const orgId = tenant ? (await narrow.org()).id : null;
      const sessions = [
        await narrow.person(orgId, ['admin']),
        await narrow.person(orgId, ['admin']),
      ];
      const [one, other] = sessions.map(
        ({ session }) =>
          () =>
            narrow.call(route.method, anyPath(route), { session }),
      );
      expect((await one!()).status).not.toBe(429);
      const over = await one!();
      expectError(route, over, 429, 'RATE_LIMITED');
      expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await other!()).status).not.toBe(429);
    },
  );

  testWhere(refused.length > 0)('all roles without the scope together get 403', async () => {
    const orgId = tenant ? (await app.org()).id : null;
    const { session } = await app.person(
      orgId,
      refused.map(([role]) => role),
    );
    const answer = await app.call(route.method, anyPath(route), { session });
    expectError(route, answer, 403, 'FORBIDDEN');
    expect(answer.body.error.message).toContain(route.policy.scope);
  });

  test('an ended session returns 401 like an invalid key', async () => {
    const answer = await app.call(route.method, anyPath(route), { session: ended.session });
    expectError(route, answer, 401, 'UNAUTHORIZED');
  });

  testWhere(!isForAll(route))(
    'a session of the other plane gets 403, whatever its role',
    async () => {
      const orgId = tenant ? null : (await app.org()).id;
      const { session } = await app.person(orgId, ['admin']);
      expectError(
        route,
        await app.call(route.method, anyPath(route), { session }),
        403,
        'FORBIDDEN',
      );
    },
  );

  const gate = gateOf(route);
  testWhere(gate)(
    'an organization without the addon or plan gets the refusal of its gate',
    async () => {
      const { id } = await app.org({ plan: 'free', addons: [] });
      const { session } = await app.person(id, ['admin']);
      const answer = await app.call(route.method, anyPath(route), { session });
      expectError(route, answer, ERROR_CATALOGUE[gate!.code].status, gate!.code);
    },
  );

  test('a request that another site has made the browser send returns 403', async () => {
    const orgId = tenant ? (await app.org()).id : null;
    const { session } = await app.person(orgId, ['admin']);
    const tries: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      ...(isMutation(route) ? [{ 'x-oriki-console': '' }] : []),
    ];
    for (const headers of tries) {
      const answer = await app.call(route.method, anyPath(route), { session, headers });
      expectError(route, answer, 403, 'FORBIDDEN');
    }
  });

  testWhere(route.policy.stepUp)(
    'a sign-in of more than five minutes ago is not enough',
    async () => {
      const orgId = tenant ? (await app.org()).id : null;
      const { session, sessionId } = await app.person(orgId, ['admin']);
      await app.db.pool.query(
        "UPDATE sessions SET authenticated_at = now() - interval '6 min' WHERE id = $1",
        [sessionId],
      );
      const answer = await app.call(route.method, anyPath(route), { session });
      expectError(route, answer, 403, 'STEP_UP_REQUIRED');
    },
  );
});

const ofTenants = routes.filter((route) => isTenant(route) && resourcesOf(route).length > 0);

describe.each(rows(ofTenants))('%s', (_, route) => {
  test('a person of another organization finds nothing by its ids: they get the same answer as unknown ids, byte for byte', async () => {
    const world = await makeWorld(app, route);
    const request = await makeRequest(world, route);
    const { session } = await app.person((await app.org()).id, ['admin']);
    const ask = (path: string) =>
      send(world, { ...request, path }, { key: undefined as never, session });
    const answer = await ask(pathOf(route, await makeIds(world, route)));
    expectError(route, answer, 404, route.notFound ?? 'NOT_FOUND');
    expect(seen(answer)).toEqual(seen(await ask(pathOf(route, unknownIds(route)))));
  });
});
