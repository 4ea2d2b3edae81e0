import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase } from '../../../test/support/database.ts';
import {
  RateLimiter,
  rateLimitHeaders,
  type Limit,
  type RateLimiterOptions,
} from './rate-limiter.ts';

let pool: Pool;
beforeAll(async () => {
  pool = new Pool({ connectionString: await cloneDatabase(), max: 10 });
});
afterAll(() => pool.end());

const stores: Record<string, () => RateLimiterOptions['store']> = {
  memory: () => ({ type: 'memory' }),
  postgres: () => ({ type: 'postgres', pool }),
};

describe.each(Object.keys(stores))('the %s store', (name) => {
  let subjects = 0;
  const subject = (): string => `key-${(subjects += 1)}`;
  const limiter = (limits: Record<string, Limit>): RateLimiter =>
    new RateLimiter({ limits, store: stores[name]!() });

  it('never allows more than the limit, whatever comes at once', async () => {
    const all = limiter({ lists: { points: 7, windowSeconds: 60 } });
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

  it('allows again after the seconds it named, and not before', async () => {
    const all = limiter({ lists: { points: 1, windowSeconds: 2 } });
    const key = subject();
    const began = performance.now();
    expect((await all.consume('lists', key))?.allowed).toBe(true);
    const refused = await all.consume('lists', key);
    expect(refused?.allowed).toBe(false);
    await sleep(1000);
    const later = await all.consume('lists', key);
    // On a machine so slow that the window is over, there is nothing to refuse.
    if (performance.now() - began < 1950) expect(later?.allowed).toBe(false);
    await sleep(refused!.resetSeconds * 1000 - (performance.now() - began) + 50);
    if (later?.allowed === false) expect((await all.consume('lists', key))?.allowed).toBe(true);
  });

  it('counts groups and subjects apart', async () => {
    const all = limiter({
      lists: { points: 1, windowSeconds: 60 },
      screening: { points: 1, windowSeconds: 60 },
    });
    const [one, other] = [subject(), subject()];
    expect((await all.consume('lists', one))?.allowed).toBe(true);
    expect((await all.consume('lists', one))?.allowed).toBe(false);
    expect((await all.consume('screening', one))?.allowed).toBe(true);
    expect((await all.consume('lists', other))?.allowed).toBe(true);
  });

  it('looks without counting', async () => {
    const all = limiter({ lists: { points: 2, windowSeconds: 60 } });
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

describe('the postgres store', () => {
  it('is one limit for several processes', async () => {
    const limits = { lists: { points: 10, windowSeconds: 60 } };
    const processes = [1, 2, 3].map(
      () => new RateLimiter({ limits, store: { type: 'postgres', pool } }),
    );
    const states = await Promise.all(
      Array.from({ length: 60 }, (_, i) => processes[i % 3]!.consume('lists', 'shared')),
    );
    expect(states.filter((state) => state?.allowed)).toHaveLength(10);
  });

  it('counts in the process while the database is away, and throws nothing', async () => {
    const dead = new Pool({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' });
    dead.on('error', () => {});
    const all = new RateLimiter({
      limits: { lists: { points: 3, windowSeconds: 60 } },
      store: { type: 'postgres', pool: dead },
    });
    const allowed: (boolean | undefined)[] = [];
    for (let i = 0; i < 5; i += 1) allowed.push((await all.consume('lists', 'k'))?.allowed);
    expect(allowed).toEqual([true, true, true, false, false]);
    expect(await all.peek('lists', 'k')).toMatchObject({ allowed: false, remaining: 0 });
    await dead.end();
  });
});

describe('limits that are off', () => {
  it('know every group and count nothing', async () => {
    const none = new RateLimiter({ limits: undefined, store: { type: 'memory' } });
    expect(none.knows('anything')).toBe(true);
    expect(await none.consume('anything', 'k')).toBeUndefined();
    expect(await none.peek('anything', 'k')).toBeUndefined();
    const some = new RateLimiter({
      limits: { lists: { points: 1, windowSeconds: 1 } },
      store: { type: 'memory' },
    });
    expect([some.knows('lists'), some.knows('anything')]).toEqual([true, false]);
  });
});

it('writes the headers of the IETF draft', () => {
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
