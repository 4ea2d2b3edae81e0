import { clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { otherMetrics, usageOfMonth, type MonthCost } from '../usage/index.ts';
import { MAX_UNPRICED } from './charge.ts';
import { monthName, monthStart } from './month.ts';
import { pricesOf, type PriceSheet } from './price-sheet.ts';
import { linesOf, totalOf } from './pricing.ts';

/**
 * Returns the cost of the current month so far, equal to an invoice issued now; null without prices.
 * @throws RangeError for an amount that a JSON number cannot represent exactly
 */
export async function monthCost(
  db: Queryable,
  sheet: PriceSheet | undefined,
  orgId: string,
): Promise<MonthCost | null> {
  const month = monthName(clock.now().toISOString());
  const start = monthStart(month);
  const prices = sheet && pricesOf(sheet, start);
  if (!prices) return null;
  const lines = linesOf(prices, await usageOfMonth(db, orgId, start, prices.items), []);
  const others = await otherMetrics(db, orgId, start, prices.items, MAX_UNPRICED);
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
