import { DECIMAL_PLACES, fromMillionths, toMillionths } from '../../platform/decimal.ts';

/**
 * A tier of a price. Units of the month above the previous tier, up to `upTo`, cost `unitPrice` minor units each. Exact
 * decimals; null for no limit.
 */
export type Tier = { upTo: string | null; unitPrice: string };
export type PricedItem = { service: string; metric: string; tiers: Tier[] };
/** The prices of a month's usage. Items are in the order of service and metric. */
export type Prices = { currency: string; items: PricedItem[] };

export type Quantity = { service: string; metric: string; quantity: string };
/** The sums of the month's earlier documents. */
export type Charged = {
  service: string;
  metric: string;
  totalQuantity: string;
  totalAmount: number;
};
export type Line = Charged & { quantity: string; amount: number };

/** One minor unit of a currency, in millionths of a unit times millionths of a price. */
const ONE = 10n ** BigInt(2 * DECIMAL_PLACES);

/** Rounds to a whole number, halves up. `value` is not negative. */
function rounded(value: bigint): bigint {
  return (value + ONE / 2n) / ONE;
}

/**
 * Returns the price of a month's quantity, in minor units, calculated exactly over all tiers and rounded once. A
 * negative quantity costs nothing.
 */
export function priceOf(tiers: readonly Tier[], quantity: string): bigint {
  const total = toMillionths(quantity);
  let below = 0n;
  let cost = 0n;
  for (const { upTo, unitPrice } of tiers) {
    if (total <= below) break;
    const end = upTo === null ? total : toMillionths(upTo);
    cost += ((end < total ? end : total) - below) * toMillionths(unitPrice);
    below = end;
  }
  return rounded(cost);
}

type Name = { service: string; metric: string };
function keyOf({ service, metric }: Name): string {
  return `${service}\n${metric}`;
}
function byKey<T extends Name>(rows: readonly T[]): Map<string, T> {
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** @throws RangeError if a JSON number cannot represent the amount exactly */
function wholeAmount(amount: bigint): number {
  if (amount > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('an amount beyond 2^53');
  return Number(amount);
}

/**
 * Returns the lines of a document that, together with earlier documents of the month, charge the cost of its usage.
 * Depends only on its arguments, and not on their order.
 * @param usage all usage of the month
 * @param charged the sums of earlier documents; empty for the invoice
 * @returns lines in the order of service and metric; for a note only those that change an amount
 */
export function linesOf(
  prices: Prices,
  usage: readonly Quantity[],
  charged: readonly Charged[],
): Line[] {
  const [items, used, before] = [byKey(prices.items), byKey(usage), byKey(charged)];
  const isInvoice = before.size === 0;
  const names = [...new Map<string, Name>([...items, ...before]).values()].toSorted((a, b) =>
    keyOf(a) < keyOf(b) ? -1 : 1,
  );
  return names.flatMap(({ service, metric }) => {
    const key = keyOf({ service, metric });
    const totalQuantity = used.get(key)?.quantity ?? '0';
    const totalAmount = wholeAmount(priceOf(items.get(key)?.tiers ?? [], totalQuantity));
    const last = before.get(key) ?? { totalQuantity: '0', totalAmount: 0 };
    const amount = totalAmount - last.totalAmount;
    if (amount === 0 && !(isInvoice && totalQuantity !== '0')) return [];
    const quantity = fromMillionths(toMillionths(totalQuantity) - toMillionths(last.totalQuantity));
    return [{ service, metric, quantity, totalQuantity, amount, totalAmount }];
  });
}

/** @throws RangeError as `linesOf` */
export function totalOf(lines: readonly Line[]): number {
  const total = lines.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  wholeAmount(total < 0n ? -total : total);
  return Number(total);
}
