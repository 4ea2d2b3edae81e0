import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../support/test-app.ts';
import { type Answer } from '../../support/app.ts';
import { expectDocumented, expectError } from '../support/documented.ts';
import {
  claimCount,
  closeLatch,
  failRecords,
  recordCount,
  takeEffects,
  transactionCount,
  watchEffects,
} from '../support/effects.ts';
import {
  gateOf,
  ignoresBody,
  invalidOf,
  isMutation,
  isTenant,
  limitsOf,
  resourcesOf,
  routes,
  rows,
  scopesBut,
  testWhere,
} from '../support/manifest.ts';
import { differentBody } from '../support/variants.ts';
import {
  freshKey,
  makeRequest,
  makeWorld,
  otherKey,
  pathOf,
  send,
  unknownIds,
  withKey,
} from '../support/world.ts';

const app = testApp({ role: 'api', rateLimits: limitsOf(1_000_000) });
beforeAll(async () => {
  await watchEffects(app);
});

const REPLAYED = 'idempotency-replayed';
const MISMATCH = 'idempotency-key-mismatch';

function expectReplay(answer: Answer, original: Answer, mismatch: boolean): void {
  expect([answer.status, answer.text]).toEqual([original.status, original.text]);
  expect(answer.headers.get(REPLAYED)).toBe('true');
  expect(answer.headers.get(MISMATCH)).toBe(mismatch ? 'true' : null);
}
function expectOriginal(answer: Answer): void {
  expect(answer.headers.get(REPLAYED)).toBeNull();
  expect(answer.headers.get(MISMATCH)).toBeNull();
}

/** Operations whose answer is their only effect. */
const STORES_NOTHING = new Set(['createInboxStreamToken']);

/**
 * The rows that operations commit before the transaction of their answer, so that they survive a crash. A repeat changes none of
 * them. The body of a step has the number of the attempt, which is claimed and then recorded. An organization with a withdrawn
 * consent is marked first, so that only such organizations look for one.
 */
const COMMITTED_BEFORE: Readonly<Record<string, { transactions: number; trace?: object }>> = {
  advanceIdentitySession: { transactions: 2 },
  withdrawIdentityConsent: { transactions: 1, trace: { 'UPDATE organizations': 1 } },
};

/** The number of audit rows of an operation with several effects, here one hit and the case. */
const SEVERAL_ACTIONS: Readonly<Record<string, number>> = { decideCase: 2 };

/** Rows that every change writes. */
const ALWAYS = new Set([
  'INSERT idempotency_records',
  'INSERT audit_actions',
  'INSERT audit_unlinked',
]);

/** An id in an answer; another organization's answer has a different one. */
const NAMES_SOMETHING = /_[0-9a-z]{26}"/;

describe.each(rows(routes.filter(isMutation)))('%s', (_, route) => {
  // contract: idempotency/both-header-names, idempotency/original-answer-again
  // contract: idempotency/differing-body-gets, idempotency/404-409-recorded
  // contract: idempotency/record-commits-effect, identity/idempotency-key-all, kept/call-successful-failed
  test('records an answer in the transaction of its effect, records no refusal, and does nothing for a repeated request', async () => {
    const world = await makeWorld(app, route);
    const request = await makeRequest(world, route);
    const key = freshKey();
    const own = withKey(key);
    const poor = isTenant(route)
      ? await otherKey(world, scopesBut(route.policy.scope))
      : (await app.org()).key;
    const another = await otherKey(world);
    const before = await recordCount(app, world.orgId);
    const refused = async (options: object, status: number, code: string): Promise<void> =>
      expectError(route, await send(world, request, { ...own, ...options }), status, code);
    if (!ignoresBody(route)) await refused({ raw: '{' }, 400, 'BAD_REQUEST');
    await refused({ key: 'ork_x' }, 401, 'UNAUTHORIZED');
    await refused({ key: poor }, 403, 'FORBIDDEN');
    expect(await recordCount(app, world.orgId)).toBe(before);

    await takeEffects(app);
    const original = await send(world, request, own);
    expect(original.status, original.text).toBe(route.status);
    expectOriginal(original);
    const earlier = COMMITTED_BEFORE[route.operationId]?.transactions ?? 0;
    expect(await transactionCount(app)).toBe(earlier + 1);
    const effects = await takeEffects(app);
    expect(effects['INSERT idempotency_records']).toBe(1);
    // A query has no effect except its record, and an operation that stores nothing has none either.
    const others = Object.keys(effects).filter((name) => !ALWAYS.has(name)).length;
    const stores = !('handleQuery' in route || STORES_NOTHING.has(route.operationId));
    expect(others > 0, JSON.stringify(effects)).toBe(stores);
    // Every change, and every grant of access, writes its row in the audit log.
    const actions = SEVERAL_ACTIONS[route.operationId] ?? 1;
    expect(effects['INSERT audit_actions']).toBe('handleQuery' in route ? undefined : actions);
    expect(await claimCount(app)).toBe(0);

    // Member order and white space do not count as a mismatch.
    const body = request.body as object | undefined;
    const raw =
      body && JSON.stringify(Object.fromEntries(Object.entries(body).toReversed()), null, 3);
    const repeats: object[] = [
      own,
      { headers: { 'x-idempotency-key': key } },
      { headers: { 'idempotency-key': key, 'x-idempotency-key': key } },
      ...(route.replay === 'actor' ? [] : [{ ...own, key: another }]),
      { ...own, ...(raw ? { raw } : {}) },
    ];
    for (const options of repeats) {
      const answer = await send(world, request, options);
      expectDocumented(route, answer);
      expectReplay(answer, original, false);
    }
    // Only the first caller gets an answer that lets its holder act as that caller.
    if (route.replay === 'actor') await refused({ key: another }, 403, 'FORBIDDEN');
    if (route.body) {
      const different = { ...request, body: differentBody(route, request.body) };
      const answer = await send(world, different, own);
      expectDocumented(route, answer);
      expectReplay(answer, original, true);
      const invalid = { ...request, body: { ...(request.body as object), unheardOf: 1 } };
      expectError(route, await send(world, invalid, own), 400, invalidOf(route));
    }
    // Callers without the right do not get the recorded answer.
    await refused({ key: poor }, 403, 'FORBIDDEN');
    expect(await takeEffects(app)).toEqual({});
  });

  // contract: idempotency/scoped-organization-method
  testWhere(isTenant(route))("another organization's same key is another key", async () => {
    const world = await makeWorld(app, route);
    const key = freshKey();
    const original = await send(world, await makeRequest(world, route), withKey(key));
    const stranger = await makeWorld(app, route);
    const request = await makeRequest(stranger, route);
    const own = await send(stranger, request, withKey(key));
    expectOriginal(own);
    expect(own.status, own.text).toBe(route.status);
    if (resourcesOf(route).length > 0) {
      const foreign = await makeWorld(app, route);
      const answer = await send(foreign, request, withKey(key));
      expectError(route, answer, 404, route.notFound ?? 'NOT_FOUND');
      expectOriginal(answer);
    } else if (NAMES_SOMETHING.test(own.text)) expect(own.text).not.toBe(original.text);
  });

  // contract: idempotency/concurrent-duplicates-effect, identity/idempotency-key-all
  test('20 concurrent duplicates have one effect', async () => {
    const control = await makeWorld(app, route);
    const single = await makeRequest(control, route);
    await takeEffects(app);
    await send(control, single, withKey(freshKey()));
    const once = await takeEffects(app);
    expect(once['INSERT idempotency_records']).toBe(1);

    const world = await makeWorld(app, route);
    const request = await makeRequest(world, route);
    const key = freshKey();
    await takeEffects(app);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(world, request, withKey(key))),
    );
    expect(await takeEffects(app)).toEqual(once);
    const originals = answers.filter(
      ({ status, headers }) => status !== 503 && !headers.has(REPLAYED),
    );
    expect(originals.map(({ status }) => status)).toEqual([route.status]);
    for (const answer of answers) {
      expectDocumented(route, answer);
      if (answer.status === 503) expect(answer.body.error.code).toBe('IDEMPOTENCY_UNAVAILABLE');
      else expect([answer.status, answer.text]).toEqual([originals[0]!.status, originals[0]!.text]);
    }
    expectReplay(await send(world, request, withKey(key)), originals[0]!, false);
  });

  // contract: envelope/503-idempotency-unavailable, idempotency/unavailable-503-retry
  test('returns 503 while a request with the key runs, and its answer afterwards', async () => {
    const world = await makeWorld(app, route);
    const request = await makeRequest(world, route);
    const key = freshKey();
    const latch = await closeLatch(app, world.orgId);
    const first = send(world, request, withKey(key));
    try {
      await latch.waiting();
      await takeEffects(app);
      const second = await send(world, request, withKey(key));
      expectError(route, second, 503, 'IDEMPOTENCY_UNAVAILABLE');
      expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
      // Validation comes before the key, and the existence of the path's objects comes after it.
      if (!ignoresBody(route))
        expectError(
          route,
          await send(world, request, { ...withKey(key), raw: '{' }),
          400,
          'BAD_REQUEST',
        );
      expect(await takeEffects(app)).toEqual({});
      if (isTenant(route)) {
        const stranger = await makeWorld(app, route);
        const path =
          resourcesOf(route).length > 0 ? request.path : (await makeRequest(stranger, route)).path;
        const other = await send(stranger, { ...request, path }, withKey(key));
        expect(other.status, "another organization is not delayed by this one's key").not.toBe(503);
      }
    } finally {
      await latch.open();
    }
    const original = await first;
    expect(original.status).toBe(route.status);
    expectReplay(await send(world, request, withKey(key)), original, false);
  });

  // contract: envelope/500-internal-error, idempotency/404-409-recorded
  test('leaves no trace of a failed request, whose key can be used again', async () => {
    if (!isTenant(route)) return;
    const world = await makeWorld(app, route);
    const request = await makeRequest(world, route);
    const key = freshKey();
    const undo = await failRecords(app, world.orgId!);
    await takeEffects(app);
    expectError(route, await send(world, request, withKey(key)), 500, 'INTERNAL_ERROR');
    const trace = await takeEffects(app);
    const earlier = COMMITTED_BEFORE[route.operationId];
    if (!earlier || earlier.trace) expect(trace).toEqual(earlier?.trace ?? {});
    expect(await claimCount(app)).toBe(0);
    await undo();
    const answer = await send(world, request, withKey(key));
    expectOriginal(answer);
    expect(answer.status).toBe(route.status);
  });

  // contract: idempotency/404-409-recorded
  testWhere(resourcesOf(route).length > 0)('404 is recorded and replayed', async () => {
    const world = await makeWorld(app, route);
    const request = {
      ...(await makeRequest(world, route)),
      path: pathOf(route, unknownIds(route)),
    };
    const key = freshKey();
    const original = await send(world, request, withKey(key));
    expectError(route, original, 404, route.notFound ?? 'NOT_FOUND');
    expectOriginal(original);
    const again = await send(world, request, withKey(key));
    expectDocumented(route, again);
    expectReplay(again, original, false);
  });

  // contract: idempotency/404-409-recorded
  testWhere(gateOf(route))('a refusal by plan is never recorded', async () => {
    const { id, key } = await app.org({ plan: 'pro', addons: [] });
    const request = {
      method: route.method,
      path: pathOf(route, unknownIds(route)),
      body: route.example.body,
    };
    const world = { app, orgId: id, key, made: new Map<string, string>() };
    const refusal = await send(world, request, withKey(freshKey()));
    expect([402, 403]).toContain(refusal.status);
    expect(await recordCount(app, id)).toBe(0);
  });

  // contract: input/empty-oversize-non
  test('both headers with different values, and unusable values, return 400', async () => {
    const world = await makeWorld(app, route);
    const request = await makeRequest(world, route);
    const wrong = [
      { 'idempotency-key': 'a', 'x-idempotency-key': 'b' },
      { 'idempotency-key': '' },
      { 'x-idempotency-key': '' },
      { 'idempotency-key': 'x'.repeat(256) },
      { 'idempotency-key': 'a b' },
      { 'idempotency-key': 'caf\u00e9' },
      { 'idempotency-key': 'a', 'x-idempotency-key': '' },
    ] as Record<string, string>[];
    for (const headers of wrong) {
      const answer = await send(world, request, { headers });
      expectError(route, answer, 400, 'BAD_REQUEST');
      expect(answer.body.error.details[0].path).toBe('Idempotency-Key');
    }
    const longest = await send(world, request, withKey('~'.repeat(255)));
    expect(longest.status, longest.text).toBe(route.status);
  });
});

describe.each(rows(routes.filter(isMutation)))('order of checks: %s', (_, route) => {
  // contract: envelope/order-checks
  test('a request with several errors gets the first refusal in the specified order', async () => {
    const path = pathOf(route, unknownIds(route));
    const broken = { raw: '{', headers: { 'idempotency-key': '' } };
    const ask = (method: string, options: object) => app.call(method, path, options);
    const unknownPath = await app.call(route.method, path.replace(/\?|$/, '/nowhere/at/all$&'), {
      ...broken,
      key: 'x',
    });
    expect([unknownPath.status, unknownPath.body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect((await ask('PUT', { ...broken, key: 'x' })).status).toBe(405);
    expectError(route, await ask(route.method, { ...broken, key: 'x' }), 401, 'UNAUTHORIZED');
    if (isTenant(route)) {
      const platform = await ask(route.method, { ...broken, key: await app.platformKey() });
      expectError(route, platform, 403, 'FORBIDDEN');
      expect(platform.body.error.message).toContain('organization');
      const plain = { plan: 'free', scopes: scopesBut(route.policy.scope) } as const;
      const scope = await ask(route.method, { ...broken, key: (await app.org(plain)).key });
      expectError(route, scope, 403, 'FORBIDDEN');
      expect(scope.body.error.message).toContain(route.policy.scope);
      if (gateOf(route)) {
        const gated = await ask(route.method, {
          ...broken,
          key: (await app.org({ plan: 'free' })).key,
        });
        expect(gated.body.error.code).toBe(gateOf(route)!.code);
      }
    }
    const { key } = await makeWorld(app, route);
    expectError(route, await ask(route.method, { ...broken, key }), 400, 'BAD_REQUEST');
    const invalid = { key, body: { unheardOf: 1 }, ...withKey('k') };
    if (!ignoresBody(route))
      expectError(route, await ask(route.method, invalid), 400, invalidOf(route));
  });
});

// contract: envelope/409-conflict-duplicate, idempotency/404-409-recorded
test('409 is recorded and replayed, even after the conflict has ended', async () => {
  const world = { app, orgId: null, key: (await app.org()).key, made: new Map<string, string>() };
  const body = { source: 'twice', name: 'Twice', kind: 'tenant_blocklist' };
  const request = { method: 'POST', path: '/api/v1/fraud/lists', body };
  const { id } = (await send(world, request)).body.data;
  const key = freshKey();
  const conflict = await send(world, request, withKey(key));
  expect([conflict.status, conflict.body.error.code]).toEqual([409, 'CONFLICT']);
  expectOriginal(conflict);
  expect(
    (await send(world, { method: 'DELETE', path: `/api/v1/fraud/lists/${id}`, body: undefined }))
      .status,
  ).toBe(200);
  expectReplay(await send(world, request, withKey(key)), conflict, false);
});

// contract: limits/idempotency-window-24, idempotency/scoped-organization-method
test('a key is scoped to method and path, ignored on GET, and forgotten after 24 hours', async () => {
  const { id: orgId, key: apiKey } = await app.org();
  const world = { app, orgId, key: apiKey, made: new Map<string, string>() };
  const create = (source: string, key: string) =>
    send(
      world,
      {
        method: 'POST',
        path: '/api/v1/fraud/lists',
        body: { source, name: source, kind: 'tenant_blocklist' },
      },
      withKey(key),
    );
  const key = freshKey();
  const a = await create('a', key);
  const path = `/api/v1/fraud/lists/${a.body.data.id}`;
  const renamed = await send(world, { method: 'PATCH', path, body: { name: 'A' } }, withKey(key));
  expectOriginal(renamed);
  const read = await send(world, { method: 'GET', path, body: undefined }, withKey(key));
  expectOriginal(read);
  expect(read.body.data.name).toBe('A');
  await app.db.pool.query(
    `UPDATE idempotency_records SET created_at = now() - interval '23 h 59 min' WHERE org_id = $1`,
    [orgId],
  );
  expectReplay(await create('b', key), a, true);
  await app.db.pool.query(
    `UPDATE idempotency_records SET created_at = now() - interval '24 h' WHERE org_id = $1`,
    [orgId],
  );
  const b = await create('b', key);
  expectOriginal(b);
  expect([b.status, b.body.data.source]).toEqual([201, 'b']);
  expectReplay(await create('c', key), b, true);
});

// contract: idempotency/database-discloses-no
test('the stored record reveals neither the key nor the answer', async () => {
  const { id: orgId, key: apiKey } = await app.org();
  const world = { app, orgId, key: apiKey, made: new Map<string, string>() };
  const body = { source: 'very-secret-source', name: 'Very secret name', kind: 'tenant_blocklist' };
  const key = `disclosing-${freshKey()}`;
  await send(world, { method: 'POST', path: '/api/v1/fraud/lists', body }, withKey(key));
  const { rows: stored } = await app.db.pool.query(
    `SELECT encode(request_hash || payload_mac || sealed_response, 'escape') AS bytes FROM idempotency_records WHERE org_id = $1`,
    [orgId],
  );
  expect(stored).toHaveLength(1);
  for (const secret of ['very-secret-source', 'Very secret', 'disclosing', 'success'])
    expect(stored[0].bytes).not.toContain(secret);
});
