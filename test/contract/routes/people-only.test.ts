/** The routes that only people may call: the pipeline as in the matrix, and answers that are given once. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TENANT_SCOPES } from '../../../src/modules/declared.ts';
import { newId } from '../../../src/platform/ids.ts';
import type { AnyRoute } from '../../../src/platform/http/route.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectDocumented, expectError, seen } from '../support/documented.ts';
import { peopleRoutes, resourcesOf, rows, testWhere } from '../support/manifest.ts';
import {
  freshKey,
  makeIds,
  makeRequest,
  makeWorld,
  pathOf,
  send,
  withKey,
} from '../support/world.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ role: 'api', rateLimits: undefined });
});
afterAll(() => app.stop());

async function admitted(route: AnyRoute) {
  const world = await makeWorld(app, route);
  const request = await makeRequest(world, route);
  const person = await app.person(world.orgId, ['admin']);
  const as = (session: string, options: object = {}) => ({
    key: undefined as never,
    session,
    ...options,
  });
  return { world, request, person, as };
}

test('a key cannot see the answer of an identity provider', () => {
  expect(peopleRoutes.map(({ operationId }) => operationId)).toContain(
    'revealIdentityVerification',
  );
});

describe.each(rows(peopleRoutes))('%s', (_, route) => {
  test('rejects a key, whatever its scopes, and callers without credentials', async () => {
    const { world, request } = await admitted(route);
    const { key } = await app.key(world.orgId, [...TENANT_SCOPES]);
    const answer = await send(world, request, { key });
    expectError(route, answer, 403, 'FORBIDDEN');
    expect(answer.body.error.message).toContain('requires a person');
    const unknown = await send(world, request, { key: 'ork_x' });
    expectError(route, unknown, 401, 'UNAUTHORIZED');
  });

  test('works for a person with the scope, and rejects a person without it', async () => {
    const { world, request, person, as } = await admitted(route);
    const answer = await send(world, request, as(person.session));
    expectDocumented(route, answer);
    expect(answer.status, answer.text).toBe(route.status);
    const other = await app.person(world.orgId, ['analyst', 'billing', 'developer']);
    const refused = await send(world, request, as(other.session));
    expectError(route, refused, 403, 'FORBIDDEN');
    expect(refused.body.error.message).toContain(route.policy.scope);
  });

  testWhere(route.policy.stepUp)('rejects a sign-in of more than five minutes ago', async () => {
    const { world, request, person, as } = await admitted(route);
    await app.db.pool.query(
      "UPDATE sessions SET authenticated_at = now() - interval '6 min' WHERE id = $1",
      [person.sessionId],
    );
    expectError(route, await send(world, request, as(person.session)), 403, 'STEP_UP_REQUIRED');
  });

  test('a foreign, an unknown and a malformed id get the same answer, byte for byte', async () => {
    const { world, request, person, as } = await admitted(route);
    const ask = (ids: Record<string, string>) =>
      send(world, { ...request, path: pathOf(route, ids) }, as(person.session));
    const own = await makeIds(world, route);
    const foreign = await makeIds(await makeWorld(app, route), route);
    for (const { name, prefix } of resourcesOf(route)) {
      const unknown = await ask({ ...own, [name]: newId(prefix) });
      expectError(route, unknown, 404, 'NOT_FOUND');
      for (const id of [foreign[name]!, 'x', '%00', `${newId(prefix)}0`])
        expect(seen(await ask({ ...own, [name]: id })), id).toEqual(seen(unknown));
    }
  });

  testWhere(route.body !== undefined)('names each missing and each unknown field', async () => {
    const { world, request, person, as } = await admitted(route);
    const { required = [] } = route.body as { required?: string[] };
    const body = request.body as Record<string, unknown>;
    for (const field of required) {
      const { [field]: _omitted, ...rest } = body;
      const answer = await send(world, { ...request, body: rest }, as(person.session));
      expectError(route, answer, 400, 'BAD_REQUEST');
      expect(answer.body.error.details).toContainEqual({ path: field, message: 'is required' });
    }
    const more = { ...request, body: { ...body, unheardOf: 1 } };
    expectError(route, await send(world, more, as(person.session)), 400, 'BAD_REQUEST');
  });

  testWhere(route.replay === 'never')(
    'answers once: a repeat of the idempotency key gets 409, and the record has nothing of the answer',
    async () => {
      const { world, request, person, as } = await admitted(route);
      const key = freshKey();
      const own = as(person.session, withKey(key));
      const answers = await Promise.all(Array.from({ length: 5 }, () => send(world, request, own)));
      const shown = answers.filter(({ status }) => status === route.status);
      expect(shown).toHaveLength(1);
      for (const answer of answers) expectDocumented(route, answer);
      const again = await send(world, request, own);
      expectError(route, again, 409, 'CONFLICT');
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(again.text).not.toContain(shown[0]!.body.data.id);
    },
  );
});
