import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiKey } from '../../../src/modules/tenants/schemas.ts';
import { testApp } from '../../support/test-app.ts';
import { type Answer } from '../../support/app.ts';
import { limitsOf } from '../support/manifest.ts';
import {
  ask,
  data,
  everybody,
  portalSession,
  SCOPES_OF_KEYS,
  scopesOf,
  type Actor,
  type Caller,
  type World,
} from './actors.ts';
import { assertNamed } from './operations.ts';
import { expectRule, repeating, walking, type Way } from './walk.ts';

const HOUR_MS = 3_600_000;
const HERE = '127.0.0.1/32';

const app = testApp({ role: 'api', rateLimits: limitsOf(1_000_000) });
let world: World;
let actors: Actor[];
beforeAll(async () => {
  world = { app, org: await app.org() };
  actors = await everybody(world, ['keys:manage', SCOPE]);
});

function admin(): Caller {
  return { key: world.org.key };
}
function inHours(hours: number): string {
  return new Date(Date.now() + hours * HOUR_MS).toISOString();
}
async function made(body: object, caller = admin()): Promise<ApiKey & { key: string }> {
  return data(ask(world, caller, 'POST', '/keys', body), 201);
}
async function keyCount(scope: string): Promise<number> {
  const { rows } = await app.db.pool.query<{ count: string }>(
    'SELECT count(*) FROM api_keys WHERE org_id = $1 AND scopes = $2',
    [world.org.id, [scope]],
  );
  return Number(rows[0]!.count);
}

const SCOPE = 'invoices:read';

describe('a key with a scope', () => {
  const counted = {
    begin: async () => String(await keyCount(SCOPE)),
    happened: async (before: string) => (await keyCount(SCOPE)) > Number(before),
  };
  const ways: Way[] = [
    {
      ...counted,
      name: 'making it',
      operations: ['createKey'],
      scope: 'keys:manage',
      actsInOwn: true,
      request: () => ({ method: 'POST', path: '/keys', body: { scopes: [SCOPE] } }),
      undo: async () =>
        void (await app.db.pool.query('DELETE FROM api_keys WHERE org_id = $1 AND scopes = $2', [
          world.org.id,
          [SCOPE],
        ])),
    },
    {
      name: 'replacing another key that has it',
      operations: ['rotateKey'],
      scope: 'keys:manage',
      begin: async () => (await made({ scopes: [SCOPE] })).id,
      request: (id) => ({
        method: 'POST',
        path: `/keys/${id}/rotate`,
        body: { overlapSeconds: 60 },
      }),
      async happened(id) {
        const { rowCount } = await app.db.pool.query(
          'SELECT 1 FROM api_keys WHERE rotated_from = $1',
          [id],
        );
        return rowCount === 1;
      },
    },
    {
      name: 'lifting the limits of another key that has it',
      operations: ['updateKey'],
      scope: 'keys:manage',
      begin: async () => (await made({ scopes: [SCOPE], rateLimits: { screening: 5 } })).id,
      request: (id) => ({ method: 'PATCH', path: `/keys/${id}`, body: { rateLimits: {} } }),
      async happened(id) {
        const { rateLimits } = await data(ask(world, admin(), 'GET', `/keys/${id}`), 200);
        return Object.keys(rateLimits).length === 0;
      },
    },
    {
      name: 'opening another key that has it to all addresses',
      operations: ['updateKey'],
      scope: 'keys:manage',
      begin: async () => (await made({ scopes: [SCOPE], allowedCidrs: ['192.0.2.0/24'] })).id,
      request: (id) => ({ method: 'PATCH', path: `/keys/${id}`, body: { allowedCidrs: [] } }),
      async happened(id) {
        const { allowedCidrs } = await data(ask(world, admin(), 'GET', `/keys/${id}`), 200);
        return allowedCidrs.length === 0;
      },
    },
  ];
  const named = ways.map((way): [string, Way] => [way.name, way]);

  test.each(named)('is created by %s only if the caller has the scope', async (_, way) => {
    assertNamed('widen a key', way.operations);
    await expectRule(
      actors,
      ({ holds, isElsewhere, isTest }) => {
        // Test mode has no management of keys.
        if (way.actsInOwn && isElsewhere && !isTest) return 'answer';
        return holds.has('keys:manage') && holds.has(SCOPE) ? 'yes' : 'no';
      },
      walking(world, way),
    );
  });

  test('is created by a request of operators only for operators', async () => {
    const way: Way = {
      ...counted,
      name: 'making it as an operator',
      operations: ['createApiKey'],
      scope: 'platform:admin',
      request: () => ({
        method: 'POST',
        path: '/admin/keys',
        body: { organizationId: world.org.id, scopes: [SCOPE] },
      }),
    };
    assertNamed('widen a key', way.operations);
    await expectRule(actors, ({ isPlatform }) => (isPlatform ? 'yes' : 'no'), walking(world, way));
  });

  test("is created by a repeat of an admin's request for no other caller", async () => {
    const itself = { ...actors[0]!, name: 'the key itself', caller: admin() };
    await expectRule(
      [...actors, itself],
      ({ name, isElsewhere, isTest }) =>
        name === 'the key itself' || (isElsewhere && !isTest) ? 'answer' : 'no',
      repeating(world, ways[0]!, admin()),
    );
  });
});

/** The limits of the key that creates and changes others. */
const LIMITS = { keys: 1000, screening: 100 };
const SCOPES = ['keys:manage', 'fraud:screen'];

describe('a key that a limited key creates or changes', () => {
  let maker: ApiKey & { key: string };
  beforeAll(async () => {
    maker = await made({
      scopes: SCOPES,
      rateLimits: LIMITS,
      allowedCidrs: [HERE],
      expiresAt: inHours(2),
    });
  });

  /** The rights of a key beyond those of its maker. */
  function excess(key: ApiKey): string[] {
    const limits = key.rateLimits;
    return [
      ...key.scopes.filter((scope) => !SCOPES.includes(scope)),
      ...Object.entries(LIMITS)
        .filter(([group, points]) => (limits[group] ?? Infinity) > points)
        .map(([group]) => `limit of ${group}`),
      ...(key.allowedCidrs.length === 0 ? ['every address'] : []),
      ...key.allowedCidrs.filter((range) => range !== HERE && range !== '127.0.0.1'),
      ...(key.expiresAt === null || key.expiresAt > maker.expiresAt! ? ['later end'] : []),
    ];
  }
  async function stored(id: string): Promise<ApiKey> {
    return data(ask(world, admin(), 'GET', `/keys/${id}`), 200);
  }
  /** Checks that the answer rejects, or that the key is within its maker. */
  async function within(answer: Answer, id?: string): Promise<void> {
    if (answer.status >= 400) expect(answer.status, answer.text).toBeLessThan(500);
    const of = answer.status < 300 ? (answer.body.data.id as string) : id;
    if (of !== undefined) expect(excess(await stored(of)), answer.text).toEqual([]);
  }
  const own = () => ({ key: maker.key });
  const body = (more: object = {}) => ({
    scopes: ['fraud:screen'],
    rateLimits: LIMITS,
    allowedCidrs: [HERE],
    expiresAt: inHours(1),
    ...more,
  });

  test('has at most the limits of its maker', async () => {
    const key = await made(body(), own());
    expect(excess(key)).toEqual([]);
  });

  const WIDER: [string, object][] = [
    ['another scope', { scopes: ['fraud:screen', 'members:manage'] }],
    ['a higher limit', { rateLimits: { ...LIMITS, screening: 101 } }],
    ['a limit of one group alone', { rateLimits: { keys: 1000 } }],
    ['no limits', { rateLimits: {} }],
    ['limits that are not named', { rateLimits: undefined }],
    ['more addresses', { allowedCidrs: ['127.0.0.0/8'] }],
    ['other addresses', { allowedCidrs: [HERE, '192.0.2.7/32'] }],
    ['every address', { allowedCidrs: [] }],
    ['addresses that are not named', { allowedCidrs: undefined }],
    ['a later end', { expiresAt: inHours(3) }],
    ['no end', { expiresAt: null }],
    ['an end that is not named', { expiresAt: undefined }],
  ];
  test.each(WIDER)('is not created with %s', async (_, more) => {
    await within(await ask(world, own(), 'POST', '/keys', body(more)));
  });

  const CHANGES = WIDER.filter(([, more]) => Object.values(more)[0] !== undefined);
  test.each(CHANGES)('does not get %s by changing itself', async (_, more) => {
    await within(await ask(world, own(), 'PATCH', `/keys/${maker.id}`, more), maker.id);
  });
  test.each(CHANGES)('does not get %s when its maker changes it', async (_, more) => {
    const { id } = await made(body(), own());
    await within(await ask(world, own(), 'PATCH', `/keys/${id}`, more), id);
  });

  test.each([
    ['higher limits', { rateLimits: {} }],
    ['more addresses', { allowedCidrs: [] }],
    ['a later end', { expiresAt: inHours(5) }],
    ['more scopes', { scopes: SCOPES_OF_KEYS }],
  ])('does not replace a key that has %s', async (_, more) => {
    const { id } = await made(body(more));
    const path = `/keys/${id}/rotate`;
    await within(await ask(world, own(), 'POST', path, { overlapSeconds: 0 }));
  });

  test('keeps its limits, addresses and end when it replaces itself', async () => {
    const key = await made(body({ scopes: SCOPES }), own());
    const path = `/keys/${key.id}/rotate`;
    const next = await ask(world, { key: key.key }, 'POST', path, { overlapSeconds: 60 });
    expect(next.status, next.text).toBe(201);
    await within(next);
  });

  describe('a key that a portal session of a key creates', () => {
    const developer = scopesOf('developer');
    const scopes = [...developer.scopes, ...developer.reads, 'portal:create'];
    let opener: ApiKey & { key: string };
    let session: string;
    beforeAll(async () => {
      assertNamed('widen a key', ['createPortalSession', 'createKey', 'updateKey', 'rotateKey']);
      const { expiresAt } = maker;
      const limits = { rateLimits: LIMITS, allowedCidrs: [HERE], expiresAt };
      opener = await made({ scopes, ...limits });
      session = await portalSession(world, opener.key, 'developer');
    });
    const wanted = (more: object = {}) => body({ scopes: ['keys:manage'], ...more });
    const beyond = WIDER.filter(([, { scopes: other }]: [string, { scopes?: unknown }]) => !other);

    test('has at most the limits of the opener', async () => {
      expect(excess(await made(wanted(), { session }))).toEqual([]);
    });

    test.each(beyond)('is not created in the session with %s', async (_, more) => {
      await within(await ask(world, { session }, 'POST', '/keys', wanted(more)));
    });

    test.each(beyond.filter(([, more]) => Object.values(more)[0] !== undefined))(
      'does not get in the session %s',
      async (_, more) => {
        const { id } = await made(wanted());
        await within(await ask(world, { session }, 'PATCH', `/keys/${id}`, more), id);
      },
    );

    test.each([
      ['higher limits', { rateLimits: {} }],
      ['more addresses', { allowedCidrs: [] }],
      ['a later end', { expiresAt: inHours(5) }],
    ])('is not replaced in the session if it has %s', async (_, more) => {
      const { id } = await made(wanted(more));
      const path = `/keys/${id}/rotate`;
      await within(await ask(world, { session }, 'POST', path, { overlapSeconds: 0 }));
    });

    test("has at most the limits of the opener's replacement, and is not created after its revocation", async () => {
      const path = `/keys/${opener.id}/rotate`;
      const next = await data(ask(world, admin(), 'POST', path, { overlapSeconds: 0 }), 201);
      const narrower = { rateLimits: { ...LIMITS, screening: 7 } };
      await data(ask(world, admin(), 'PATCH', `/keys/${next.id}`, narrower), 200);
      const inherited = { rateLimits: undefined, allowedCidrs: undefined, expiresAt: undefined };
      const key = await made(wanted(inherited), { session });
      expect([key.rateLimits, key.allowedCidrs, key.expiresAt]).toEqual([
        narrower.rateLimits,
        opener.allowedCidrs,
        opener.expiresAt,
      ]);
      await data(ask(world, admin(), 'POST', `/keys/${next.id}/revoke`), 200);
      const late = await ask(world, { session }, 'POST', '/keys', wanted());
      expect([late.status, late.body.error?.code], late.text).toEqual([403, 'FORBIDDEN']);
    });
  });

  test('stays unchanged when its maker gets more', async () => {
    const key = await made(body(), own());
    const change = { rateLimits: {}, allowedCidrs: [] };
    await data(ask(world, admin(), 'PATCH', `/keys/${maker.id}`, change), 200);
    expect(excess(await stored(key.id))).toEqual([]);
  });
});
