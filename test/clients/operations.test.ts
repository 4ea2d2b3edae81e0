import { ANY_SCOPE } from '../../src/platform/http/policy.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operations, PREFIX } from '../../clients/typescript/src/generated/operations.ts';
import { createClient } from '../../clients/typescript/src/index.ts';
import { routesIn } from '../../src/modules/module.ts';
import { readDocument } from '../../scripts/openapi-operations.ts';
import { MODULES } from '../../src/modules/index.ts';
import { API_PREFIX } from '../../src/platform/http/register.ts';

const routes = routesIn(MODULES);

test('there is a method for every operation of the service, and no further method', () => {
  const offered = routes.map(({ operationId, method, path }) => [
    operationId,
    method,
    API_PREFIX + path.replaceAll(/:(\w+)/g, '{$1}'),
  ]);
  const groups = Object.entries(operations);
  const known = groups.flatMap(([, rows]) =>
    Object.values(rows).map(({ id, method, path }) => [id, method, PREFIX + path]),
  );
  expect(known.toSorted()).toEqual(offered.toSorted());
  const client = createClient({
    baseUrl: 'http://service.test',
    apiKey: 'key',
  }) as unknown as Record<string, Record<string, unknown>>;
  for (const [group, rows] of groups)
    for (const name of Object.keys(rows))
      expect(client[group]![name], `${group}.${name}`).toBeTypeOf('function');
});

test('each method has the query, the safety and the paging of its operation', () => {
  const rows = Object.values(operations).flatMap((group) => Object.values(group));
  const known = rows.map(({ id, query = [], safe = false, keyed = false }) => [
    id,
    query,
    safe,
    keyed,
  ]);
  const described = readDocument().operations.map(({ operationId, parameters, safe }) => [
    operationId,
    parameters.filter((one) => one.in === 'query').map(({ name }) => name),
    safe,
    !safe && parameters.some(({ name }) => /^idempotency-key$/i.test(name)),
  ]);
  expect(known.toSorted()).toEqual(described.toSorted());
  expect(operations['screeningLists']!['list']!.list).toEqual({ items: 'lists' });
  expect(operations['live']!['streamChanges']!.stream).toBe(true);
});

test('methods are named by tag and operationId', () => {
  const idOf = (group: string, name: string) => operations[group]?.[name]?.id;
  expect(idOf('webhooks', 'create')).toBe('createWebhook');
  expect(idOf('webhookDeliveries', 'list')).toBe('listDeliveries');
  expect(idOf('identity', 'listVerifications')).toBe('listIdentityVerifications');
  expect(idOf('permissions', 'checkBatch')).toBe('checkPermissions');
});

test('every method describes its purpose, its scope and its errors', async () => {
  const text = await readFile(
    join(import.meta.dirname, '../../clients/typescript/src/generated/client.ts'),
    'utf8',
  );
  for (const route of routes) {
    const at = text.search(new RegExp(`Operations\\['${route.operationId}'\\]`));
    const start = text.lastIndexOf('/**', at);
    const words = text.slice(start, at).replaceAll(/\s+\*? */g, ' ');
    expect(words, route.operationId).toContain(`${route.summary}.`);
    const { scope } = route.policy;
    if (scope === ANY_SCOPE) expect(words).toContain('No scope.');
    else expect(words).toMatch(new RegExp(`(Scope|for people) \`${scope}\``));
    if (route.description) expect(words).toContain(route.description.replaceAll(/\s+/g, ' '));
    for (const code of route.errors ?? []) expect(words).toContain(`\`${code}\``);
    expect(words).toContain('@throws OrikiError');
  }
});
