/** Prices of past months, for charges while processes are under faults. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const SERVICE = 'load';
export const METRICS = ['units', 'parts'] as const;
export type Metric = (typeof METRICS)[number];

/** Months as YYYY-MM, oldest first, that can be charged whenever this runs: two to four before the current one. */
export const MONTHS = [4, 3, 2].map((before) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - before, 1))
    .toISOString()
    .slice(0, 7);
});

const SHEET = {
  versions: [
    {
      from: MONTHS[0],
      currency: 'EUR',
      items: [
        { service: SERVICE, metric: 'units', unitPrice: 1 },
        {
          service: SERVICE,
          metric: 'parts',
          tiers: [{ upTo: 100, unitPrice: 0 }, { unitPrice: '2.5' }],
        },
      ],
    },
  ],
};

/** Returns the price of a month's quantity of a metric, in minor units: docs/invoices.md, "The price sheet". */
export function costOf(metric: Metric, quantity: number): number {
  const cost = metric === 'units' ? quantity : (quantity - 100) * 2.5;
  return Math.max(0, Math.round(cost));
}

/** @returns the path of the price sheet */
export async function writePrices(folder: string): Promise<string> {
  const path = join(folder, 'prices.json');
  await writeFile(path, JSON.stringify(SHEET));
  return path;
}
