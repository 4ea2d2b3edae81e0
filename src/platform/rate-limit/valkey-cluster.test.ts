import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../test/support/process.ts';
import {
  openAdmin,
  startValkeyCluster,
  withoutValkey,
  type ValkeyServer,
} from '../../../test/support/valkey.ts';
import { openValkey } from './valkey-cluster.ts';
import { RateLimiter } from './rate-limiter.ts';
import { within } from '../../../test/support/within.ts';

const POINTS = 3;
/** The rights of the user, as the documentation lists them. */
const [, RULE = ''] =
  /^user (oriki .*)$/m.exec(
    readFileSync(
      join(import.meta.dirname, '../../../docs/operations/several-processes.md'),
      'utf8',
    ),
  ) ?? [];

describe.skipIf(withoutValkey('a Valkey cluster'))('a Valkey cluster of three nodes', () => {
  let cluster: Awaited<ReturnType<typeof startValkeyCluster>>;
  let nodes: ValkeyServer[];
  const opened: Awaited<ReturnType<typeof openValkey>>[] = [];
  const lines: { level: number; msg: string }[] = [];
  const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) });
  const registry = new Registry();
  /** Two processes. */
  const limiters: RateLimiter[] = [];

  const letIn = async ({ url }: ValkeyServer): Promise<void> => {
    const admin = await openAdmin(url);
    await admin.sendCommand(['ACL', 'SETUSER', ...RULE.replace('>…', '>secret-word').split(' ')]);
    admin.destroy();
  };
  beforeAll(async () => {
    cluster = await startValkeyCluster();
    nodes = cluster.nodes;
    // Two of the nodes name the third.
    const text = nodes
      .slice(0, 2)
      .map(({ port }) => `redis://oriki:secret-word@127.0.0.1:${port}`)
      .join();
    await Promise.all(nodes.map(letIn));
    for (const each of [registry, new Registry()]) {
      const valkey = await openValkey(text, log);
      opened.push(valkey);
      limiters.push(
        new RateLimiter({
          limits: { lists: { points: POINTS, windowSeconds: 600 } },
          shared: valkey.counters,
          secret: 's'.repeat(32),
          registry: each,
        }),
      );
    }
  });
  afterAll(async () => {
    for (const valkey of opened) valkey.close();
    await cluster.close();
  });

  const countedAlone = async (): Promise<number> =>
    Number(/counted_alone_total (\d+)/.exec(await registry.metrics())?.[1]);
  /**
   * Returns the number of these keys that share one limit between both processes, and the number that each process
   * counts alone.
   */
  const shares = async (keys: string[]): Promise<{ together: number; alone: number }> => {
    const allowed = await Promise.all(
      keys.map(async (key) => {
        let sum = 0;
        for (let i = 0; i < 2 * (POINTS + 1); i += 1)
          if ((await limiters[i % 2]!.consume('lists', key))?.allowed) sum += 1;
        return sum;
      }),
    );
    const together = allowed.filter((sum) => sum === POINTS).length;
    const alone = allowed.filter((sum) => sum === 2 * POINTS).length;
    // At the moment when a node disappears or returns, some keys are counted both ways: by each process alone, and
    // together.
    for (const sum of allowed) {
      expect(sum).toBeGreaterThanOrEqual(POINTS);
      expect(sum).toBeLessThanOrEqual(3 * POINTS);
    }
    return { together, alone };
  };
  let subjects = 0;
  const subjectsOf = (count: number): string[] =>
    Array.from({ length: count }, () => `key-${(subjects += 1)}`);

  test('is one limit for all processes, with counters on every node that expire', async () => {
    expect(await shares(subjectsOf(200))).toEqual({ together: 200, alone: 0 });
    expect(await limiters[0]!.peek('lists', 'key-1')).toMatchObject({
      allowed: false,
      remaining: 0,
    });
    expect(await countedAlone()).toBe(0);
    for (const { url } of nodes) {
      const admin = await openAdmin(url);
      const keys = await admin.keys('*');
      expect(keys.length).toBeGreaterThan(20);
      for (const key of keys) {
        expect(key).toMatch(/^oriki:rate-limit:lists:[\w-]{22}\{[\w-]\}$/);
        expect(await admin.pTTL(key)).toBeGreaterThan(0);
      }
      admin.destroy();
    }
    expect(lines).toEqual([]);
  });

  test('keeps counting on the other nodes when one is killed, and on that node when it is back', async () => {
    const used = subjectsOf(60);
    await shares(used);
    await nodes[2]!.kill();
    // Subjects that are known to have used up a limit stay rejected in both cases.
    for (const key of used) expect((await limiters[0]!.consume('lists', key))?.allowed).toBe(false);
    const { together, alone } = await shares(subjectsOf(120));
    expect(together).toBeGreaterThan(40);
    expect(alone).toBeGreaterThan(10);
    expect(lines.map(({ level, msg }) => [level, msg.split(':')[0]])).toEqual([
      [40, 'Valkey does not answer'],
      [40, 'Valkey does not answer'],
    ]);
    await nodes[2]!.start();
    await letIn(nodes[2]!);
    await eventually(async () => (await shares(subjectsOf(30))).together === 30);
    // Each process logs the loss once, even without a request to the parts that have not been used since.
    await eventually(() => lines.length === 4);
    expect(lines.slice(2).map(({ level, msg }) => [level, msg.split(':')[0]])).toEqual([
      [30, 'Valkey answers again'],
      [30, 'Valkey answers again'],
    ]);
  });

  test('delays requests by at most the time-out when a node hangs, and uses the node when it recovers', async () => {
    nodes[1]!.signal('SIGSTOP');
    const keys = subjectsOf(120);
    // Each part fails separately: the parts of other nodes answer immediately.
    await shares(keys);
    const began = performance.now();
    const { together, alone } = await shares(subjectsOf(120));
    expect(together).toBeGreaterThan(40);
    expect(alone).toBeGreaterThan(10);
    expect(performance.now() - began).toBeLessThan(within(3000));
    nodes[1]!.signal('SIGCONT');
    await eventually(async () => (await shares(subjectsOf(30))).together === 30);
  });

  test('is used once it is available after an outage at the start', async () => {
    await Promise.all(nodes.map((node) => node.kill()));
    const valkey = await openValkey(nodes.map(({ url }) => url).join(), log);
    const late = new Registry();
    const limiter = new RateLimiter({
      limits: { lists: { points: POINTS, windowSeconds: 600 } },
      shared: valkey.counters,
      secret: 's'.repeat(32),
      registry: late,
    });
    for (let i = 0; i < 10; i += 1) await limiter.consume('lists', 'late');
    await Promise.all(nodes.map((node) => node.start()));
    const alone = async () => /counted_alone_total (\d+)/.exec(await late.metrics())?.[1];
    await eventually(async () => {
      const before = await alone();
      await limiter.consume('lists', subjectsOf(1)[0]!);
      return (await alone()) === before;
    });
    valkey.close();
  });
});

test('an unavailable cluster does not block a start, and the log names its nodes without their password', async () => {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line) => void lines.push(line) });
  const nobody = 'redis://:se-cret@127.0.0.1:1,redis://:se-cret@127.0.0.1:2';
  const valkey = await openValkey(nobody, log);
  const limiter = new RateLimiter({
    limits: { lists: { points: POINTS, windowSeconds: 600 } },
    shared: valkey.counters,
    secret: 's'.repeat(32),
    registry: new Registry(),
  });
  const allowed = [];
  for (let i = 0; i < POINTS + 4; i += 1)
    allowed.push((await limiter.consume('lists', 'key'))?.allowed);
  expect(allowed).toEqual([true, true, true, false, false, false, false]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('"host":"127.0.0.1:1, 127.0.0.1:2"');
  expect(lines[0]).not.toContain('se-cret');
  valkey.close();
});
