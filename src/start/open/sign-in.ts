import { ConfigError, environmentValue, type Config } from '../../config/config.ts';
import { loadIssuers, type Issuer } from '../../modules/people/index.ts';
import { OperatorFileError } from '../../platform/operator-file.ts';
import { AddressRules } from '../../platform/outbound/address.ts';
import { checkTarget } from '../../platform/outbound/target.ts';
import { StartError } from '../start-error.ts';

/**
 * Reads the file of identity providers. Needs no database, so that mistakes are reported before one is opened.
 * @throws StartError
 */
export async function readIssuers(config: Config): Promise<Issuer[]> {
  const rules = new AddressRules(config.outboundAllow);
  const targetProblem = (url: string) => checkTarget(url, rules).problem;
  return loadIssuers(config.signInFile, environmentValue, targetProblem).catch((error: unknown) => {
    throw error instanceof OperatorFileError
      ? new StartError(error.message, ConfigError.exitCode, error)
      : error;
  });
}
