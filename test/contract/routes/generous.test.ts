/** Spellings of a request that make no difference, on every route that reads it. */
import { describe, expect, test } from 'vitest';
import type { AnyRoute } from '../../../src/platform/http/route.ts';
import { testApp } from '../../support/test-app.ts';
import { expectDocumented, expectError } from '../support/documented.ts';
import {
  ignoresBody,
  invalidOf,
  isMutation,
  limitsOf,
  representatives,
  routes,
  rows,
  type Json,
} from '../support/manifest.ts';
import {
  anyPath,
  freshKey,
  makeRequest,
  makeWorld,
  pathOf,
  send,
  unknownIds,
  withKey,
  withQuery,
} from '../support/world.ts';

const app = testApp({ role: 'api', rateLimits: limitsOf(1_000_000) });

type Schema = {
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  'x-null'?: 'refused';
};
function bodyOf(route: AnyRoute): Schema {
  return (route.body ?? {}) as Schema;
}
function takesNull({ type, enum: values, 'x-null': isNull }: Schema): boolean {
  if (isNull === 'refused') return true;
  return [type].flat().includes('null') || values?.includes(null) === true;
}

/** The value with null for every missing optional field. */
function withNulls(value: unknown, schema: Schema): unknown {
  if (Array.isArray(value)) return value.map((item) => withNulls(item, schema.items ?? {}));
  if (value === null || typeof value !== 'object' || !schema.properties) return value;
  const object = value as Json;
  const fields = Object.entries(schema.properties).flatMap(([name, property]) => {
    if (name in object) return [[name, withNulls(object[name], property)]];
    return schema.required?.includes(name) || takesNull(property) ? [] : [[name, null]];
  });
  return { ...object, ...(Object.fromEntries(fields) as Json) };
}

/** The value with every enumeration text in the other case. */
function inOtherCase(value: unknown, schema: Schema): unknown {
  if (Array.isArray(value)) return value.map((item) => inOtherCase(item, schema.items ?? {}));
  if (typeof value === 'string' && schema.enum) {
    const upper = value.toUpperCase();
    return upper === value ? value.toLowerCase() : upper;
  }
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      inOtherCase(member, schema.properties?.[name] ?? {}),
    ]),
  );
}

function changedBy(change: (value: unknown, schema: Schema) => unknown) {
  return (route: AnyRoute) =>
    JSON.stringify(change(route.example.body, bodyOf(route))) !==
    JSON.stringify(route.example.body);
}

const cases: [string, (value: unknown, schema: Schema) => unknown][] = [
  ['null for a field that it may leave out', withNulls],
  ['enumerations in any case', inOtherCase],
];
describe.each(cases)('%s', (_, change) => {
  const affected = routes.filter((route) => isMutation(route) && route.example.body !== undefined);
  test.each(rows(affected.filter(changedBy(change))))(
    'is accepted by %s',
    async (_title, route) => {
      const world = await makeWorld(app, route);
      const request = await makeRequest(world, route);
      const answer = await send(world, { ...request, body: change(request.body, bodyOf(route)) });
      expect([200, route.status], answer.text.slice(0, 300)).toContain(answer.status);
      expectDocumented(route, answer);
    },
  );

  const some = representatives.filter((route) => affected.includes(route));
  test.each(rows(some.filter(changedBy(change))))(
    'is treated as the same request by %s',
    async (_title, route) => {
      const world = await makeWorld(app, route);
      const request = await makeRequest(world, route);
      const options = withKey(freshKey());
      const first = await send(world, request, options);
      const body = change(request.body, bodyOf(route));
      const repeated = await send(world, { ...request, body }, options);
      expect([repeated.status, repeated.text]).toEqual([first.status, first.text]);
      expect(repeated.headers.get('idempotency-replayed')).toBe('true');
      expect(repeated.headers.get('idempotency-key-mismatch')).toBeNull();
    },
  );
});

describe('a country', () => {
  const COUNTRY = 'iso-3166-1-alpha-2';
  const namesOne = ({ format, items, properties = {} }: Schema): boolean =>
    format === COUNTRY ||
    (items !== undefined && namesOne(items)) ||
    Object.values(properties).some(namesOne);

  /** The value with this code in every country field of the schema. */
  function from(code: string, value: unknown, schema: Schema): unknown {
    if (schema.format === COUNTRY) return code;
    if (schema.items && Array.isArray(value))
      return value.map((item) => from(code, item, schema.items!));
    const concerned = Object.entries(schema.properties ?? {}).filter(([, one]) => namesOne(one));
    const object = value as Json;
    return concerned.reduce(
      (at, [name, one]) => ({ ...at, [name]: from(code, object[name], one) }),
      object,
    );
  }

  const affected = routes.filter((route) => namesOne(bodyOf(route)));
  test('is accepted by several operations', () => expect(affected.length).toBeGreaterThan(5));
  test.each(rows(affected))(
    'is rejected with the right code if it is wrong: %s',
    async (_title, route) => {
      const { key } = await makeWorld(app, route);
      const request = { method: route.method, path: anyPath(route) };
      for (const [wrong, right] of [
        ['UK', 'GB'],
        ['uk', 'GB'],
        ['EL', 'GR'],
      ] as const) {
        const body = from(wrong, route.example.body, bodyOf(route));
        const answer = await send({ app, key } as never, { ...request, body });
        expectError(route, answer, 400, invalidOf(route));
        expect(answer.body.error.details).toContainEqual({
          path: expect.stringMatching(/(^|\.)country$/),
          message: `must be an ISO 3166-1 alpha-2 country code: use ${right}`,
        });
      }
    },
  );
});

describe('an enumeration in a query', () => {
  const enumerations = routes.flatMap((route): [string, AnyRoute, string][] => {
    const { properties = {} } = (route.query ?? {}) as Schema;
    return Object.entries(properties).flatMap(([name, { enum: values }]) => {
      const value = values?.find((one) => typeof one === 'string') as string | undefined;
      if (value === undefined) return [];
      const other = value.toUpperCase() === value ? value.toLowerCase() : value.toUpperCase();
      return [[`${route.method} ${route.path}?${name}=${other}`, route, `${name}=${other}`]];
    });
  });
  test.each(enumerations)('may have any case: %s', async (_title, route, query) => {
    const world = await makeWorld(app, route);
    const request = await makeRequest(world, route);
    const answer = await send(world, { ...request, path: withQuery(request.path, query) });
    expect([200, route.status], answer.text.slice(0, 300)).toContain(answer.status);
  });
});

const reading = representatives.filter(
  (route) => Object.keys(bodyOf(route).properties ?? {}).length > 0,
);
test.each(rows(reading))(
  'an unknown field is reported with the nearest known one: %s',
  async (_, route) => {
    const { key } = await makeWorld(app, route);
    for (const known of Object.keys(bodyOf(route).properties!)) {
      const body = { ...(route.example.body as object), [`${known}x`]: 'secret' };
      const request = { method: route.method, path: anyPath(route), body };
      const answer = await send({ app, key } as never, request);
      expectError(route, answer, 400, invalidOf(route));
      expect(answer.body.error.details).toContainEqual({
        path: `${known}x`,
        message: `is not a known field; did you mean ${known}?`,
      });
      expect(answer.text).not.toContain('secret');
    }
  },
);

describe.each(rows(representatives))('%s', (_, route) => {
  test('an unknown query parameter returns 400 and the nearest known name', async () => {
    const { key } = await makeWorld(app, route);
    const ask = async (name: string, value: string) => {
      const path = withQuery(pathOf(route, unknownIds(route)), `${name}=${value}`);
      const answer = await send({ app, key } as never, {
        method: route.method,
        path,
        body: ignoresBody(route) ? undefined : route.example.body,
      });
      expectError(route, answer, 400, invalidOf(route));
      return answer.body.error.details as { path: string; message: string }[];
    };
    expect(await ask('nonsense', 'secret')).toContainEqual({
      path: 'nonsense',
      message: expect.stringMatching(/^is not a known field/),
    });
    for (const known of Object.keys(((route.query ?? {}) as Schema).properties ?? {}))
      expect(await ask(`${known}x`, 'secret')).toContainEqual({
        path: `${known}x`,
        message: `is not a known field; did you mean ${known}?`,
      });
  });

  test('a bearer token works like a key in x-api-key; if both are sent, x-api-key counts', async () => {
    const { key } = await makeWorld(app, route);
    const call = (headers: Record<string, string>) =>
      app.call(route.method, anyPath(route), {
        headers,
        ...(isMutation(route) ? { raw: 'no JSON' } : {}),
      });
    const refused = async (headers: Record<string, string>) => {
      const answer = await call(headers);
      expectError(route, answer, 401, 'UNAUTHORIZED');
      expect(answer.body.error.message).toContain('x-api-key');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="oriki"');
    };
    expect((await call({ authorization: `Bearer ${key}` })).status).not.toBe(401);
    expect((await call({ authorization: 'Basic eDp5', 'x-api-key': key })).status).not.toBe(401);
    await refused({ authorization: `Bearer ${key}`, 'x-api-key': 'ork_wrong' });
    await refused({ authorization: `Basic ${key}` });
    await refused({ authorization: 'Bearer ork_wrong' });
  });
});
