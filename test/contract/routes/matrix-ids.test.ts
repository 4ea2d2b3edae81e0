import { describe, expect, test } from 'vitest';
import { newId } from '../../../src/platform/ids.ts';
import type { AnyRoute } from '../../../src/platform/http/route.ts';
import { testApp } from '../../support/test-app.ts';
import { expectError, seen } from '../support/documented.ts';
import { isTenant, limitsOf, resourcesOf, routes, rows } from '../support/manifest.ts';
import {
  canMake,
  makeIds,
  makeRequest,
  makeWorld,
  pathOf,
  send,
  type Ids,
} from '../support/world.ts';

const app = testApp({ role: 'api', rateLimits: limitsOf(1_000_000) });

function malformedIds(prefix: string, another: string): Record<string, string> {
  return {
    'ID of another type': another,
    'no id': 'x',
    'upper case': newId(prefix).toUpperCase(),
    'no prefix': newId(prefix).slice(prefix.length + 1),
    'too long': `${newId(prefix)}0`,
    'very long': 'a'.repeat(10_000),
    NUL: '%00',
    'a NUL inside': `${newId(prefix)}%00`,
    'a slash': '..%2F..%2Fx',
    quotes: "'%20OR%20''='",
    unicode: '%F0%9F%92%A9',
    'a prototype': '__proto__',
    digits: '1',
  };
}

const withParams = routes.filter((route) => resourcesOf(route).length > 0);

describe.each(rows(withParams))('%s', (_, route) => {
  // contract: envelope/404-found-missing, input/ids-another-type, auth/keys-organization-acting
  // contract: permissions/role-found-404
  test.each(resourcesOf(route).map((parameter) => [parameter.name, parameter] as const))(
    'a foreign, an unknown and a malformed :%s get the same answer, byte for byte',
    async (name, { prefix }) => {
      const world = await makeWorld(app, route);
      const request = await makeRequest(world, route);
      const own = await makeIds(world, route);
      const ask = (ids: Ids) => send(world, { ...request, path: pathOf(route, ids) });
      const unknown = await ask({ ...own, [name]: newId(prefix) });
      expectError(route, unknown, 404, route.notFound ?? 'NOT_FOUND');
      expect(unknown.text).not.toContain(prefix === '' ? '\0' : `${prefix}_`);

      if (isTenant(route)) {
        const stranger = await makeWorld(app, route);
        const foreign = await makeIds(stranger, route);
        expect(seen(await ask({ ...own, [name]: foreign[name]! })), 'foreign').toEqual(
          seen(unknown),
        );
        // All of the other organization's ids together must also fail.
        expect((await ask(foreign)).status).toBe(404);
        // The object was not changed: its owner can still use it.
        expect((await send(stranger, await makeRequest(stranger, route))).status).toBe(
          route.status,
        );
      }
      for (const [what, id] of Object.entries(malformedIds(prefix, newId('other'))))
        expect(seen(await ask({ ...own, [name]: id })), what).toEqual(seen(unknown));
      // Everything else in the request is valid.
      const answer = await ask(own);
      expect(answer.status, answer.text).toBe(route.status);
    },
  );
});

test('every path parameter names a resource that tests can create', () => {
  const unclassified = withParams.flatMap((route: AnyRoute) =>
    resourcesOf(route)
      .filter(({ resource, prefix }) => !canMake(resource) || prefix === '')
      .map(({ name }) => `${route.method} ${route.path}: ${name}`),
  );
  expect(unclassified).toEqual([]);
});
