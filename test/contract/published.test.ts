/** The document uses forms that client generators read alike, in every language. */
import { createServer } from 'node:http';
import { pino } from 'pino';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { openApiDocument } from '../../src/start/api-document.ts';
import { registerRoutes, type PolicyServices } from '../../src/platform/http/register.ts';
import { MODULES } from '../../src/modules/index.ts';
import type { Access } from '../../src/platform/http/policy.ts';
import { eventTypesOf, type Module } from '../../src/modules/module.ts';
import { routesOf } from '../../src/platform/http/route.ts';
import { createHttpServer } from '../../src/platform/http/server.ts';
import { openApi, operationOf, routes, rows, type Json } from './support/manifest.ts';

/** Every schema of the document, with its place. */
function* schemasIn(value: unknown, place: string): Generator<[string, Json]> {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const [i, part] of value.entries()) yield* schemasIn(part, `${place}/${i}`);
    return;
  }
  const schema = value as Json;
  if ('type' in schema || '$ref' in schema || 'anyOf' in schema) yield [place, schema];
  for (const [key, part] of Object.entries(schema)) {
    if (['example', 'examples', 'enum', 'default', 'x-extensible-enum'].includes(key)) continue;
    yield* schemasIn(part, `${place}/${key}`);
  }
}
const all = [...schemasIn({ ...openApi, info: {} }, '#')];

/** The names of the component schemas that a part of the document refers to, directly or indirectly. */
function componentsIn(part: unknown, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g))
    if (!found.has(name)) componentsIn(openApi.components.schemas[name], found.add(name));
  return found;
}

/** The places of schemas for which this holds. */
function where(holds: (schema: Json, place: string) => unknown): string[] {
  return all.filter(([place, schema]) => holds(schema, place)).map(([place]) => place);
}

describe('the schemas', () => {
  test('are numerous enough for the other tests to be meaningful', () => {
    expect(all.length).toBeGreaterThan(2000);
  });

  test('have no constants, and one type besides null', () => {
    expect(where((schema) => 'const' in schema)).toEqual([]);
    const typesOf = ({ type }: Json): string[] =>
      ([type].flat() as string[]).filter((name) => name !== 'null');
    expect(where((schema) => typesOf(schema).length > 1)).toEqual([]);
    expect(where(({ oneOf, allOf }) => oneOf ?? allOf)).toEqual([]);
  });

  test('make components nullable by reference, and other objects and arrays never with the type null', () => {
    const isNull = (schema: Json | undefined): boolean => schema?.['type'] === 'null';
    expect(
      where(
        ({ anyOf }) => anyOf && !((anyOf as Json[]).length === 2 && isNull((anyOf as Json[])[1])),
      ),
    ).toEqual([]);
    const kinds = ({ type }: Json): unknown[] => (Array.isArray(type) ? type : []);
    expect(
      where((schema) => kinds(schema).some((kind) => ['object', 'array'].includes(String(kind)))),
    ).toEqual([]);
  });

  test('have formats of the registry, and patterns that RE2 reads', () => {
    expect(
      where(
        // A member may have the name `format`; its value is then a schema.
        ({ type, format }) =>
          type && typeof format === 'string' && !['date-time', 'date', 'int64'].includes(format),
      ),
    ).toEqual([]);
    const patterns = all.map(([, { pattern }]) => pattern).filter((one) => typeof one === 'string');
    expect(patterns.length).toBeGreaterThan(20);
    expect(patterns.filter((one) => /\(\?[^:]|\\[1-9upk]|[\u2028\u2029]/.test(one))).toEqual([]);
  });

  test('have no sets of enumeration values', () => {
    const named = (items: unknown): boolean =>
      'enum' in (items as Json) || '$ref' in (items as Json);
    expect(where(({ uniqueItems, items }) => uniqueItems && named(items))).toEqual([]);
  });

  test('contain each enumeration of several values once; enumerations of answers are open', () => {
    const { schemas } = openApi.components;
    const lists = where(({ enum: values }) => Array.isArray(values) && values.length > 1);
    expect(lists.filter((place) => !/^#\/components\/schemas\/\w+$/.test(place))).toEqual([]);
    // Only extensions contain x-events, so tools would report a component that only they reference as unused.
    const open = where(
      (schema, place) => 'x-extensible-enum' in schema && !place.includes('/x-events/'),
    );
    expect(open.filter((place) => !/^#\/components\/schemas\/\w+$/.test(place))).toEqual([]);
    expect(schemas['ListKindInput']).toHaveProperty('enum');
    expect(schemas['ListKind']).not.toHaveProperty('enum');
    expect(schemas['ListKind']).toHaveProperty('x-extensible-enum');
  });

  test("have no name of a security scheme or of a runtime's built-in type", () => {
    const taken = [
      'ApiKey',
      'Token',
      'Error',
      'Thread',
      'Export',
      'Message',
      'Deleted',
      'Object',
      'Map',
      'Set',
      'Date',
      'Response',
      'Request',
    ];
    expect(taken.filter((name) => name in openApi.components.schemas)).toEqual([]);
  });

  test('are referenced outside extensions, so that no tool reports one as unused', () => {
    const { components, paths, webhooks } = openApi;
    const read = JSON.stringify(
      [paths, webhooks, components.responses, components.parameters],
      (key, part) => (key.startsWith('x-') ? undefined : part),
    );
    const used = componentsIn(JSON.parse(read));
    expect(Object.keys(components.schemas).filter((name) => !used.has(name))).toEqual([]);
  });

  test('leave room for more fields in answers and events', () => {
    const { components, webhooks } = openApi;
    const answers = routes.map((route) => operationOf(route).responses);
    const names = componentsIn([components.responses, webhooks, answers]);
    const strict = where(
      (schema, place) =>
        schema['additionalProperties'] === false &&
        (names.has(place.split('/')[3]!) || place.includes('/responses/')),
    );
    expect(names.size).toBeGreaterThan(200);
    expect(strict).toEqual([]);
  });
});

test.each(rows(routes))('%s names its envelope, its body and its errors', (_, route) => {
  const { requestBody, responses } = operationOf(route);
  const referenced = (schema: Json): string => String(schema['$ref']).split('/').at(-1)!;
  if (requestBody) expect(requestBody.content['application/json'].schema).toHaveProperty('$ref');
  const success = responses[String(route.status)]!.content['application/json'];
  if (!('stream' in route)) expect(referenced(success.schema)).toMatch(/Envelope$/);
  expect(referenced(responses['default']!.content['application/json'].schema)).toBe(
    'ErrorResponse',
  );
});

test('the document has a typed request for each event type', () => {
  const { webhooks } = openApi as unknown as {
    webhooks: Record<
      string,
      { post: { requestBody: { content: Record<string, { schema: Json }> } } }
    >;
  };
  expect(Object.keys(webhooks)).toEqual(eventTypesOf(MODULES).map(({ type }) => type));
  for (const { post } of Object.values(webhooks))
    expect(post.requestBody.content['application/json']!.schema).toHaveProperty('$ref');
});

/**
 * An object of at least this many lines gets a name. The document once repeated 1,050 answers, of which 43 were
 * distinct.
 */
const LONG = 8;

test('the document contains no object of eight or more lines more than twice', () => {
  const seen = new Map<string, number>();
  const visit = (part: unknown, isSchema: boolean): void => {
    if (part === null || typeof part !== 'object') return;
    if (isSchema && 'properties' in part) {
      const text = JSON.stringify(part, null, 2);
      if (text.split('\n').length >= LONG) seen.set(text, (seen.get(text) ?? 0) + 1);
    }
    for (const [name, inner] of Object.entries(part))
      if (name !== 'example') visit(inner, isSchema || name === 'schema' || name === 'schemas');
  };
  visit(openApi, false);
  expect([...seen].filter(([, times]) => times > 2).map(([text]) => text)).toEqual([]);
});

test('the document has no name in two sections of its components', () => {
  const names = Object.values(openApi.components).flatMap((section) => Object.keys(section));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('every tag has a description, and the document names a contact', () => {
  const { tags, info } = openApi as unknown as {
    tags: { description: string }[];
    info: { contact: { name: string } };
  };
  expect(tags.filter(({ description }) => !description)).toEqual([]);
  expect(info.contact.name).not.toBe('');
});

test('a deprecated operation is marked in the document and in the headers of every answer', async () => {
  const toy = routesOf<Access>()({
    method: 'GET',
    path: '/toys',
    operationId: 'listToys',
    tag: 'Usage',
    summary: 'List toys',
    extension: true,
    policy: { context: 'organization', scope: 'usage:read', rateLimit: 'none', idempotency: false },
    status: 200,
    data: Type.Object({ toys: Type.Integer() }),
    deprecated: { since: '2026-11-01T00:00:00Z', sunset: '2027-05-01T00:00:00Z' },
    example: { data: { toys: 1 } },
    handle: async () => ({ toys: 1 }),
  });
  const toys: Module = { scopes: {}, rateLimits: {}, plans: {}, tags: {}, routes: [toy] };
  const document = openApiDocument([...MODULES, toys], '') as typeof openApi;
  expect(document.paths['/toys']!['get']).toMatchObject({ deprecated: true });
  const { headers } = document.paths['/toys']!['get']!.responses['200']!;
  expect(Object.keys(headers!)).toEqual(expect.arrayContaining(['Deprecation', 'Sunset']));
  expect(openApi.components.headers).not.toHaveProperty('Deprecation');

  const listener = createServer();
  const { app } = createHttpServer(
    {
      log: pino({ level: 'silent' }),
      trustedProxies: [],
      clientAddressHeader: 'x-forwarded-for',
      bodyLimitBytes: 1024,
    },
    listener,
  );
  const known = { scopes: [toy.policy.scope], planGates: {}, bodyLimitBytes: 1024 };
  registerRoutes(app, [toy], {
    ...known,
    buckets: { history: { listen: () => {} } },
    rateLimiter: { knows: () => true, consume: async () => undefined },
  } as unknown as PolicyServices);
  const answer = await app.inject('/api/v1/toys');
  await app.close();
  expect(answer.statusCode).toBe(401);
  expect(answer.headers).toMatchObject({
    deprecation: '@1793491200',
    sunset: 'Sat, 01 May 2027 00:00:00 GMT',
  });
});
