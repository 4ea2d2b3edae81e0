import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../test/support/process.ts';
import {
  openAdmin,
  startValkey,
  withoutValkey,
  type ValkeyServer,
} from '../../../test/support/valkey.ts';
import { RateLimiter } from './rate-limiter.ts';
import { Valkey } from './valkey.ts';

const POINTS = 3;
const WINDOW_SECONDS = 600;

describe.skipIf(withoutValkey('a Valkey server that fails'))('a Valkey server', () => {
  let server: ValkeyServer;
  let admin: Awaited<ReturnType<typeof openAdmin>>;
  let valkey: Valkey;
  let lines: { level: number; msg: string }[] = [];
  const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) });
  let registry: Registry;
  let limiter: RateLimiter;

  const open = async (url: string): Promise<void> => {
    valkey = await Valkey.open(url, log);
    registry = new Registry();
    limiter = new RateLimiter({
      limits: { lists: { points: POINTS, windowSeconds: WINDOW_SECONDS } },
      shared: valkey.counters,
      secret: 's'.repeat(32),
      registry,
    });
  };
  beforeAll(async () => {
    server = await startValkey();
    await open(server.url);
    admin = await openAdmin(server.url);
    admin.on('error', () => {});
  });
  beforeEach(() => (lines = []));
  afterAll(async () => {
    valkey.close();
    admin.destroy();
    await server.close();
  });

  let subjects = 0;
  const subject = (): string => `key-${(subjects += 1)}`;
  const consume = async (key: string, times = 1): Promise<(boolean | undefined)[]> => {
    const allowed: (boolean | undefined)[] = [];
    for (let i = 0; i < times; i += 1) allowed.push((await limiter.consume('lists', key))?.allowed);
    return allowed;
  };
  const countedAlone = async (): Promise<number> =>
    Number(/counted_alone_total (\d+)/.exec(await registry.metrics())?.[1]);
  /** Counts a request on the server. */
  const countsThere = async (): Promise<boolean> => {
    const before = await countedAlone();
    await consume(subject());
    return (await countedAlone()) === before;
  };
  const told = () => lines.map(({ level, msg }) => [level, msg.split(':')[0]]);
  const AWAY = [40, 'Valkey does not answer'];
  const BACK = [30, 'Valkey answers again'];

  test('has one key per counter, which expires and does not reveal the subject', async () => {
    await admin.flushAll();
    await consume('203.0.113.7', 2);
    const [key, ...others] = await admin.keys('*');
    expect(others).toEqual([]);
    expect(key).toMatch(/^oriki:rate-limit:lists:[\w-]{22}$/);
    expect(await admin.get(key!)).toBe('2');
    const left = await admin.pTTL(key!);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(WINDOW_SECONDS * 1000);
  });

  test('starts new windows after it was emptied, except for used-up counters', async () => {
    const [used, other] = [subject(), subject()];
    await consume(used, POINTS + 1);
    await consume(other, POINTS);
    await admin.flushAll();
    expect(await consume(used)).toEqual([false]);
    expect(await consume(other)).toEqual([true]);
    expect([await countedAlone(), lines]).toEqual([0, []]);
  });

  test('does not count as slow because the process was paused', async () => {
    const asked = limiter.consume('lists', subject());
    const until = performance.now() + 300;
    while (performance.now() < until);
    expect((await asked)?.remaining).toBe(POINTS - 1);
    expect([await countedAlone(), lines]).toEqual([0, []]);
  });

  test('is skipped while it hangs: each process counts locally, and shares limits again afterwards', async () => {
    const [used, key] = [subject(), subject()];
    await consume(used, POINTS + 1);
    await consume(key, POINTS);
    server.signal('SIGSTOP');
    const burst = await Promise.all(
      Array.from({ length: 50 }, () => limiter.consume('lists', key)),
    );
    expect(burst.filter((state) => state?.allowed)).toHaveLength(POINTS);
    // Points that were used up stay used up.
    expect(await consume(used)).toEqual([false]);
    // The three commands end long before each of them could have waited 250 ms.
    await consume(key, 1000);
    expect(await limiter.peek('lists', key)).toMatchObject({ allowed: false });
    expect(told()).toEqual([AWAY]);
    server.signal('SIGCONT');
    await eventually(countsThere);
    expect(told()).toEqual([AWAY, BACK]);
    const asked = /cmdstat_eval:calls=(\d+)/.exec(await admin.info('commandstats'))?.[1];
    expect(Number(asked)).toBeLessThan(150);
    expect(await consume(key)).toEqual([false]);
  });

  test('loses no answer when it is killed and returns empty', async () => {
    const key = subject();
    await server.kill();
    expect(await consume(key, POINTS + 2)).toEqual([true, true, true, false, false]);
    await server.start();
    await eventually(countsThere);
    expect(told()).toEqual([AWAY, BACK]);
    expect(await consume(key, POINTS + 1)).toEqual([true, true, true, false]);
  });

  test('is retried over new connections when it rejects writes, like a former primary', async () => {
    const clients = async () => (await admin.clientList()).map(({ id }) => id);
    await eventually(() => admin.isReady);
    const before = await clients();
    await admin.sendCommand(['REPLICAOF', '127.0.0.1', '1']);
    const key = subject();
    expect(await consume(key, 10)).toEqual([true, true, true, ...Array(7).fill(false)]);
    await admin.sendCommand(['REPLICAOF', 'NO', 'ONE']);
    await eventually(countsThere);
    expect(told()).toEqual([AWAY, BACK]);
    expect((await clients()).some((id) => !before.includes(id))).toBe(true);
  });

  test('does not block a start when it rejects the password, which is not in the log', async () => {
    await admin.sendCommand(['ACL', 'SETUSER', 'oriki', 'on', '>right', '~*', '+@all']);
    valkey.close();
    await open(`redis://oriki:wrong-password@127.0.0.1:${server.port}`);
    expect(await consume(subject(), POINTS + 1)).toEqual([true, true, true, false]);
    expect(await countedAlone()).toBe(POINTS + 1);
    expect(told()).toEqual([AWAY]);
    expect(JSON.stringify(lines)).toContain('WRONGPASS');
    expect(JSON.stringify(lines)).not.toContain('wrong-password');
    await admin.sendCommand(['ACL', 'SETUSER', 'oriki', '>wrong-password']);
    await eventually(countsThere);
    expect(told()).toEqual([AWAY, BACK]);
  });
});
