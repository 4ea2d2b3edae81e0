/** The contract on every route of kind `browser`: the checks that its registry makes for all of them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MODULES } from '../../../src/modules/index.ts';
import { browserRoutesIn } from '../../../src/modules/module.ts';
import type { AnyBrowserRoute } from '../../../src/platform/http/browser/route.ts';
import { startTestApp, type Answer, type TestApp } from '../../support/app.ts';
import { testWhere } from '../support/manifest.ts';

const POINTS = 40;
const routes = browserRoutesIn(MODULES);
const GROUPS = new Set(
  routes.map(({ policy }) => policy.rateLimit).filter((one) => one !== 'none'),
);

let app: TestApp;
let strict: TestApp;
let org: Awaited<ReturnType<TestApp['org']>>;
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined });
  org = await app.org();
  const limits = [...GROUPS].map((group) => [group, { points: POINTS, windowSeconds: 3600 }]);
  const unlimited = { 'failed-authentication': { points: 1_000_000, windowSeconds: 60 } };
  const rateLimits = { ...Object.fromEntries(limits), ...unlimited };
  strict = await startTestApp({ rateLimits }, app.databaseUrl);
});
afterAll(async () => {
  await strict.stop();
  await app.stop();
});

function pathOf({ path }: AnyBrowserRoute): string {
  return path.replaceAll(/:\w+/g, 'x_unknown');
}

function isForm({ bodyRule }: AnyBrowserRoute): boolean {
  return bodyRule === 'form';
}

type Sent = Parameters<TestApp['call']>[2];

function own(base: TestApp): Record<string, string> {
  return { origin: base.url, 'sec-fetch-site': 'same-origin', 'x-oriki-console': '1' };
}

/** Sends the route's request, as a page of the service would, with a body that has no fields. */
async function send(
  base: TestApp,
  route: AnyBrowserRoute,
  { query = '', ...more }: Sent & { query?: string } = {},
): Promise<Answer> {
  const content = isForm(route)
    ? { raw: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    : { body: {} };
  const headers = { ...own(base), ...(content as Sent)?.headers, ...more.headers };
  return base.call(route.method, pathOf(route) + query, {
    ...(route.method === 'POST' && content),
    ...more,
    headers,
  });
}

function expectError(answer: Answer, status: number, code: string): void {
  expect([answer.status, answer.body.error?.code], answer.text).toEqual([status, code]);
}

describe.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s',
  (_, route) => {
    const { method, policy } = route;
    const person = async () => {
      if (policy.caller !== 'session') return {};
      const { session } = await app.person(org.id, ['analyst']);
      return { session };
    };

    test('another method returns 405 with Allow', async () => {
      const answer = await app.call('DELETE', pathOf(route), { headers: own(app) });
      expectError(answer, 405, 'METHOD_NOT_ALLOWED');
      expect(answer.headers.get('allow')).toContain(method);
    });

    testWhere(policy.from === 'own pages')('a request from another site gets 403', async () => {
      const at = { ...(await person()), headers: { origin: 'https://evil.example' } };
      expectError(await send(app, route, at), 403, 'FORBIDDEN');
    });

    testWhere(policy.from === 'own pages' && method === 'POST')(
      'a request without the header that no form can send gets 403',
      async () => {
        const { session } = await app.person(org.id, ['analyst']);
        const headers = { origin: app.url, cookie: `oriki-session=${session}` };
        expectError(await app.call(method, pathOf(route), { body: {}, headers }), 403, 'FORBIDDEN');
      },
    );

    testWhere(policy.caller === 'session')('a request without a session gets 401', async () => {
      expectError(await send(app, route), 401, 'UNAUTHORIZED');
      expectError(await send(app, route, { session: 'ors_unknown' }), 401, 'UNAUTHORIZED');
    });

    testWhere(policy.caller === 'proof')('a request without its proof is rejected', async () => {
      const { status } = await send(app, route);
      expect([400, 401, 403]).toContain(status);
    });

    testWhere(policy.rateLimit !== 'none')(
      'a request over the limit gets 429 with Retry-After',
      async () => {
        const caller = await person();
        let answer = await send(strict, route, caller);
        for (let i = 0; i < POINTS && answer.status !== 429; i++)
          answer = await send(strict, route, caller);
        expectError(answer, 429, 'RATE_LIMITED');
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      },
    );

    testWhere(!route.anyQuery)('an unknown parameter gets 400 with its name', async () => {
      const answer = await send(app, route, { ...(await person()), query: '?colour=red' });
      expectError(answer, 400, 'BAD_REQUEST');
      expect(answer.body.error.details).toContainEqual(expect.objectContaining({ path: 'colour' }));
    });

    testWhere(method === 'POST' && !isForm(route))(
      'an unknown field gets 400 with its name',
      async () => {
        const answer = await send(app, route, { ...(await person()), body: { colour: 'red' } });
        expectError(answer, 400, 'BAD_REQUEST');
        expect(answer.body.error.details).toContainEqual(
          expect.objectContaining({ path: 'colour' }),
        );
      },
    );

    testWhere(method === 'POST')(
      'a body that is too large, cut off or of another type is rejected',
      async () => {
        const caller = await person();
        const type = isForm(route) ? 'application/x-www-form-urlencoded' : 'application/json';
        const sent = async (raw: string, as = type) =>
          (await send(app, route, { ...caller, raw, headers: { 'content-type': as } })).status;
        expect(await sent('x'.repeat(70_000))).toBe(
          isForm(route) || route.bodyLimitFactor ? 400 : 413,
        );
        expect(await sent('{"code": "x')).toBe(400);
        expect(await sent('code: x', 'text/yaml')).toBe(415);
      },
    );

    test('no text of query or body gives 500', async () => {
      const caller = await person();
      for (const text of ['%00', '%E0%A4%A', 'a'.repeat(3000), '%ED%A0%80', '[]', '..%2F..']) {
        const names = ['organization', 'issuer', 'returnTo', 'code', 'state', 'org', 'sig', 'exp'];
        const query = `?${names.map((name) => `${name}=${text}`).join('&')}`;
        expect((await send(app, route, { ...caller, query })).status, text).toBeLessThan(500);
        if (method === 'GET') continue;
        const body = { code: text, token: text, id: text, organization: text, reason: text };
        const content = isForm(route) ? { raw: `logout_token=${text}` } : { body };
        expect((await send(app, route, { ...caller, ...content })).status).toBeLessThan(500);
      }
    });
  },
);
