import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { cloneDatabase } from '../../../test/support/database.ts';
import { startValkey, withoutValkey, type ValkeyServer } from '../../../test/support/valkey.ts';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { SharedCounters } from './counters.ts';
import { postgresCounters } from './store.ts';
import { RateLimiter, rateLimitHeaders, type Limit } from './rate-limiter.ts';
import { Valkey } from './valkey.ts';

const SECRET = 's'.repeat(32);
const skipsValkey = withoutValkey('rate limits in Valkey');

let pool: Pool;
let server: ValkeyServer | undefined;
let valkey: Valkey | undefined;
beforeAll(async () => {
  pool = new Pool({ connectionString: await cloneDatabase(), max: 10 });
  server = skipsValkey ? undefined : await startValkey();
  valkey = server && (await Valkey.open(server.url, pino({ level: 'silent' })));
});
afterAll(async () => {
  await pool.end();
  valkey?.close();
  await server?.close();
});

const stores: Record<string, () => SharedCounters | undefined> = {
  memory: () => undefined,
  postgres: () => postgresCounters(pool),
  ...(skipsValkey ? {} : { valkey: () => valkey!.counters }),
};

function limiter(
  limits: Record<string, Limit> | undefined,
  shared: SharedCounters | undefined,
): RateLimiter {
  return new RateLimiter({ limits, shared, secret: SECRET, registry: new Registry() });
}

describe.each(Object.keys(stores))('the %s store', (name) => {
  let subjects = 0;
  const subject = (): string => `key-${(subjects += 1)}`;
  const open = (limits: Record<string, Limit>): RateLimiter => limiter(limits, stores[name]!());

  test('never allows more than the limit for concurrent requests', async () => {
    const all = open({ lists: { points: 7, windowSeconds: 60 } });
    const key = subject();
    const states = await Promise.all(Array.from({ length: 40 }, () => all.consume('lists', key)));
    expect(states.filter((state) => state?.allowed)).toHaveLength(7);
    expect(
      states
        .filter((state) => state?.allowed)
        .map((state) => state?.remaining)
        .toSorted(),
    ).toEqual([0, 1, 2, 3, 4, 5, 6]);
    for (const state of states) {
      expect(state).toMatchObject({ group: 'lists', points: 7, windowSeconds: 60 });
      expect(state!.resetSeconds).toBeGreaterThanOrEqual(1);
      expect(state!.resetSeconds).toBeLessThanOrEqual(60);
    }
  });

  test('counts groups and subjects separately', async () => {
    const all = open({
      lists: { points: 1, windowSeconds: 60 },
      screening: { points: 1, windowSeconds: 60 },
    });
    const [one, other] = [subject(), subject()];
    expect((await all.consume('lists', one))?.allowed).toBe(true);
    expect((await all.consume('lists', one))?.allowed).toBe(false);
    expect((await all.consume('screening', one))?.allowed).toBe(true);
    expect((await all.consume('lists', other))?.allowed).toBe(true);
  });

  test('peeks without counting', async () => {
    const all = open({ lists: { points: 2, windowSeconds: 60 } });
    const key = subject();
    expect(await all.peek('lists', key)).toMatchObject({
      allowed: true,
      remaining: 2,
      resetSeconds: 60,
    });
    await all.consume('lists', key);
    for (let i = 0; i < 5; i += 1)
      expect(await all.peek('lists', key)).toMatchObject({ allowed: true, remaining: 1 });
    await all.consume('lists', key);
    expect(await all.peek('lists', key)).toMatchObject({ allowed: false, remaining: 0 });
  });
});

describe.each(Object.keys(stores).filter((name) => name !== 'memory'))('the %s store', (name) => {
  test('shares one limit between several processes', async () => {
    const limits = { lists: { points: 10, windowSeconds: 60 } };
    const processes = [1, 2, 3].map(() => limiter(limits, stores[name]!()));
    const states = await Promise.all(
      Array.from({ length: 60 }, (_, i) => processes[i % 3]!.consume('lists', 'shared')),
    );
    expect(states.filter((state) => state?.allowed)).toHaveLength(10);
  });
});

describe.each(Object.keys(stores))('the %s store', (name) => {
  test.each([
    ['to 1970', -Date.now()],
    ['back by a day', -86_400_000],
    ['forward by a day', 86_400_000],
  ])('keeps its window when the clock of the process is set %s', async (jump, byMs) => {
    const all = limiter({ lists: { points: 3, windowSeconds: 2 } }, stores[name]!());
    const key = `jump ${jump}`;
    const ask = () => all.consume('lists', key);
    try {
      const began = performance.now();
      for (let i = 0; i < 3; i += 1) expect((await ask())?.allowed).toBe(true);
      // On a very slow machine, the window may end, and then no request has to be rejected.
      const isOver = () => performance.now() - began > 1900;
      // Each request is sent twice, because a counter that is known to be used up is not read again.
      for (let i = 0; i < 2; i += 1) {
        const { allowed } = (await ask())!;
        if (!isOver()) expect(allowed).toBe(false);
      }
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + byMs });
      const state = await ask();
      // The process's own memory may begin a new window; shared stores do not.
      if (name !== 'memory' && !isOver()) expect(state?.allowed).toBe(false);
      expect(state?.resetSeconds).toBeLessThanOrEqual(2);
      await sleep(state!.resetSeconds * 1000 + 50);
      expect(await ask()).toMatchObject({ allowed: true, remaining: 2 });
    } finally {
      vi.useRealTimers();
    }
  });
});

test('a window in PostgreSQL has the same length after a fast clock began it', async () => {
  const all = limiter({ lists: { points: 3, windowSeconds: 60 } }, postgresCounters(pool));
  for (let i = 0; i < 3; i += 1) await all.consume('lists', 'ahead');
  await pool.query('UPDATE rate_limits SET expire = expire + 86400000');
  expect(await all.peek('lists', 'ahead')).toMatchObject({ allowed: true, remaining: 3 });
  expect(await all.consume('lists', 'ahead')).toMatchObject({ allowed: true, remaining: 2 });
  await pool.query('DELETE FROM rate_limits');
});

test.each([
  ['no numbers', ['x', 'y']],
  ['a text', 'OK'],
  ['nothing', null],
  ['another shape', { consumed: 1 }],
  ['a count that went below zero', [-5, 1000]],
  ['an invalid end', [1, Number.NaN]],
  ['a counter without an end', [5, -1]],
])('ignores shared counters that answer with %s: each process counts locally', async (_, lie) => {
  const registry = new Registry();
  const storeClient = {
    eval: async () => lie,
    multi: () => ({ get: () => ({ pTTL: () => ({ exec: async () => lie }) }) }),
  };
  const all = new RateLimiter({
    limits: { lists: { points: 2, windowSeconds: 60 } },
    shared: (group) => new RateLimiterRedis({ ...group, useRedisPackage: true, storeClient }),
    secret: SECRET,
    registry,
  });
  const states = [];
  for (let i = 0; i < 3; i += 1) states.push(await all.consume('lists', 'k'));
  expect(states.map((state) => [state?.allowed, state?.remaining])).toEqual([
    [true, 1],
    [true, 0],
    [false, 0],
  ]);
  for (const state of states) {
    expect(state!.resetSeconds).toBeGreaterThanOrEqual(1);
    expect(state!.resetSeconds).toBeLessThanOrEqual(60);
  }
  expect((await registry.metrics()).match(/counted_alone_total (\d+)/)?.[1]).toBe('3');
});

test('reads a shared counter again after a window, even if it reports years', async () => {
  let calls = 0;
  const storeClient = { eval: async () => [(calls += 1), 1e12], multi: () => ({}) };
  const all = new RateLimiter({
    limits: { lists: { points: 1, windowSeconds: 1 } },
    shared: (group) => new RateLimiterRedis({ ...group, useRedisPackage: true, storeClient }),
    secret: SECRET,
    registry: new Registry(),
  });
  for (let i = 0; i < 5; i += 1)
    expect((await all.consume('lists', 'k'))!.resetSeconds).toBeLessThanOrEqual(1);
  expect(calls).toBe(2);
  await sleep(1050);
  await all.consume('lists', 'k');
  expect(calls).toBe(3);
});

test('every store allows requests again after the reported seconds, and not before', async () => {
  const check = async (shared: SharedCounters | undefined): Promise<void> => {
    const all = limiter({ lists: { points: 1, windowSeconds: 2 } }, shared);
    const began = performance.now();
    expect((await all.consume('lists', 'again'))?.allowed).toBe(true);
    const refused = await all.consume('lists', 'again');
    const refusedAt = performance.now();
    expect(refused?.allowed).toBe(false);
    await sleep(1000);
    const later = await all.consume('lists', 'again');
    // On a very slow machine, the window may end, and then no request has to be rejected.
    if (performance.now() - began < 1950) expect(later?.allowed).toBe(false);
    await sleep(refused!.resetSeconds * 1000 - (performance.now() - refusedAt) + 50);
    if (later?.allowed === false) expect((await all.consume('lists', 'again'))?.allowed).toBe(true);
  };
  await Promise.all(Object.values(stores).map((open) => check(open())));
});

test('when the database is unavailable, each process counts locally, reports so in a metric, and throws nothing', async () => {
  const dead = new Pool({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' });
  dead.on('error', () => {});
  const registry = new Registry();
  const all = new RateLimiter({
    limits: { lists: { points: 3, windowSeconds: 60 } },
    shared: postgresCounters(dead),
    secret: SECRET,
    registry,
  });
  const allowed: (boolean | undefined)[] = [];
  for (let i = 0; i < 5; i += 1) allowed.push((await all.consume('lists', 'k'))?.allowed);
  expect(allowed).toEqual([true, true, true, false, false]);
  expect(await all.peek('lists', 'k')).toMatchObject({ allowed: false, remaining: 0 });
  expect(await registry.metrics()).toContain('oriki_rate_limit_counted_alone_total 6');
  await dead.end();
});

test('the names of shared counters depend on the secret, and do not reveal the subject', async () => {
  const named = async (secret: string): Promise<string> => {
    const limits = { lists: { points: 3, windowSeconds: 60 } };
    const shared = postgresCounters(pool);
    const all = new RateLimiter({ limits, shared, secret, registry: new Registry() });
    await pool.query('DELETE FROM rate_limits');
    await all.consume('lists', '203.0.113.7');
    const { rows } = await pool.query<{ key: string }>('SELECT key FROM rate_limits');
    return rows.map(({ key }) => key).join();
  };
  const [one, other] = [await named(SECRET), await named('t'.repeat(32))];
  expect(one).toMatch(/^lists:[\w-]{22}$/);
  expect(other).not.toBe(one);
});

describe('limits that are turned off', () => {
  test('know every group and count nothing', async () => {
    const none = limiter(undefined, undefined);
    expect(none.knows('anything')).toBe(true);
    expect(await none.consume('anything', 'k')).toBeUndefined();
    expect(await none.peek('anything', 'k')).toBeUndefined();
    const some = limiter({ lists: { points: 1, windowSeconds: 1 } }, undefined);
    expect([some.knows('lists'), some.knows('anything')]).toEqual([true, false]);
  });
});

test('writes the headers of the IETF draft', () => {
  expect(
    rateLimitHeaders({
      allowed: true,
      group: 'lists',
      points: 500,
      windowSeconds: 3600,
      remaining: 499,
      resetSeconds: 3600,
    }),
  ).toEqual({ 'ratelimit-policy': '"lists";q=500;w=3600', ratelimit: '"lists";r=499;t=3600' });
});
