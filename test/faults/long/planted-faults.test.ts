/** The checks under faults find each class of fault that the balancer imitates. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { startAccountVendor, writeProviders } from '../../support/identity-vendor.ts';
import { cleanUp, eventually, freshDataDir } from '../../support/process.ts';
import { randomFrom } from '../../support/random.ts';
import { startReceiver } from '../../support/receiver.ts';
import type { Balancer } from '../../support/several/balancer.ts';
import { startCluster } from '../../support/several/cluster.ts';
import { AMPLE } from '../../support/several/limit-probe.ts';
import { startLoad } from '../../support/several/load/index.ts';
import { settingsLoad } from '../../support/several/load/settings.ts';
import { threadsLoad } from '../../support/several/load/threads.ts';
import { usageLoad } from '../../support/several/load/usage.ts';
import type { ClusterServer } from '../../support/several/server.ts';
import { Tally } from '../../support/several/tally.ts';
import { makeWorld, type Area, type World } from '../../support/several/world.ts';

afterAll(cleanUp);

type Plant = NonNullable<Balancer['plant']>;
const planted = new Map<string, number>();

function count(fault: string): true {
  planted.set(fault, (planted.get(fault) ?? 0) + 1);
  return true;
}

/** A fault of each class: the beginning of the promise that it breaks, and how it is made. */
function faults(keys: readonly string[]): Record<string, { breaks: string; plant: Plant }> {
  const past = new Map<string, string>();
  let turn = 0;
  const isTurn = (): boolean => (turn += 1) % 3 === 0;
  const answer = (response: Parameters<Plant>[1], status: number, text: string): true => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'planted' });
    response.end(text);
    return true;
  };
  return {
    'lost write': {
      breaks: 'the sums of usage equal',
      async plant({ method, url }, response) {
        if (method !== 'POST' || url !== '/api/v1/usage' || !isTurn()) return false;
        count('lost write');
        return answer(response, 201, '{"success":true,"data":{}}');
      },
    },
    'doubled write': {
      breaks: 'an acknowledged message exists once',
      async plant({ method, url, headers, body }, _, base) {
        if (method !== 'POST' || !url!.endsWith('/messages') || !isTurn()) return false;
        const key = `again-${headers['idempotency-key'] as string}`;
        const { ok } = await fetch(base + url, {
          method,
          headers: {
            'content-type': 'application/json',
            'x-api-key': headers['x-api-key'] as string,
            'idempotency-key': key,
          },
          body: body.toString(),
        });
        if (ok) count('doubled write');
        return false;
      },
    },
    'answer of 500': {
      breaks: 'every answer is in the envelope, and none is a 500',
      async plant({ method }, response) {
        if (method !== 'PATCH' || !isTurn()) return false;
        count('answer of 500');
        const error = '{"code":"INTERNAL_ERROR","message":"planted"}';
        return answer(response, 500, `{"success":false,"error":${error}}`);
      },
    },
    'rows of another organization': {
      breaks: 'created and changed objects exist once',
      async plant(request) {
        if (request.method !== 'GET' || !/\/permissions\/roles\?/.test(request.url!)) return false;
        count('rows of another organization');
        const own = request.headers['x-api-key'];
        request.headers['x-api-key'] = keys.find((key) => key !== own)!;
        return false;
      },
    },
    'answer from the past': {
      breaks: 'a participant who has joined takes part',
      async plant({ method, url, headers }, response, base) {
        const [, thread] = /^(\/api\/v1\/threads\/[^/?]+)(\/participants.*)?$/.exec(url!) ?? [];
        if (thread === undefined) return false;
        if (method === 'GET' && past.has(thread)) {
          count('answer from the past');
          return answer(response, 200, past.get(thread)!);
        }
        if (method === 'POST' && thread !== url && !past.has(thread)) {
          const key = headers['x-api-key'] as string;
          const before = await fetch(base + thread, { headers: { 'x-api-key': key } });
          if (before.ok) past.set(thread, await before.text());
        }
        return false;
      },
    },
  };
}

async function startWorld(
  tally: Tally,
  withStandby: boolean,
): Promise<{
  world: World;
  areas: Area[];
  stop: () => Promise<void>;
}> {
  const vendor = await startAccountVendor();
  const cluster = await startCluster(
    tally,
    {
      ORIKI_PROVIDERS_FILE: await writeProviders(await freshDataDir(), vendor.url),
      ORIKI_RATE_LIMITS: AMPLE,
    },
    { home: { withStandby, onSmallDisk: false } },
  );
  const receiver = await startReceiver();
  const world = await makeWorld(cluster, tally, randomFrom(1), vendor, receiver);
  return {
    world,
    areas: [await threadsLoad(world), await settingsLoad(world), usageLoad(world)],
    async stop() {
      await cluster.close();
      await receiver.stop();
      await vendor.stop();
    },
  };
}

test('the checks of a run find lost, doubled, foreign and past data, and answers of 500', async () => {
  const tally = new Tally();
  const { world, areas, stop } = await startWorld(tally, false);
  const all = faults(world.tenants.map(({ key }) => key));
  world.cluster.balancer.plant = async (request, response, base) => {
    for (const { plant } of Object.values(all))
      if (await plant(request, response, base)) return true;
    return false;
  };
  const load = startLoad(areas, 6, world.random, () => world.random.below(20));
  await eventually(() => load.steps > 500, 60_000);
  await load.stop();
  await sleep(200);
  for (const { verify } of areas) await verify().catch(() => {});
  await stop();

  expect([...planted.keys()].toSorted()).toEqual(Object.keys(all).toSorted());
  const broken = tally.checks.filter(({ violations }) => violations.length > 0);
  for (const [fault, { breaks }] of Object.entries(all))
    expect(
      broken.some(({ promise }) => promise.startsWith(breaks)),
      `${fault}: ${JSON.stringify(broken)}`,
    ).toBe(true);
});

/** Lets a standby fall behind without anything that waits for it. */
async function forgetStandby({ primary, standby }: ClusterServer): Promise<void> {
  await primary.ask("ALTER SYSTEM SET synchronous_standby_names = ''");
  await primary.ask('SELECT pg_reload_conf()');
  await standby!.ask("ALTER SYSTEM SET primary_conninfo = ''");
  await standby!.ask('SELECT pg_reload_conf()');
  await eventually(
    async () => (await standby!.ask('SELECT FROM pg_stat_wal_receiver')).length === 0,
  );
}

test('the checks of a run find the writes that a promoted standby has lost', async () => {
  const tally = new Tally();
  const { world, areas, stop } = await startWorld(tally, true);
  const [home] = world.cluster.servers;
  const load = startLoad(areas, 6, world.random, () => world.random.below(20));
  await eventually(() => load.steps > 200, 60_000);
  await forgetStandby(home);
  const { steps } = load;
  await eventually(() => load.steps > steps + 200, 60_000);
  await load.stop();
  const kept = tally.problems.filter((problem) => !problem.endsWith('nothing was observed'));
  await home.promote();
  await world.cluster.allReady(60_000);
  for (const { verify } of areas) await verify().catch(() => {});
  await stop();

  expect(kept).toEqual([]);
  const broken = tally.checks
    .filter(({ violations }) => violations.length > 0)
    .map(({ promise }) => promise);
  expect(broken).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^the sums of usage equal/),
      expect.stringMatching(/^an acknowledged message exists once/),
    ]),
  );
});
