import { beforeAll, describe, expect, test } from 'vitest';
import { generateApiKey } from '../../../src/platform/auth/api-key.ts';
import { ERROR_CATALOGUE } from '../../../src/platform/errors/index.ts';
import type { AnyRoute } from '../../../src/platform/http/route.ts';
import { testApp } from '../../support/test-app.ts';
import { type Answer } from '../../support/app.ts';
import { expectDocumented, expectEnvelope, expectError } from '../support/documented.ts';
import {
  gateOf,
  ignoresBody,
  invalidOf,
  isForAll,
  isMutation,
  isTenant,
  limitsOf,
  representatives,
  routes,
  rows,
  scopesBut,
  scopesFor,
  testWhere,
} from '../support/manifest.ts';
import {
  anyPath,
  FOR_ANSWERER,
  makeRequest,
  makeWorld,
  otherKey,
  send,
  withQuery,
  type World,
} from '../support/world.ts';

/** Small, so that a body that is too large is quick to send. */
const BODY_LIMIT = 4096;

const app = testApp({
  role: 'api',
  rateLimits: limitsOf(1_000_000),
  bodyLimitBytes: BODY_LIMIT,
});
let badKeys: Record<string, string | undefined>;

async function makeBadKeys(): Promise<Record<string, string | undefined>> {
  const { id: orgId } = await app.org();
  const revoked = await app.key(orgId, ['fraud:manage']);
  const expired = await app.key(orgId, ['fraud:manage']);
  await app.db.pool.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [revoked.id]);
  await app.db.pool.query("UPDATE api_keys SET expires_at = now() - interval '1 s' WHERE id = $1", [
    expired.id,
  ]);
  return {
    none: undefined,
    malformed: 'ork_not-a-key',
    'mistyped (checksum)': `${generateApiKey().slice(0, -1)}!`,
    unknown: generateApiKey(),
    revoked: revoked.key,
    expired: expired.key,
  };
}

beforeAll(async () => {
  badKeys = await makeBadKeys();
});

function call(route: AnyRoute, key: string | undefined, options: object = {}): Promise<Answer> {
  return app.call(route.method, anyPath(route), {
    ...(key === undefined ? {} : { key }),
    ...options,
  });
}

function covers(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replaceAll(/:[A-Za-z]+/g, '[^/]+')}$`).test(path);
}

/** Methods that the path does not have. */
function unwanted(route: AnyRoute): string[] {
  const taken = new Set(
    // `/webhooks/event-types` is also a webhook's path, for methods that it does not have itself.
    routes.filter(({ path }) => covers(path, route.path)).map(({ method }) => method as string),
  );
  return ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
    (method) => !taken.has(method),
  );
}

describe.each(rows(routes))('%s', (_, route) => {
  // contract: POST /fraud/screen, envelope/success-first-then, auth/scopes-identity-verify
  // contract: document/answered-documented
  test('works with its own example and only the needed scope, and answers as documented', async () => {
    const world = await makeWorld(app, route);
    const request = await makeRequest(world, route);
    const isOwn = FOR_ANSWERER.has(route.operationId);
    const key = isOwn ? world.key : await otherKey(world, scopesFor(route));
    const answer = await send(world, request, { key });
    expectDocumented(route, answer);
    expect(answer.status, answer.text).toBe(route.status);
  });
});

describe.each(rows(representatives))('%s', (_, route) => {
  const tenant = isTenant(route);
  const gate = gateOf(route);

  // contract: envelope/success-first-then, envelope/401-unauthorized-missing, auth/x-api-key
  test('missing, malformed, unknown, revoked and expired keys get the same 401', async () => {
    const bodies = new Set<string>();
    for (const key of Object.values(badKeys)) {
      const answer = await call(route, key);
      expectError(route, answer, 401, 'UNAUTHORIZED');
      expect(answer.headers.get('ratelimit')).toBeNull();
      bodies.add(answer.text);
    }
    expect([...bodies]).toHaveLength(1);
  });

  // contract: envelope/403-forbidden-wrong
  testWhere(tenant && !isForAll(route))('a key without organization gets 403', async () => {
    const answer = await call(route, await app.platformKey());
    expectError(route, answer, 403, 'FORBIDDEN');
    expect(answer.body.error.message).toContain('organization');
  });

  // contract: auth/platform-keys-tenant
  testWhere(!tenant)("a tenant's key with every tenant scope gets 403", async () => {
    expectError(route, await call(route, (await app.org()).key), 403, 'FORBIDDEN');
  });

  // contract: envelope/403-forbidden-wrong, auth/scopes-identity-verify, identity/402-without-detection
  testWhere(tenant && !isForAll(route))(
    'a key with every scope but the needed one gets 403',
    async () => {
      const { key } = await app.org({ scopes: scopesBut(route.policy.scope) });
      const answer = await call(route, key);
      expectError(route, answer, 403, 'FORBIDDEN');
      expect(answer.body.error.message).toContain(route.policy.scope);
    },
  );

  // contract: envelope/402-detection-pack, auth/detection-pack-pro, identity/402-without-detection
  testWhere(gate)(
    'an organization without the addon or plan gets the refusal of its gate',
    async () => {
      for (const plan of ['free', 'pro'] as const) {
        const { key } = await app.org({ plan, addons: [] });
        expectError(route, await call(route, key), ERROR_CATALOGUE[gate!.code].status, gate!.code);
      }
    },
  );

  // contract: envelope/405-413-415
  test('a wrong method returns 405 with Allow, with and without a key', async () => {
    const world = await makeWorld(app, route);
    for (const method of unwanted(route)) {
      for (const options of [
        {},
        { key: world.key },
        { raw: '{', headers: { 'content-type': 'text/plain' } },
      ]) {
        const answer = await app.call(method, anyPath(route), method === 'GET' ? {} : options);
        expectEnvelope(answer);
        expect([answer.status, answer.body.error.code], method).toEqual([
          405,
          'METHOD_NOT_ALLOWED',
        ]);
        const allowed = answer.headers.get('allow')!.split(', ');
        const offered = routes.filter(({ path }) => path === route.path);
        expect(allowed).toEqual(expect.arrayContaining(offered.map((other) => other.method)));
        expect(allowed).not.toContain(method);
      }
    }
  });

  test('with a trailing slash returns 404, and the message names the path without it', async () => {
    const path = anyPath(route).split('?', 1)[0]!;
    const answer = await app.call(route.method, `${path}/`);
    expectEnvelope(answer);
    expect([answer.status, answer.body.error]).toMatchObject([
      404,
      {
        code: 'NOT_FOUND',
        message: `no such route; the route without the trailing slash is ${path}`,
      },
    ]);
  });

  // contract: envelope/x-request-id
  test('echoes a usable x-request-id and replaces any other', async () => {
    const given = await call(route, undefined, { headers: { 'x-request-id': 'abc.DEF_1-2' } });
    expect(given.headers.get('x-request-id')).toBe('abc.DEF_1-2');
    const unusable = ['a b', 'x'.repeat(129), 'a,b', '<script>'];
    for (const id of route === representatives[0] ? unusable : unusable.slice(0, 1)) {
      const answer = await call(route, undefined, { headers: { 'x-request-id': id } });
      expect(answer.headers.get('x-request-id')).toMatch(/^req_[0-9a-z-]{20,64}$/);
    }
  });
});

/** All routes share one body parser, so all inputs are tried on the first route that reads a body. */
const firstReader = representatives.find((route) => isMutation(route) && !ignoresBody(route));

describe.each(rows(representatives.filter(isMutation)))('%s', (_, route) => {
  const reads = !ignoresBody(route);
  const invalid = invalidOf(route);
  const tried = <T>(all: T[]): T[] => (route === firstReader ? all : all.slice(0, 1));

  /** For requests that are rejected. */
  let world: World;
  let request: Awaited<ReturnType<typeof makeRequest>>;
  beforeAll(async () => {
    world = await makeWorld(app, route);
    request = await makeRequest(world, route);
  });

  // contract: POST /permissions/federation/groups/:id/members/accept
  testWhere(!reads)('any body of any media type is ignored', async () => {
    for (const options of [
      { raw: '{' },
      { raw: 'null' },
      { raw: '<x/>', headers: { 'content-type': 'application/xml' } },
      { raw: Buffer.from([0xff, 0]), headers: { 'content-type': 'x', 'content-encoding': 'gzip' } },
      { body: { organizationId: (await app.org()).id, prefix: 'ZZZZ', unheardOf: 1 } },
    ]) {
      const fresh = await makeWorld(app, route);
      const bare = { ...(await makeRequest(fresh, route)), body: undefined };
      const answer = await send(fresh, bare, options);
      expect(answer.status, answer.text).toBe(route.status);
      expectDocumented(route, answer);
    }
  });

  // contract: envelope/400-bad-request
  testWhere(reads)('malformed JSON gets 400', async () => {
    for (const raw of tried(['{', '{"a":1,}', "{'a':1}", 'nul', '{} {}', '\ufeff{}x', '[1,']))
      expectError(route, await call(route, world.key, { raw }), 400, 'BAD_REQUEST');
  });

  // contract: envelope/405-413-415
  testWhere(reads)('another media type gets 415', async () => {
    for (const type of tried([
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'x',
    ]))
      expectError(
        route,
        await call(route, world.key, { raw: '{}', headers: { 'content-type': type } }),
        415,
        'UNSUPPORTED_MEDIA_TYPE',
      );
  });

  // contract: envelope/405-413-415
  test('a body above the limit returns 413', async () => {
    const raw = ' '.repeat(BODY_LIMIT * (route.bodyLimitFactor ?? 1) + 1);
    expectError(route, await call(route, world.key, { raw }), 413, 'PAYLOAD_TOO_LARGE');
  });

  // contract: envelope/400-bad-request
  testWhere(reads)('an unknown body field gets 400, which names it', async () => {
    const body = { ...(request.body as object | undefined), unheardOf: 1 };
    const answer = await send(world, { ...request, body });
    expectError(route, answer, 400, invalid);
    expect(answer.body.error.details).toContainEqual({
      path: 'unheardOf',
      message: 'is not a known field',
    });
  });

  // contract: input/empty-body-bodies
  testWhere(reads)('a body that is not an object gets 400', async () => {
    for (const raw of ['[]', '"x"', '1', 'true', 'null'])
      expectError(route, await send(world, request, { raw }), 400, invalid);
  });

  const needsBody = route.body && route.bodyRule !== 'optional';
  // contract: envelope/400-bad-request
  testWhere(needsBody)('a missing body gets 400', async () => {
    for (const headers of [{}, { 'content-type': 'application/json' }]) {
      const answer = await send(world, { ...request, body: undefined }, { headers });
      expectError(route, answer, 400, invalid);
      expect(answer.body.error.details).toEqual([{ path: 'body', message: 'is required' }]);
    }
  });

  testWhere(!route.body)('no body, an empty one and {} are the same', async () => {
    for (const options of [{}, { headers: { 'content-type': 'application/json' } }, { body: {} }]) {
      const fresh = await makeWorld(app, route);
      const answer = await send(fresh, await makeRequest(fresh, route), options);
      expect(answer.status, answer.text).toBe(route.status);
    }
  });

  const requiredOf = (schema: unknown): string[] =>
    (schema as { required?: string[] } | undefined)?.required ?? [];
  // contract: envelope/400-bad-request
  testWhere(requiredOf(route.body).length > 0)(
    'every missing required field gets 400, which names it',
    async () => {
      for (const field of requiredOf(route.body)) {
        const { [field]: _omitted, ...body } = request.body as Record<string, unknown>;
        const answer = await send(world, { ...request, body });
        expectError(route, answer, 400, invalid);
        expect(answer.body.error.details).toContainEqual({ path: field, message: 'is required' });
      }
    },
  );
});

const paginated = routes.filter((route) => {
  const { properties = {} } = (route.query ?? {}) as { properties?: object };
  return 'page' in properties;
});

describe.each(rows(paginated))('%s', (_, route) => {
  // contract: input/page-limit-huge, limits/inbox-limit-default, lists/pagination
  test('page and limit are applied, capped and echoed; anything else returns 400', async () => {
    const world = await makeWorld(app, route);
    const { path } = await makeRequest(world, route);
    const get = (query: string) => app.call('GET', withQuery(path, query), { key: world.key });
    const echoed = async (query: string) => {
      const answer = await get(query);
      expectDocumented(route, answer);
      expect(answer.status, `${query}: ${answer.text}`).toBe(200);
      return [answer.body.data.page, answer.body.data.limit];
    };
    const isWhole = ['listScreeningLists', 'listWebhooks'].includes(route.operationId);
    expect(await echoed('')).toEqual(isWhole ? [undefined, undefined] : [1, 20]);
    expect(await echoed('limit=1&page=2')).toEqual([2, 1]);
    const [, cap] = await echoed('limit=999999999999999999999');
    expect(cap).toBe(route.path.includes('inbox') ? 50 : 100);
    expect(await echoed(`limit=${cap + 1}&page=1000000`)).toEqual([1_000_000, cap]);
    const { items, lists, webhooks } = (await get('page=1000000')).body.data;
    expect(items ?? lists ?? webhooks).toEqual([]);
    for (const name of ['page', 'limit'])
      for (const value of [
        '0',
        '-1',
        '1.5',
        'abc',
        '',
        '1e3',
        '0x10',
        '%00',
        'null',
        '1&limit=2&page=2',
        ' 1',
        '[]',
      ])
        expectError(route, await get(`${name}=${value}`), 400, 'BAD_REQUEST');
    expectError(route, await get('page=1000001'), 400, 'BAD_REQUEST');
  });
});
