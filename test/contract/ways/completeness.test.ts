import fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { registerScim, type ScimParts } from '../../../src/modules/people/scim/routes.ts';
import { MODULES } from '../../../src/modules/index.ts';
import { browserRoutesIn } from '../../../src/modules/module.ts';
import { isMutation, routes } from '../support/manifest.ts';
import { EFFECTS, WITHOUT_EFFECT } from './operations.ts';

/** The operations of SCIM except GET. They are not part of the API, and are known once they are registered. */
async function scimChanges(): Promise<string[]> {
  const found = new Set<string>();
  const app = fastify();
  app.addHook('onRoute', ({ method, config }) => {
    if (method !== 'GET') found.add(config!.operationId!);
  });
  const policy = { buckets: { history: { listen: () => undefined } } };
  registerScim(app, { policy, profiles: undefined } as unknown as ScimParts);
  await app.ready();
  await app.close();
  return [...found];
}

const changing = [
  ...routes
    .filter((route) => isMutation(route) && !('handleQuery' in route))
    .map(({ operationId }) => operationId),
  ...browserRoutesIn(MODULES)
    .filter(
      ({ method, audit }) =>
        method !== 'GET' || audit?.some(({ action }) => action === 'session.begin'),
    )
    .map(({ operationId }) => operationId),
  ...(await scimChanges()),
];
const named = new Set<string>(Object.values(EFFECTS).flat());

describe('an operation that changes state', () => {
  test.each(changing)(
    'causes a guarded effect, or has a reason why it does not: %s',
    (operation) => {
      const reason = WITHOUT_EFFECT[operation];
      expect([named.has(operation), reason !== undefined], operation).toContain(true);
      expect(named.has(operation) && reason !== undefined, 'named twice').toBe(false);
    },
  );

  test('exists in the API, in the browser routes or in SCIM', () => {
    const known = new Set([...routes.map(({ operationId }) => operationId), ...changing]);
    const all = [...named, ...Object.keys(WITHOUT_EFFECT)];
    expect(all.filter((operation) => !known.has(operation))).toEqual([]);
  });
});
