import { clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { monthOf } from '../../platform/calendar/zoned-months.ts';
import { otherMetrics, usageOfMonth, type MonthCost, type UsageOf } from '../usage/index.ts';
import { MAX_UNPRICED } from './charge.ts';
import { monthStart } from './month.ts';
import { pricesOf, type PriceSheet } from './price-sheet.ts';
import { linesOf, totalOf } from './pricing.ts';

/**
 * Returns the cost of the current month so far, which an invoice issued now would have; null without prices.
 * @throws RangeError for an amount that a JSON number cannot represent exactly
 */
export async function monthCost(
  db: Queryable,
  sheet: PriceSheet | undefined,
  of: UsageOf,
): Promise<MonthCost | null> {
  const month = monthOf(of.zones, clock.now());
  const start = monthStart(month);
  const prices = sheet && pricesOf(sheet, start);
  if (!prices) return null;
  const lines = linesOf(prices, await usageOfMonth(db, of, start, prices.items), []);
  const others = await otherMetrics(db, of, start, prices.items, MAX_UNPRICED);
  return {
    month,
    currency: prices.currency,
    total: totalOf(lines),
    lines: lines.map(({ service, metric, quantity, amount }) => {
      return { service, metric, quantity, amount };
    }),
    unpriced: others,
  };
}
