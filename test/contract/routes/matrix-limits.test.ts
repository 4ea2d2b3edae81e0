import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import { ERROR_CATALOGUE } from '../../../src/platform/errors/index.ts';
import type { AnyRoute } from '../../../src/platform/http/route.ts';
import { testApp } from '../../support/test-app.ts';
import { startTestApp, type Answer } from '../../support/app.ts';
import { expectDocumented, expectError } from '../support/documented.ts';
import {
  gateOf,
  isForAll,
  limitsOf,
  representatives,
  rows,
  routes,
  scopesBut,
  testWhere,
} from '../support/manifest.ts';
import { anyPath, makeRequest, makeWorld, send } from '../support/world.ts';

/** Enough requests to create the path's objects before the limit is reached. */
const POINTS = 6;
const WINDOW_SECONDS = 3600;

const app = testApp({ role: 'api', rateLimits: limitsOf(POINTS, WINDOW_SECONDS) });

const limited = routes.filter((route) => route.policy.rateLimit !== 'none');

function state(answer: Answer): { policy: string; remaining: number; resetSeconds: number } {
  const policy = answer.headers.get('ratelimit-policy') ?? '';
  const match = /^"([a-z-]+)";r=(\d+);t=(\d+)$/.exec(answer.headers.get('ratelimit') ?? '');
  expect(match, 'RateLimit header').not.toBeNull();
  expect(policy).toBe(`"${match![1]}";q=${POINTS};w=${WINDOW_SECONDS}`);
  return { policy, remaining: Number(match![2]), resetSeconds: Number(match![3]) };
}

function refused(route: AnyRoute, key: string, options: object = {}): Promise<Answer> {
  return app.call(route.method, anyPath(route), { key, ...options });
}

describe.each(rows(representatives.filter((route) => limited.includes(route))))(
  '%s',
  (_, route) => {
    // contract: envelope/429-rate-limited, limits/ratelimit-headers-every, identity/402-without-detection
    test('returns 429 over the limit, with consistent Retry-After and RateLimit headers', async () => {
      const world = await makeWorld(app, route);
      const request = await makeRequest(world, route);
      let answer = await send(world, request);
      for (let { remaining } = state(answer); remaining > 0; remaining -= 1) {
        answer = await send(world, request);
        expectDocumented(route, answer);
        expect(answer.status).not.toBe(429);
        expect(state(answer).remaining).toBe(remaining - 1);
      }
      const over = await send(world, request);
      expectError(route, over, 429, 'RATE_LIMITED');
      const { remaining, resetSeconds } = state(over);
      expect(remaining).toBe(0);
      expect(over.headers.get('retry-after')).toBe(String(resetSeconds));
      expect(resetSeconds).toBeGreaterThan(0);
      expect(resetSeconds).toBeLessThanOrEqual(WINDOW_SECONDS);

      // The service answers 429 before it reads the body, and only this key is affected.
      const malformed = route.method === 'GET' ? {} : { raw: '{' };
      expectError(route, await send(world, request, malformed), 429, 'RATE_LIMITED');
      const stranger = await makeWorld(app, route);
      expect((await send(stranger, await makeRequest(stranger, route))).status).toBe(route.status);
    });

    // contract: limits/401-refusals-do
    test('counts a validation error', async () => {
      const { key } = await app.org();
      const options = route.method === 'GET' ? {} : { raw: '{' };
      expect(state(await refused(route, key, options)).remaining).toBe(POINTS - 1);
      expect(state(await refused(route, key, options)).remaining).toBe(POINTS - 2);
    });

    // contract: limits/401-refusals-do
    testWhere(!isForAll(route))('401 and refusals by scope do not count', async () => {
      const { key } = await app.org({ scopes: scopesBut(route.policy.scope) });
      for (let i = 0; i <= POINTS; i++) {
        const answer = await refused(route, key);
        expectError(route, answer, 403, 'FORBIDDEN');
        expect(state(answer).remaining).toBe(POINTS);
        expect((await refused(route, `${key.slice(0, -1)}!`)).status).toBe(401);
      }
    });

    // contract: limits/401-refusals-do
    testWhere(gateOf(route))('refusals by plan do not count', async () => {
      const { key } = await app.org({ plan: 'pro', addons: [] });
      for (let i = 0; i <= POINTS; i++) {
        const answer = await refused(route, key);
        expectError(
          route,
          answer,
          ERROR_CATALOGUE[gateOf(route)!.code].status,
          gateOf(route)!.code,
        );
        expect(state(answer).remaining).toBe(POINTS);
      }
    });
  },
);

// contract: limits/500-requests-hour, limits/webhooks-500-events, limits/identity-1-000
// contract: limits/federation-members-500
test('endpoints of a group share one counter per key or have separate ones, as they declare; groups are independent', async () => {
  const { key } = await app.org();
  const seen = new Map<string, number>();
  for (const route of [...limited, ...limited]) {
    const { rateLimit, perEndpoint } = route.policy;
    const counter = perEndpoint ? route.operationId : rateLimit;
    const answer = await refused(route, key, route.method === 'GET' ? {} : { raw: '{' });
    seen.set(counter, (seen.get(counter) ?? 0) + 1);
    expect(state(answer).remaining, counter).toBe(Math.max(0, POINTS - seen.get(counter)!));
  }
});

// contract: limits/identity-1-000
test('exactly the endpoints of identity verification have a separate counter, 1,000 an hour by default', () => {
  const onTheirOwn = limited.filter(({ policy }) => policy.perEndpoint).map(({ path }) => path);
  const identity = limited.filter(({ path }) => path.startsWith('/identity/'));
  expect(onTheirOwn).toEqual(identity.map(({ path }) => path));
  expect(identity.length).toBeGreaterThanOrEqual(5);
  const { rateLimits } = loadConfig({ DATABASE_URL: app.databaseUrl });
  for (const { policy } of identity)
    expect(rateLimits?.[policy.rateLimit]).toEqual({ points: 1000, windowSeconds: 3600 });
});

// contract: envelope/429-rate-limited
test('a request after Retry-After succeeds', async () => {
  const quick = await startTestApp({ role: 'api', rateLimits: limitsOf(1, 1) });
  try {
    const route = limited.find(({ method, params }) => method === 'GET' && !params)!;
    const { key } = await quick.org();
    const get = () => quick.call('GET', anyPath(route), { key });
    let over = await get();
    while (over.status !== 429) over = await get();
    await new Promise((resolve) =>
      setTimeout(resolve, Number(over.headers.get('retry-after')) * 1000),
    );
    expect((await get()).status).toBe(200);
  } finally {
    await quick.stop();
  }
});

// contract: auth/failed-authentication-limited
test('failed authentication is limited per client IP, and a valid key from the same IP still works', async () => {
  const limits = { ...limitsOf(100), 'failed-authentication': { points: 3, windowSeconds: 60 } };
  const strict = await startTestApp({
    role: 'api',
    rateLimits: limits,
    trustedProxies: ['127.0.0.1'],
  });
  try {
    const { key } = await strict.org();
    const tryFrom = (ip: string, used?: string) =>
      strict.call(
        'GET',
        anyPath(routes.find(({ path, method }) => path === '/fraud/lists' && method === 'GET')!),
        {
          ...(used === undefined ? {} : { key: used }),
          headers: { 'x-forwarded-for': ip },
        },
      );
    for (let i = 0; i < 3; i++) expect((await tryFrom('203.0.113.7')).status).toBe(401);
    const over = await tryFrom('203.0.113.7');
    expect([over.status, over.body.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await tryFrom('203.0.113.7', key)).status).toBe(200);
    expect((await tryFrom('203.0.113.8')).status).toBe(401);
    // One IPv6 client owns a /64.
    for (let i = 0; i < 3; i++) expect((await tryFrom(`2001:db8:1:2::${i}`)).status).toBe(401);
    expect((await tryFrom('2001:db8:1:2:aaaa::9')).status).toBe(429);
    expect((await tryFrom('2001:db8:1:3::1')).status).toBe(401);
  } finally {
    await strict.stop();
  }
});

test('ports that a proxy adds to the client address change neither its limits nor the addresses of a key', async () => {
  const limits = { ...limitsOf(100), 'failed-authentication': { points: 3, windowSeconds: 60 } };
  const strict = await startTestApp({
    role: 'api',
    rateLimits: limits,
    trustedProxies: ['127.0.0.1'],
    clientAddressHeader: 'x-real-ip',
  });
  try {
    const { key } = await strict.org();
    const tryFrom = (address: string, used?: string) =>
      strict.call('GET', '/api/v1/me', {
        ...(used !== undefined && { key: used }),
        headers: { 'x-real-ip': address, 'x-forwarded-for': '203.0.113.1' },
      });
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) statuses.push((await tryFrom(`203.0.113.7:400${i}`)).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    const made = await strict.call('POST', '/api/v1/keys', {
      key,
      body: {
        name: 'here',
        scopes: ['fraud:screen'],
        allowedCidrs: ['198.51.100.0/24', '127.0.0.1'],
      },
    });
    const narrow = made.body.data.key;
    expect((await tryFrom('198.51.100.7:5555', narrow)).status).toBe(200);
    expect((await tryFrom('[::ffff:198.51.100.7]:5555', narrow)).status).toBe(200);
    expect((await tryFrom('203.0.113.9', narrow)).status).toBe(403);
    // The proxy's own address is allowed, but nothing proves that the request comes from the proxy itself.
    expect((await tryFrom('unknown', narrow)).status).toBe(403);
  } finally {
    await strict.stop();
  }
});

// contract: auth/failed-authentication-limited
test('without a trusted proxy X-Forwarded-For is ignored', async () => {
  const limits = { ...limitsOf(100), 'failed-authentication': { points: 2, windowSeconds: 60 } };
  const strict = await startTestApp({ role: 'api', rateLimits: limits });
  try {
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++)
      statuses.push(
        (
          await strict.call('GET', '/api/v1/fraud/lists', {
            headers: { 'x-forwarded-for': `203.0.113.${i}` },
          })
        ).status,
      );
    expect(statuses).toEqual([401, 401, 429]);
  } finally {
    await strict.stop();
  }
});

// contract: limits/limits-can-lifted
test('turned off, no limit applies and no header is sent', async () => {
  const free = await startTestApp({ role: 'api', rateLimits: undefined });
  try {
    const { key } = await free.org();
    const answer = await free.call('GET', '/api/v1/fraud/lists', { key });
    expect([answer.status, answer.headers.get('ratelimit')]).toEqual([200, null]);
  } finally {
    await free.stop();
  }
});
