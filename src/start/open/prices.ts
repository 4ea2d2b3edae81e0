import { ConfigError, type Config } from '../../config/config.ts';
import { loadPriceSheet, type PriceSheet } from '../../modules/invoices/index.ts';
import { OperatorFileError } from '../../platform/operator-file.ts';
import { StartError } from '../start-error.ts';

/**
 * Reads the price sheet; undefined without one. Needs no database, so mistakes are reported before one is opened.
 * @throws StartError
 */
export async function readPriceSheet(config: Config): Promise<PriceSheet | undefined> {
  try {
    return await loadPriceSheet(config.priceSheetFile);
  } catch (error) {
    if (!(error instanceof OperatorFileError)) throw error;
    throw new StartError(error.message, ConfigError.exitCode, error);
  }
}
