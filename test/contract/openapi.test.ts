import { readFileSync } from 'node:fs';
import { decided } from '../../src/modules/monitoring/hits/decided.ts';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { openApiDocument } from '../../src/start/api-document.ts';
import { testApp } from '../support/test-app.ts';
import { buildApp, type AppParts } from '../../src/start/app.ts';
import { Buckets } from '../../src/platform/db/buckets/buckets.ts';
import { HOME } from '../../src/platform/db/buckets/placement.ts';
import { loadConfig } from '../../src/config/config.ts';
import { Screening } from '../../src/modules/screening/index.ts';
import { MODULES } from '../../src/modules/index.ts';
import { ERROR_CATALOGUE, type ErrorCode } from '../../src/platform/errors/index.ts';
import { published } from '../../src/platform/http/openapi/publish.ts';
import { API_PREFIX } from '../../src/platform/http/register.ts';
import { hasConsole } from '../../src/platform/http/pages/console.ts';
import { createMetrics } from '../../src/platform/observability/metrics.ts';
import { PLATFORM } from '../../src/platform/audit/action.ts';
import { Egress } from '../../src/platform/outbound/egress.ts';
import { TEST_SECRET } from '../support/app.ts';
import { CONTRACT_ENDPOINTS, NOT_BUILT_YET } from './support/contract-endpoints.ts';
import { problemsBy, problemsOfEvents, resolveRefs } from './support/documented.ts';
import {
  codesOf,
  documentedPath,
  isForAll,
  isStream,
  openApi,
  planGates,
  operationOf,
  routes,
  rows,
  testWhere,
  titleOf,
  type Json,
} from './support/manifest.ts';

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** Every operation as "GET /fraud/lists/{id}". */
const documented = Object.entries(openApi.paths).flatMap(([path, item]) =>
  Object.keys(item)
    .filter((key) => METHODS.has(key))
    // A path with its own servers begins at the root.
    .map((method) => `${method.toUpperCase()} ${'servers' in item ? '' : API_PREFIX}${path}`),
);

const app = testApp({ role: 'api' });

describe('the document', () => {
  // contract: document/openapi-3-1
  test('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(openApi));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(openApi['openapi']).toBe('3.1.0');
  });

  // contract: document/openapi-3-1
  test('is served without a key, with the /api/v1 prefix in servers', async () => {
    const answer = await app.call('GET', '/api/docs/openapi.json');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.body).toEqual(JSON.parse(JSON.stringify(openApi)));
    expect(answer.body.servers).toEqual([{ url: '/api/v1' }]);
    const elsewhere = openApiDocument(MODULES, 'https://api.example.com') as Json;
    expect(elsewhere['servers']).toEqual([{ url: 'https://api.example.com/api/v1' }]);
  });

  // contract: document/describes-every-endpoint
  test('defines x-api-key as the API-key security of every operation', () => {
    const components = openApi.components as unknown as { securitySchemes: Record<string, Json> };
    expect(components.securitySchemes['ApiKey']).toMatchObject({
      type: 'apiKey',
      in: 'header',
      name: 'x-api-key',
    });
    const onlyKey = [{ ApiKey: [] }];
    expect(openApi['security']).toEqual(onlyKey);
    for (const route of routes.filter(({ policy }) => !policy.token))
      expect(operationOf(route)['security']).toBeUndefined();
    const withToken = routes.filter(({ policy }) => policy.token);
    expect(withToken.map(titleOf)).toEqual(['GET /threads/inbox/stream']);
    for (const route of withToken)
      expect(operationOf(route)['security']).toEqual([...onlyKey, { Token: [] }]);
    expect(components.securitySchemes['Token']).toMatchObject({ in: 'query', name: 'token' });
  });

  // contract: document/change-document-shows
  test('equals the committed docs/openapi.json (npm run generate writes it)', () => {
    const file = readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8');
    expect(JSON.parse(file)).toEqual(JSON.parse(JSON.stringify(openApi)));
  });

  test('has only values of enumerations that generators can name', () => {
    const values: unknown[] = [];
    JSON.stringify(openApi, (name, value: unknown) => {
      if (['enum', 'x-extensible-enum'].includes(name)) values.push(...(value as unknown[]));
      return value;
    });
    expect(values.length).toBeGreaterThan(100);
    expect(values.filter((value) => typeof value === 'string' && !/^[!-~ ]+$/.test(value))).toEqual(
      [],
    );
  });

  test("describes the check of every text with one of Oriki's own formats", () => {
    const unsaid = new Set<string>();
    const look = (schema: Json): void => {
      const { format } = schema;
      const form = published(schema, 'request');
      if (typeof format === 'string' && !form['format'] && !form['pattern']) unsaid.add(format);
      for (const part of Object.values(schema))
        if (typeof part === 'object' && part !== null) look(part as Json);
    };
    for (const { body, query } of routes) [body, query].forEach((one) => one && look(one as Json));
    expect([...unsaid]).toEqual([]);
  });

  test('operation ids are unique', () => {
    const ids = routes.map((route) => route.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  // contract: envelope/codes-statuses-common
  test('knows exactly the codes of the error catalog, each under its status', () => {
    const code = openApi.components.schemas['ErrorCode']!;
    expect(code['x-extensible-enum']).toEqual(Object.keys(ERROR_CATALOGUE));
    for (const route of routes)
      for (const [status, { content }] of Object.entries(operationOf(route).responses)) {
        if (!(Number(status) >= 400)) continue;
        const { error } = content['application/json'].example as { error: { code: ErrorCode } };
        expect(ERROR_CATALOGUE[error.code].status, error.code).toBe(Number(status));
      }
  });

  // contract: envelope/codes-statuses-common
  test("has the contract's common codes with the contract's statuses", () => {
    const common = {
      BAD_REQUEST: 400,
      UNAUTHORIZED: 401,
      DETECTION_PACK_REQUIRED: 402,
      FORBIDDEN: 403,
      NOT_FOUND: 404,
      CONFLICT: 409,
      RATE_LIMITED: 429,
      INTERNAL_ERROR: 500,
      IDEMPOTENCY_UNAVAILABLE: 503,
    } as const;
    for (const [code, status] of Object.entries(common))
      expect(ERROR_CATALOGUE[code as keyof typeof ERROR_CATALOGUE].status).toBe(status);
    expect(planGates['detection_pack']!.code).toBe('DETECTION_PACK_REQUIRED');
  });
});

/** Reads find-my-way's tree of routes into "GET /api/v1/fraud/lists". */
function registeredRoutes(tree: string): string[] {
  const stack: string[] = [];
  const found: string[] = [];
  for (const line of tree.split('\n')) {
    const match = /^([│ ]*)(?:├|└)── (\S*)(?: \(([A-Z, ]+)\))?/.exec(line);
    if (!match) continue;
    const depth = match[1]!.length / 4;
    stack.length = depth;
    stack.push(match[2]!);
    for (const method of match[3]?.split(', ') ?? []) found.push(`${method} ${stack.join('')}`);
  }
  return found;
}

// contract: auth/x-api-key, document/every-path-below
test('every route on the server is in the document, and the reverse', async () => {
  const config = loadConfig({ DATABASE_URL: app.databaseUrl, PORT: '0' });
  const log = pino({ level: 'silent' });
  // No test calls its routes.
  const { app: fastify } = await buildApp({
    modules: MODULES,
    config,
    buckets: new Buckets({
      connections: new Map([[HOME, app.db.connection]]),
      poolSize: 1,
      statementTimeoutMs: 1000,
      onIdleError: () => {},
    }),
    secret: 'x'.repeat(32),
    egress: new Egress({
      allow: [],
      hosts: undefined,
      noOrganization: PLATFORM,
      write: async () => {},
      onFailure: () => {},
    }),
    operatorIssuers: [],
    screening: new Screening({
      db: app.db.read,
      memoryBytes: 2 ** 28,
      secret: TEST_SECRET,
      decided,
    }),
    metrics: createMetrics(() => [app.db.pool]),
    log,
    listener: createServer(),
  } as unknown as AppParts);
  const registered = registeredRoutes(fastify.printRoutes({ commonPrefix: false }));
  await fastify.close();
  const api = registered.filter(
    (route) => route.includes(` ${API_PREFIX}`) && !route.startsWith('HEAD '),
  );
  const expected = documented.map((operation) => operation.replaceAll(/\{([A-Za-z]+)\}/g, ':$1'));
  const beside = ['GET /api/downloads/:exportId'];
  expect([...api, ...beside].toSorted()).toEqual(expected.toSorted());
  const others = registered.filter(
    (route) => !route.includes(` ${API_PREFIX}`) && !route.startsWith('HEAD '),
  );
  // SCIM requires a key of another kind, in its own header.
  const [scim, open] = [true, false].map((is) =>
    others.filter((route) => route.includes(' /scim/v2') === is),
  ) as [string[], string[]];
  expect(scim.length).toBeGreaterThan(20);
  for (const route of scim) {
    const [method, path] = route.replaceAll(/:\w+/g, 'none').split(' ') as [string, string];
    // The last of these requests reach the limit of failed keys.
    expect([401, 429], route).toContain((await app.call(method, path)).status);
  }
  // Exactly these routes need no key.
  expect(open.toSorted()).toEqual([
    'GET /',
    'GET /.well-known/oriki-keys.json',
    'GET /api/docs',
    'GET /api/docs/',
    'GET /api/docs/:file',
    'GET /api/docs/explorer.js',
    'GET /api/docs/openapi.json',
    ...beside,
    'GET /console',
    'GET /console/',
    'GET /console/*',
    'GET /console/assets/:file',
    'GET /console/session',
    'GET /console/session/callback/:organization/:issuer',
    'GET /console/session/issuers',
    'GET /console/session/link',
    'GET /console/session/link.css',
    'GET /console/session/link.js',
    'GET /console/session/sign-in',
    'GET /console/session/step-up',
    'GET /docs',
    'GET /docs/:name',
    'GET /docs/:name/:page',
    'GET /docs/docs.js',
    'GET /docs/oriki-client.tgz',
    'GET /docs/style.css',
    'GET /livez',
    'GET /readyz',
    'GET /verify',
    'GET /verify.css',
    'GET /verify.js',
    'GET /verify/session',
    'POST /console/session/end',
    'POST /console/session/exchange',
    'POST /console/session/invitation',
    'POST /console/session/logout/:organization/:issuer',
    'POST /console/session/sign-out',
    'POST /console/session/view',
    'POST /console/session/view-end',
    'POST /verify/open',
    'POST /verify/steps',
  ]);
});

// contract: document/extensions-marked
test('x-extension is on exactly the endpoints that the contract does not name', () => {
  for (const route of routes) {
    const named = CONTRACT_ENDPOINTS.includes(titleOf(route));
    expect([titleOf(route), operationOf(route)['x-extension'] === true]).toEqual([
      titleOf(route),
      !named,
    ]);
  }
});

// contract: document/describes-every-endpoint
test("every endpoint of the contract's built areas exists", () => {
  const built = CONTRACT_ENDPOINTS.filter((endpoint) => {
    const path = endpoint.split(' ')[1]!;
    return !NOT_BUILT_YET.some((area) => path.startsWith(area));
  });
  const titles = new Set(routes.map(titleOf));
  expect(built.filter((endpoint) => !titles.has(endpoint))).toEqual([]);
  for (const area of NOT_BUILT_YET)
    expect(
      routes.filter(({ path }) => path.startsWith(area)).map(titleOf),
      `${area} is being built: take it off the list`,
    ).toEqual([]);
});

describe.each(rows(routes))('%s', (_, route) => {
  const operation = operationOf(route);

  test('has a summary, a tag, and names its scope', () => {
    expect(operation['summary']).toBeTypeOf('string');
    expect(operation['tags']).toEqual([route.tag]);
    expect(operation['description']).toContain(isForAll(route) ? 'No scope' : route.policy.scope);
  });

  // contract: document/describes-every-endpoint
  test('every example validates against its schema', () => {
    if (route.body) {
      const { schema, example } = operation.requestBody!.content['application/json'];
      expect(example, 'a request example').toBeDefined();
      expect(problemsBy(schema, example)).toEqual([]);
    } else expect(operation.requestBody).toBeUndefined();
    const { content: success } = operation.responses[String(route.status)]!;
    const { schema: successSchema, example: shown } = Object.values(success)[0]!;
    expect(shown, 'a response example').toBeDefined();
    expect(problemsBy(successSchema, shown)).toEqual([]);
    const stream = success['text/event-stream'];
    expect(stream !== undefined).toBe(isStream(route));
    if (stream) {
      expect(problemsOfEvents(stream, String(shown))).toEqual([]);
      for (const name of Object.keys(stream['x-events']))
        expect(shown).toContain(`event: ${name}\n`);
    }
    for (const [status, { content }] of Object.entries(operation.responses)) {
      if (Number(status) < 400) continue;
      const { schema: errorSchema, example } = content['application/json'];
      expect(example).toBeDefined();
      expect(problemsBy(errorSchema, example)).toEqual([]);
    }
  });

  testWhere(!isStream(route))(
    'the example of the response has all its fields and no others',
    async () => {
      const { schema, example } =
        operation.responses[String(route.status)]!.content['application/json'];
      const { properties: envelope } = resolveRefs(schema) as { properties: { data: Json } };
      const { properties = {}, required = [] } = envelope.data as {
        properties?: Record<string, Json>;
        required?: string[];
      };
      const shown = Object.keys((example as { data: Json }).data);
      expect(shown.filter((field) => !(field in properties))).toEqual([]);
      expect(required.filter((field) => !shown.includes(field))).toEqual([]);
      // A field that the example omits, because it exists only in other cases, has its own examples.
      for (const field of Object.keys(properties).filter((known) => !shown.includes(known))) {
        const examples = (properties[field]!['examples'] ?? []) as unknown[];
        expect(examples.length, field).toBeGreaterThan(0);
        for (const value of examples) expect(problemsBy(properties[field]!, value)).toEqual([]);
      }
    },
  );

  // contract: idempotency/both-header-names
  test('names all parameters of the path, and the idempotency header on every mutation', () => {
    const parameters = operation.parameters ?? [];
    const inPath = parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name }) => name);
    const named = [...documentedPath(route).matchAll(/\{([A-Za-z]+)\}/g)].map(([, name]) => name);
    expect(inPath).toEqual(named);
    const headers = parameters
      .filter((parameter) => parameter.in === 'header')
      .map(({ name }) => name);
    const ofReads = 'stream' in route ? ['Last-Event-ID'] : [];
    const ofChanges = ['Idempotency-Key', ...(route.conditional ? ['If-Match'] : [])];
    expect(headers).toEqual(route.method === 'GET' ? ofReads : ofChanges);
  });

  // contract: document/describes-every-endpoint
  test('names its own errors, and one answer for all other errors', () => {
    const statuses = Object.keys(operation.responses);
    const limited = route.policy.rateLimit !== 'none';
    const own = [
      String(route.status),
      ...(route.params ? ['404'] : []),
      ...(route.policy.plan === 'detection_pack' ? ['402'] : []),
      '429',
      'default',
    ];
    expect(own.filter((status) => !statuses.includes(status))).toEqual([]);
    for (const code of codesOf(route)) expect(operation['description']).toContain(`\`${code}\``);
    for (const [status, { headers = {}, description }] of Object.entries(operation.responses)) {
      expect(description).not.toBe('');
      const names = Object.keys(headers);
      for (const name of names) expect(openApi.components.headers).toHaveProperty(name);
      const success = Number(status) < 400;
      expect(names.includes('RateLimit')).toBe((limited && success) || status === '429');
      expect(names.includes('Idempotency-Replayed')).toBe(success && route.method !== 'GET');
      expect(names.includes('Retry-After')).toBe(status === '429' || status === 'default');
    }
  });
});

describe('the explorer', () => {
  const assets = (html: string): string[] =>
    [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url]) => url!);

  test('may be cached by browsers, which revalidate files that change with the version', async () => {
    for (const [file, control] of [
      ['', 'no-cache'],
      ['/', 'no-cache'],
      ['/openapi.json', 'no-cache'],
      ['/explorer.js', 'no-cache'],
      ['/swagger-ui.css', 'public, max-age=3600'],
      ['/swagger-ui-bundle.js', 'public, max-age=3600'],
    ]) {
      const answer = await app.call('GET', `/api/docs${file}`);
      expect([file, answer.headers.get('cache-control')]).toEqual([file, control]);
    }
  });

  test("is linked from the service's root for browsers, where other clients get a 404 that names it", async () => {
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const page = await app.call('GET', '/', { headers });
    // A checkout with a built console redirects there.
    if (hasConsole()) expect(page.text).toContain('<div id="root">');
    else {
      expect([page.status, page.headers.get('content-type')]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
      expect(page.text).toContain('<a href="/api/docs">');
    }
    for (const accept of ['*/*', 'application/json']) {
      const answer = await app.call('GET', '/', { headers: { accept } });
      expect([answer.status, answer.body?.error?.code]).toEqual([404, 'NOT_FOUND']);
      expect(answer.body?.error?.message).toContain('/api/docs');
    }
    expect((await app.call('POST', '/', { body: {} })).status).toBe(405);
  });

  // contract: document/explorer-api-docs
  test('is at /api/docs with everything it needs, and names no other host', async () => {
    const page = await app.call('GET', '/api/docs');
    expect((await app.call('GET', '/api/docs/')).text).toBe(page.text);
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(page.text).not.toMatch(/https?:\/\/|"\/\//);
    const urls = assets(page.text).filter((url) => !url.startsWith('data:'));
    expect(urls.length).toBeGreaterThan(2);
    for (const url of urls) {
      expect(url).toMatch(/^\/api\/docs\//);
      const asset = await app.call('GET', url);
      expect([url, asset.status]).toEqual([url, 200]);
      expect(asset.text.length).toBeGreaterThan(50);
      if (url.endsWith('.css')) expect(asset.text).not.toMatch(/url\(\s*["']?https?:/);
    }
    const script = await app.call(
      'GET',
      urls.find((url) => url.endsWith('explorer.js'))!,
    );
    expect(script.text).toContain("new URL('openapi.json', base)");
    expect(script.text).toContain('validatorUrl: null');
    expect(script.text).not.toMatch(/https?:\/\//);
  });

  // contract: document/explorer-api-docs
  test('has a policy that stops the browser from loading anything from elsewhere', async () => {
    const policy = (await app.call('GET', '/api/docs')).headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toMatch(/https?:|\*/);
  });

  test('serves no other file', async () => {
    for (const file of [
      'package.json',
      'index.html',
      '..%2Fpackage.json',
      '%2e%2e%2fpackage.json',
      '__proto__',
      'constructor',
    ]) {
      const answer = await app.call('GET', `/api/docs/${file}`);
      expect([file, answer.status, answer.body.error.code]).toEqual([file, 404, 'NOT_FOUND']);
    }
  });
});
