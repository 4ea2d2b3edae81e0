import type { Config } from '../../config/config.ts';
import { readPriceSheet } from '../open/prices.ts';
import { StartError } from '../start-error.ts';
import { findings, type Finding } from './finding.ts';

const PAGE = 'operations/billing.md';

export async function checkPrices(config: Config): Promise<Finding> {
  const { ok, fail } = findings('prices', PAGE);
  try {
    return (await readPriceSheet(config))
      ? ok('the price sheet can be read')
      : ok('no price sheet: no invoices are made');
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return fail(error.message, 'correct the file that ORIKI_PRICE_SHEET_FILE names');
  }
}
