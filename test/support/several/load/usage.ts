import { setTimeout as sleep } from 'node:timers/promises';
import type { Area, Tenant, World } from '../world.ts';

const SUM = 'the sums of usage equal the acknowledged reports';

/** Reports of other services, each with its own id. */
export function usageLoad(world: World): Area {
  const { client, tally, random, tenants, unique } = world;
  tally.expects(SUM);
  const sums = new Map<Tenant, number>();
  return {
    name: 'usage',
    async step() {
      const tenant = random.pick(tenants);
      const id = unique('usage');
      const quantity = 1 + random.below(100);
      const at = new Date().toISOString();
      const item = { service: 'email', metric: 'messages', quantity, at, id };
      const body = random.oneIn(3) ? { items: [item] } : item;
      const path = 'items' in body ? '/usage/batch' : '/usage';
      await client.ask({ method: 'POST', path, key: tenant.key, body, idempotencyKey: id }, 201);
      sums.set(tenant, (sums.get(tenant) ?? 0) + quantity);
    },
    async verify() {
      const sumOf = async ({ key }: Tenant): Promise<number> => {
        const { data } = await client.ask(
          { method: 'GET', path: '/usage?service=email&metric=messages', key },
          200,
        );
        return (data.items as { quantity: string }[]).reduce(
          (sum, i) => sum + Number(i.quantity),
          0,
        );
      };
      for (const [tenant, expected] of sums) {
        let sum = await sumOf(tenant);
        for (let tries = 0; sum !== expected && tries < 20; tries += 1) {
          await sleep(200);
          sum = await sumOf(tenant);
        }
        tally.check(SUM, sum === expected, () => `${sum} instead of ${expected}`);
      }
    },
  };
}
