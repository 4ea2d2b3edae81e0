import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromMillionths } from '../../platform/decimal.ts';
import { linesOf, priceOf, totalOf, type Charged, type Prices, type Tier } from './pricing.ts';

function flat(unitPrice: string): Tier[] {
  return [{ upTo: null, unitPrice }];
}

test.each([
  [flat('12.5'), '2', 25n],
  [flat('12.5'), '1', 13n],
  [flat('0.5'), '1', 1n],
  [flat('0.499999'), '1', 0n],
  [flat('0.000001'), '499999', 0n],
  [flat('0.000001'), '500000', 1n],
  [flat('0.1'), '0.3', 0n],
  [flat('3'), '0.166667', 1n],
  [flat('1'), '0', 0n],
  [flat('1'), '-5', 0n],
  [flat('999999999999.999999'), '1000', 1_000_000_000_000_000n],
  [[], '7', 0n],
])('%j: %s units cost %s', (tiers, quantity, amount) => {
  expect(priceOf(tiers, quantity)).toBe(amount);
});

test('each tier prices the units above the previous tier, and the sum is rounded once', () => {
  const tiers: Tier[] = [
    { upTo: '10', unitPrice: '0' },
    { upTo: '100.5', unitPrice: '0.25' },
    { upTo: null, unitPrice: '0.1' },
  ];
  const costs = ['9', '10', '12', '100.5', '101.5', '200.5'].map((n) => Number(priceOf(tiers, n)));
  // 0.5, 22.625, 22.725, 32.625
  expect(costs).toEqual([0, 0, 1, 23, 23, 33]);
});

function millionths(max: bigint) {
  return fc.bigInt(0n, max).map(fromMillionths);
}
const tiersOf = fc
  .tuple(
    fc.uniqueArray(fc.bigInt(1n, 10n ** 9n), { maxLength: 3 }),
    fc.array(millionths(10n ** 8n), { minLength: 4, maxLength: 4 }),
  )
  .map(([ends, prices]) => [
    ...ends
      .toSorted((a, b) => (a < b ? -1 : 1))
      .map((end, i) => ({ upTo: fromMillionths(end), unitPrice: prices[i]! })),
    { upTo: null, unitPrice: prices[3]! },
  ]);
const METRICS = ['a', 'b', 'c'];
const pricesOf = fc
  .tuple(fc.subarray(METRICS), fc.array(tiersOf, { minLength: 3, maxLength: 3 }))
  .map(([metrics, tiers]): Prices => {
    const items = metrics.map((metric, i) => ({ service: 's', metric, tiers: tiers[i]! }));
    return { currency: 'EUR', items };
  });
/** The usage of a month in the order of arrival, including corrections. */
const arriving = fc.array(
  fc.record({ metric: fc.constantFrom(...METRICS), quantity: fc.bigInt(-(10n ** 7n), 10n ** 9n) }),
  { maxLength: 20 },
);

function sums(uses: { metric: string; quantity: bigint }[]) {
  const all = new Map<string, bigint>();
  for (const { metric, quantity } of uses) all.set(metric, (all.get(metric) ?? 0n) + quantity);
  return [...all].map(([metric, quantity]) => ({
    service: 's',
    metric,
    quantity: fromMillionths(quantity),
  }));
}

test('a price equals the sum unit by unit, rounded half up', () => {
  const ends = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 2, maxLength: 2 });
  const prices = fc.array(fc.bigInt(0n, 3_000_000n), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(ends, prices, fc.nat(60), (unsorted, perUnit, quantity) => {
      const [first = 0, second = 0] = unsorted.toSorted((a, b) => a - b);
      let exact = 0n;
      for (let unit = 1; unit <= quantity; unit += 1)
        exact += perUnit[unit <= first ? 0 : unit <= second ? 1 : 2]!;
      const expected = exact / 1_000_000n + (exact % 1_000_000n >= 500_000n ? 1n : 0n);
      const tiers = [String(first), String(second), null].map((upTo, i) => ({
        upTo,
        unitPrice: fromMillionths(perUnit[i]!),
      }));
      expect(priceOf(tiers, String(quantity))).toBe(expected);
    }),
  );
});

test('the lines of an invoice add up, and do not depend on the order in which usage arrives', () => {
  fc.assert(
    fc.property(pricesOf, arriving, (prices, uses) => {
      const lines = linesOf(prices, sums(uses), []);
      expect(linesOf(prices, sums(uses.toReversed()), [])).toEqual(lines);
      expect(totalOf(lines)).toBe(lines.reduce((sum, { amount }) => sum + amount, 0));
      const used = new Map(sums(uses).map(({ metric, quantity }) => [metric, quantity]));
      for (const { metric, amount, quantity } of lines) {
        expect(quantity).toBe(used.get(metric));
        const { tiers } = prices.items.find((item) => item.metric === metric)!;
        expect(BigInt(amount)).toBe(priceOf(tiers, quantity));
      }
    }),
  );
});

test('an invoice and any notes of a month together charge its usage once, however the usage is split', () => {
  fc.assert(
    fc.property(
      pricesOf,
      arriving,
      fc.array(fc.nat(20), { maxLength: 4 }),
      fc.option(pricesOf, { nil: undefined }),
      (prices, uses, cuts, later) => {
        const charged = new Map<string, Charged>();
        const all: { metric: string; amount: number; quantity: string }[] = [];
        const charge = (at: Prices, n: number): void => {
          for (const line of linesOf(at, sums(uses.slice(0, n)), [...charged.values()])) {
            charged.set(line.metric, line);
            all.push(line);
          }
        };
        for (const n of cuts.toSorted((a, b) => a - b)) charge(prices, n);
        charge(prices, uses.length);
        const last = later ?? prices;
        charge(last, uses.length);
        for (const metric of METRICS) {
          const own = all.filter((line) => line.metric === metric);
          const quantity = sums(uses).find((sum) => sum.metric === metric)?.quantity ?? '0';
          const tiers = last.items.find((item) => item.metric === metric)?.tiers ?? [];
          expect(own.reduce((sum, { amount }) => sum + amount, 0)).toBe(
            Number(priceOf(tiers, quantity)),
          );
        }
        // Nothing remains to be charged.
        expect(
          linesOf(last, sums(uses), [...charged.values()]).filter(({ amount }) => amount !== 0),
        ).toEqual([]);
      },
    ),
  );
});

test('an amount that JSON cannot represent exactly is rejected, not rounded', () => {
  const prices: Prices = {
    currency: 'EUR',
    items: [{ service: 's', metric: 'a', tiers: flat('999999999999') }],
  };
  const usage = [{ service: 's', metric: 'a', quantity: '999999999999' }];
  expect(() => linesOf(prices, usage, [])).toThrow(RangeError);
});
