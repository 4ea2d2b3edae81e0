import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { MODULES } from '../../src/modules/index.ts';
import type { Access, PolicyOf } from '../../src/platform/http/policy.ts';
import { routesOf } from '../../src/platform/http/route.ts';
import { eventTypesOf, type Module } from '../../src/modules/module.ts';
import type { Permissions } from '../../src/modules/permissions/index.ts';
import { defineEvent } from '../../src/modules/webhooks/index.ts';
import { testApp } from '../support/test-app.ts';

const access = {
  scopes: { 'toys:read': 'Look at toys' },
  rateLimits: { toys: { points: 2, windowSeconds: 3600 } },
  plans: {
    toy_box: {
      allows: ({ plan }) => plan === 'enterprise',
      code: 'FORBIDDEN',
      message: 'toys need the Enterprise plan',
    },
  },
} as const satisfies Access;
type Policy = PolicyOf<typeof access>;
const defineRoute = routesOf<typeof access, { permissions: Permissions }>();

const POLICY: Policy = {
  scope: 'toys:read',
  context: 'organization',
  plan: 'toy_box',
  rateLimit: 'toys',
  idempotency: false,
};
const toyBroken = defineEvent('toy.broken', {
  description: 'A toy broke.',
  schema: Type.Object({ toyId: Type.String() }),
  example: { toyId: 'toy_1' },
});
const toyModule = {
  ...access,
  tags: { Toys: 'Things to play with.' },
  routes: [
    defineRoute({
      method: 'GET',
      path: '/toys',
      operationId: 'listToys',
      tag: 'Toys',
      summary: 'List toys',
      extension: true,
      policy: POLICY,
      status: 200,
      data: Type.Object({ toys: Type.Array(Type.String()), checks: Type.Boolean() }),
      example: { data: { toys: ['car'], checks: true } },
      handle: async ({ services: { permissions } }) => ({
        toys: ['car'],
        checks: permissions !== undefined,
      }),
    }),
  ],
  events: [toyBroken],
} satisfies Module<{ permissions: Permissions }>;

const app = testApp({ role: 'api' }, undefined, { modules: [...MODULES, toyModule] });

test('serves a listed module with scope, plan, rate limit, services, events and document', async () => {
  const keyOf = async (scopes: string[], plan: 'free' | 'enterprise' = 'enterprise') =>
    (await app.org({ plan, scopes })).key;
  const toys = async (key: string) => app.call('GET', '/api/v1/toys', { key });
  const key = await keyOf(['toys:read']);
  const first = await toys(key);
  expect(first.body).toEqual({ success: true, data: { toys: ['car'], checks: true } });
  await toys(key);
  expect((await toys(key)).status).toBe(429);
  expect((await toys(await keyOf(['usage:read']))).status).toBe(403);
  const { body } = await toys(await keyOf(['toys:read'], 'free'));
  expect(body.error.message).toBe('toys need the Enterprise plan');
  const catalogue = await app.call('GET', '/api/v1/webhooks/event-types', {
    key: await keyOf(['webhooks:manage']),
  });
  expect(catalogue.body.data.eventTypes).toContainEqual(
    JSON.parse(JSON.stringify({ ...toyBroken })),
  );
  const document = (await app.call('GET', '/api/docs/openapi.json')).body;
  expect(document.paths['/toys'].get.operationId).toBe('listToys');
  expect(document.webhooks['toy.broken'].post.operationId).toBe('onToyBroken');
  expect(document.tags).toContainEqual({ name: 'Toys', description: 'Things to play with.' });
});

test('a scope, plan or rate limit that no module declares does not compile', () => {
  const misspelt: Policy[] = [
    // @ts-expect-error -- no such scope
    { ...POLICY, scope: 'toys:raed' },
    // @ts-expect-error -- no such plan
    { ...POLICY, plan: 'toybox' },
    // @ts-expect-error -- no such group
    { ...POLICY, rateLimit: 'toy' },
  ];
  expect(misspelt).toHaveLength(3);
});

test('every event that a module defines is in its manifest, so that it can be subscribed and is described', () => {
  const folder = join(import.meta.dirname, '../../src/modules');
  const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !file.endsWith('.test.ts'));
  const defined = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/defineEvent\(\s*'([\w.]+)'/g)].map(
      ([, type]) => type!,
    ),
  );
  expect(defined.length).toBeGreaterThan(20);
  expect(eventTypesOf(MODULES).map(({ type }) => type)).toEqual(expect.arrayContaining(defined));
});
