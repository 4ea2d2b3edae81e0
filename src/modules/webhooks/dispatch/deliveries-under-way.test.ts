import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DeliveriesUnderWay } from './deliveries-under-way.ts';

/** Makes a dispatcher with an unlimited number of deliveries to send. */
function dispatcher(underWay: DeliveriesUnderWay, orgId: string) {
  const state = { started: 0 };
  const fill = (): void => {
    while (underWay.free > 0) {
      underWay.count(orgId, 1);
      state.started += 1;
    }
  };
  underWay.join(fill);
  return { state, fill };
}

test('the dispatchers of several buckets share one limit of running requests, and fill free places in turn', async () => {
  const underWay = new DeliveriesUnderWay(6);
  const [one, two] = [dispatcher(underWay, 'org_1'), dispatcher(underWay, 'org_2')];
  one.fill();
  two.fill();
  expect([one.state.started, two.state.started, underWay.free]).toEqual([6, 0, 0]);
  expect([underWay.part(6), underWay.perOrg]).toEqual([3, 3]);
  for (let ended = 0; ended < 10; ended += 1) {
    underWay.count('org_1', -1);
    await setImmediate();
    expect(underWay.free).toBe(0);
  }
  expect(one.state.started - 6 + two.state.started).toBe(10);
  expect(two.state.started).toBe(5);
});

test('a stopped dispatcher is offered no place', async () => {
  const underWay = new DeliveriesUnderWay(1);
  const [one, two] = [dispatcher(underWay, 'org_1'), dispatcher(underWay, 'org_2')];
  one.fill();
  underWay.fillSoon(two.fill);
  underWay.leave(two.fill);
  underWay.count('org_1', -1);
  await setImmediate();
  expect([one.state.started, two.state.started]).toEqual([2, 0]);
});
