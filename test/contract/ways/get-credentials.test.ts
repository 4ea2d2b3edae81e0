import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TENANT_SCOPES } from '../../../src/modules/declared.ts';
import { startTestApp, type Answer, type TestApp } from '../../support/app.ts';
import { LiveListener } from '../../support/live-listener.ts';
import { eventually } from '../../support/process.ts';
import { limitsOf } from '../support/manifest.ts';
import { freshKey } from '../support/world.ts';
import {
  ask,
  data,
  everybody,
  exchanged,
  isAnswered,
  portalSession,
  type Actor,
  type Caller,
  type World,
  SCOPES_OF_KEYS,
} from './actors.ts';
import { assertNamed } from './operations.ts';
import { SIGN_IN_APP, SignIns } from './sign-ins.ts';
import { expectRule, seenOf, type Seen } from './walk.ts';

let app: TestApp;
let world: World;
let actors: Actor[];
let signIns: SignIns;
let webhookId: string;
let spareKeyId: string;
let sparePlatformKeyId: string;
const GUEST = { externalId: 'ben', role: 'agent' };

beforeAll(async () => {
  app = await startTestApp({ role: 'api', rateLimits: limitsOf(1_000_000), ...SIGN_IN_APP });
  world = { app, org: await app.org() };
  signIns = await SignIns.at(world, {});
  const scopes = [...new Set([...PERSONAL, ...SHARED].map(({ scope }) => scope))];
  actors = await everybody(world, scopes);
  const webhook = { name: 'Hook', url: 'https://hooks.example.com/in', events: ['case.created'] };
  webhookId = (await data(ask(world, admin(), 'POST', '/webhooks', webhook), 201)).id;
  const spare = await ask(world, admin(), 'POST', '/keys', { scopes: ['fraud:screen'] });
  spareKeyId = spare.body.data.id;
  sparePlatformKeyId = (await app.key(null, ['platform:admin'])).id;
});
afterAll(async () => {
  await signIns.close();
  await app.stop();
});

function admin(): Caller {
  return { key: world.org.key };
}

/** A request whose answer has a credential. */
type Source = {
  operation: string;
  scope: string;
  request: () => [path: string, body?: object];
  /** Its request names no object, so a caller of another organization acts in its own. */
  actsInOwn?: true;
  /** The member of the answer with the credential. */
  member: string;
};

let subjects = 0;
/** Credentials that act as the caller: a repeat is answered to the same actor only. */
const PERSONAL: Source[] = [
  {
    operation: 'createMemberInvitation',
    scope: 'members:manage',
    actsInOwn: true,
    request: () => ['/invitations', { roles: ['admin'] }],
    member: 'token',
  },
  {
    operation: 'createPortalSession',
    scope: 'portal:create',
    actsInOwn: true,
    request: () => ['/portal-sessions', { subject: `guest-${++subjects}`, role: 'admin' }],
    member: 'code',
  },
  {
    operation: 'createInboxStreamToken',
    scope: 'threads:manage',
    actsInOwn: true,
    request: () => ['/threads/inbox/stream-token', GUEST],
    member: 'token',
  },
  {
    operation: 'createKey',
    scope: 'keys:manage',
    actsInOwn: true,
    request: () => ['/keys', { scopes: SCOPES_OF_KEYS }],
    member: 'key',
  },
  {
    operation: 'rotateKey',
    scope: 'keys:manage',
    request: () => [`/keys/${spareKeyId}/rotate`, { overlapSeconds: 86_400 }],
    member: 'key',
  },
];
/** The secrets of webhooks: callers who manage them can replace the secret anyway. */
const SHARED: Source[] = [
  {
    operation: 'createWebhook',
    scope: 'webhooks:manage',
    actsInOwn: true,
    request: () => [
      '/webhooks',
      { name: 'Other', url: 'https://hooks.example.com/other', events: ['case.created'] },
    ],
    member: 'secret',
  },
  {
    operation: 'rotateWebhookSecret',
    scope: 'webhooks:manage',
    request: () => [`/webhooks/${webhookId}/rotate-secret`, {}],
    member: 'secret',
  },
];
const PLATFORM: Source[] = [
  {
    operation: 'createApiKey',
    scope: 'platform:admin',
    request: () => ['/admin/keys', { organizationId: world.org.id, scopes: TENANT_SCOPES }],
    member: 'key',
  },
  {
    operation: 'rotateApiKey',
    scope: 'platform:admin',
    request: () => [`/admin/keys/${sparePlatformKeyId}/rotate`, { overlapSeconds: 86_400 }],
    member: 'key',
  },
];

/** Sends a request as the owner, and returns the rule for repeats by other callers. */
async function recorded({ request, member }: Source, owner: Caller) {
  const [path, body] = request();
  const key = freshKey();
  const repeat = (caller: Caller, other: object | undefined = body): Promise<Answer> =>
    ask(world, caller, 'POST', path, other, key);
  const first = await repeat(owner);
  expect(first.status, first.text.slice(0, 300)).toBeLessThan(300);
  const secret = first.body.data[member] as string;
  expect(secret).toMatch(/.{20}/);
  return { repeat, secret };
}

/** No answer to other callers may contain the secret, whatever its status. */
function seen(answer: Answer, secret: string): Seen {
  return seenOf(answer, answer.text.includes(secret));
}

function rows(sources: Source[]): [string, Source][] {
  return sources.map((source) => [source.operation, source]);
}

describe('a credential that was returned once', () => {
  test.each([...rows(PERSONAL), ...rows(PLATFORM)])(
    'is returned to a repeat of %s by the same actor only',
    async (_, source) => {
      assertNamed('get a credential', [source.operation]);
      const owner = source.scope === 'platform:admin' ? { key: await app.platformKey() } : admin();
      const { repeat, secret } = await recorded(source, owner);
      const itself = { ...actors[0]!, name: 'the actor itself', caller: owner };
      const go = async ({ caller }: Actor) => seen(await repeat(caller), secret);
      const rule = ({ name, isElsewhere, isTest }: Actor) => {
        if (name === 'the actor itself') return 'yes';
        const isOwn = source.actsInOwn && isElsewhere;
        // Test mode has no management of keys.
        return isOwn && !(isTest && source.scope === 'keys:manage') ? 'answer' : 'no';
      };
      // The callers try one after the other, because callers of another organization share the idempotency key there.
      await expectRule([...actors, itself], rule, { alone: go });
      const entitled = actors.find(
        ({ name }) =>
          name ===
          (source.scope === 'platform:admin' ? 'a platform key' : 'a key with every scope'),
      )!;
      const refused = await repeat(entitled.caller);
      expect([refused.status, refused.body.error?.code]).toEqual([403, 'FORBIDDEN']);
    },
  );

  test.each(rows(SHARED))(
    'is returned to a repeat of %s by callers who can replace it',
    async (_, source) => {
      assertNamed('get a credential', [source.operation]);
      const { repeat, secret } = await recorded(source, admin());
      await expectRule(
        actors,
        ({ holds, isElsewhere }) => {
          if (source.actsInOwn && isElsewhere) return 'answer';
          return holds.has(source.scope) ? 'yes' : 'no';
        },
        { alone: async ({ caller }) => seen(await repeat(caller), secret) },
      );
    },
  );

  test.each(rows(PERSONAL))(
    'is returned to a repeat of %s by another session of the same person, and to no caller after the removal',
    async (_, source) => {
      const { id, session } = await app.person(world.org.id, ['admin']);
      const { repeat, secret } = await recorded(source, { session });
      const { rows: found } = await app.db.pool.query(
        'SELECT token_hash FROM sessions WHERE user_id = $1 AND org_id = $2',
        [id, world.org.id],
      );
      expect(found).toHaveLength(1);
      const { key } = await data(
        ask(world, { session }, 'POST', '/keys', { scopes: TENANT_SCOPES }),
        201,
      );
      expect((await repeat({ key })).status).toBe(403);
      expect((await repeat({ session })).text).toContain(secret);
      await data(ask(world, admin(), 'DELETE', `/members/${id}?keys=keep`), 200);
      await isAnswered(world, { session }, 401);
      expect((await repeat({ session })).status).toBe(401);
      expect((await repeat({ key })).status).toBe(403);
    },
  );

  test.each(rows(PERSONAL))(
    'is returned to a repeat of %s by the key that replaces the actor, and not once that key has fewer scopes',
    async (_, source) => {
      const own = await app.key(world.org.id, [...TENANT_SCOPES]);
      const { repeat, secret } = await recorded(source, { key: own.key });
      const rotate = async (id: string, more: object = {}) =>
        data(
          ask(world, admin(), 'POST', `/keys/${id}/rotate`, { overlapSeconds: 3600, ...more }),
          201,
        );
      const next = await rotate(own.id);
      const last = await rotate(next.id);
      expect((await repeat({ key: next.key })).text).toContain(secret);
      expect((await repeat({ key: last.key })).text).toContain(secret);
      const scopes = TENANT_SCOPES.filter((scope) => scope !== source.scope);
      const narrow = await rotate(last.id, { scopes });
      expect((await repeat({ key: narrow.key })).status).toBe(403);
    },
  );

  test('is created once for two actors who send one idempotency key together', async () => {
    const other = { key: (await app.key(world.org.id, [...TENANT_SCOPES])).key };
    for (let round = 0; round < 5; round += 1) {
      const key = freshKey();
      const body = { roles: ['admin'], expiresInHours: 1 };
      const count = async () =>
        (await data(ask(world, admin(), 'GET', '/invitations?limit=1'), 200)).total as number;
      const before = await count();
      const answers = await Promise.all(
        [admin(), other].map((caller) => ask(world, caller, 'POST', '/invitations', body, key)),
      );
      // While the first is in progress, the other is asked to retry.
      const [one, two] = answers.map(({ status }) => status).toSorted();
      expect(one).toBe(201);
      expect([403, 503]).toContain(two);
      const loser = answers[0]!.status === 201 ? other : admin();
      expect((await ask(world, loser, 'POST', '/invitations', body, key)).status).toBe(403);
      expect(await count()).toBe(before + 1);
    }
  });
});

describe('a code', () => {
  test('begins one session, and none after it was used, has ended, or after its person was removed', async () => {
    const made = async (subject: string) =>
      data(
        ask(world, admin(), 'POST', '/portal-sessions', { subject, role: 'analyst' }),
        201,
      ) as Promise<{ code: string; userId: string }>;
    const used = await made('code-used');
    expect(await exchanged(world, used.code)).toBeDefined();
    expect(await exchanged(world, used.code)).toBeUndefined();
    const late = await made('code-late');
    await app.db.pool.query(
      `UPDATE sign_in_codes SET expires_at = now() - interval '1 s' WHERE user_id = $1`,
      [late.userId],
    );
    expect(await exchanged(world, late.code)).toBeUndefined();
    const gone = await made('code-gone');
    await data(ask(world, admin(), 'DELETE', `/members/${gone.userId}`), 200);
    expect(await exchanged(world, gone.code)).toBeUndefined();
    expect(await exchanged(world, `orc_${'a'.repeat(43)}`)).toBeUndefined();
  });

  test('for an invitation is used once, by one person', async () => {
    const { token } = await data(
      ask(world, admin(), 'POST', '/invitations', { roles: ['analyst'] }),
      201,
    );
    signIns.next();
    expect(await signIns.accept(token)).toBeDefined();
    signIns.next();
    expect(await signIns.accept(token)).toBeUndefined();
  });
});

describe('a session of a test organization', () => {
  const testKey = async (own: World) =>
    data(
      ask(own, { key: own.org.key }, 'POST', '/keys', { scopes: TENANT_SCOPES, mode: 'test' }),
      201,
    ) as Promise<{ id: string; key: string }>;

  test('is marked as test mode in every answer, and does not reach federation or keys', async () => {
    const own = { app, org: await app.org() };
    const { key } = await testKey(own);
    const session = await portalSession(own, key, 'admin');
    const { token } = await data(
      ask(own, { session }, 'POST', '/threads/inbox/stream-token', GUEST),
      201,
    );
    const stream = `/threads/inbox/stream?externalId=ben&role=agent`;
    const answers = [
      await ask(own, { session }, 'GET', '/me'),
      await ask(own, { session }, 'POST', '/cases', {}),
      await ask(own, {}, 'GET', `${stream}&token=${encodeURIComponent(token)}`),
      await ask(own, { session }, 'GET', stream),
    ];
    const modes = answers.map(({ headers }) => headers.get('oriki-mode'));
    expect(modes).toEqual(['test', 'test', 'test', 'test']);
    const groups = '/permissions/federation/groups';
    const refused: [string, string, object?][] = [
      ['POST', groups, { name: 'Lagos lenders', prefix: 'LEND' }],
      ['GET', groups],
      ['GET', '/keys'],
      ['POST', '/keys', { scopes: ['fraud:screen'] }],
    ];
    for (const [method, path, body] of refused)
      expect((await ask(own, { session }, method, path, body)).status, path).toBe(403);
  });

  test('ends with the last test key, and its streams end too', async () => {
    const own = { app, org: await app.org() };
    const keys = [await testKey(own), await testKey(own)];
    const session = await portalSession(own, keys[0]!.key, 'admin');
    const live = await new LiveListener({ session }).connect(app);
    expect(live.status).toBe(200);
    const revoke = (id: string) =>
      data(ask(own, { key: own.org.key }, 'POST', `/keys/${id}/revoke`), 200);
    await revoke(keys[0]!.id);
    await isAnswered(own, { key: keys[0]!.key }, 401);
    await isAnswered(own, { session }, 200);
    await revoke(keys[1]!.id);
    await isAnswered(own, { session }, 401);
    await eventually(() => live.ended, 8000);
  });

  test('is seen and ended by the live organization, and not by another', async () => {
    const own = { app, org: await app.org() };
    const { key } = await testKey(own);
    const session = await portalSession(own, key, 'admin');
    const { sessionId } = (await ask(own, { session }, 'GET', '/me')).body.data;
    const list = await data(ask(own, { key: own.org.key }, 'GET', '/sessions?limit=100'), 200);
    expect(list.items.map(({ id }: { id: string }) => id)).toContain(sessionId);
    const stranger = await ask(world, admin(), 'DELETE', `/sessions/${sessionId}`);
    expect(stranger.status).toBe(404);
    await isAnswered(own, { session }, 200);
    await data(ask(own, { key: own.org.key }, 'DELETE', `/sessions/${sessionId}`), 200);
    await isAnswered(own, { session }, 401);
  });

  test('does not see or end sessions of the live organization', async () => {
    const own = { app, org: await app.org() };
    const { key } = await testKey(own);
    const session = await portalSession(own, key, 'admin');
    const real = await app.person(own.org.id, ['analyst']);
    const list = await data(ask(own, { session }, 'GET', '/sessions?limit=100'), 200);
    expect(list.items.map(({ id }: { id: string }) => id)).not.toContain(real.sessionId);
    expect((await ask(own, { session }, 'DELETE', `/sessions/${real.sessionId}`)).status).toBe(404);
  });
});
