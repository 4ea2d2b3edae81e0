import { ConfigError, environmentValue, type Config } from '../../config/config.ts';
import {
  AdapterSetupError,
  loadProviders,
  openIdentity,
  ProvidersFileError,
  type ProvidersConfig,
} from '../../modules/identity/index.ts';
import { asStartError } from '../database-problems.ts';
import type { OpenDatabase } from '../open.ts';
import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import type { Metrics } from '../../platform/observability/metrics.ts';
import { AddressRules } from '../../platform/outbound/address.ts';
import { hostOf } from '../../platform/outbound/target.ts';
import { StartError } from '../start-error.ts';

export type Identity = Awaited<ReturnType<typeof openIdentity>>;

/**
 * Reads the providers' file. Needs no database, so that mistakes are reported before one is opened. @throws
 * StartError
 */
export async function readProviders(config: Config): Promise<ProvidersConfig> {
  const rules = new AddressRules(config.outboundAllow);
  return loadProviders(config.providersFile, environmentValue, rules).catch((error: unknown) => {
    throw asSetupError(error);
  });
}

/** Returns the hosts of the configured providers, in the form of the rules for addresses. */
function providerHosts({ providers }: ProvidersConfig): string[] {
  return providers.flatMap(({ baseUrl }) => (baseUrl ? hostOf(new URL(baseUrl)) : []));
}

/**
 * Opens identity verification with the configured providers.
 * @throws StartError
 */
export async function openIdentityParts(
  config: Config,
  { db, secret, egress }: OpenDatabase,
  parts: {
    envelopes: Envelopes;
    providers: ProvidersConfig;
    registry: Metrics['registry'];
    log: Logger;
  },
): Promise<Identity> {
  try {
    return await openIdentity({
      db,
      secret,
      clients: {
        providers: egress.client('provider', providerHosts(parts.providers)),
        images: egress.client('image'),
      },
      deadLetters: config.deadLetters,
      ...parts,
    });
  } catch (error) {
    throw asSetupError(error);
  }
}

function asSetupError(error: unknown): unknown {
  if (error instanceof ProvidersFileError || error instanceof AdapterSetupError)
    return new StartError(error.message, ConfigError.exitCode, error);
  return asStartError(error);
}
