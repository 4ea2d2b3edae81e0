import { ConfigError, environmentValue, type Config } from '../../config/config.ts';
import {
  AdapterSetupError,
  loadProviders,
  openIdentity,
  ProvidersFileError,
  type ProvidersConfig,
  type IdentityServices,
} from '../../modules/identity/index.ts';
import { asStartError } from '../database-problems.ts';
import type { OpenDatabase } from '../open.ts';
import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import type { Metrics } from '../../platform/observability/metrics.ts';
import { AddressRules } from '../../platform/outbound/address.ts';
import { hostOf } from '../../platform/outbound/target.ts';
import { StartError } from '../start-error.ts';
import { followers } from '../../modules/cases/index.ts';
import type { Screening } from '../../modules/screening/index.ts';
import { Sessions } from '../../modules/verification-sessions/index.ts';
import type { Database } from '../../platform/db/database.ts';

export type Identity = Awaited<ReturnType<typeof openIdentity>>;

/** Reads the providers' file. Needs no database, so mistakes are reported before one is opened. @throws StartError */
export async function readProviders(config: Config): Promise<ProvidersConfig> {
  const rules = new AddressRules(config.outboundAllow);
  return loadProviders(config.providersFile, environmentValue, rules).catch((error: unknown) => {
    throw asSetupError(error);
  });
}

/** Returns the hosts of the configured providers, as the rules for addresses write them. */
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

/** Creates the runner of verification sessions in one process. @param db any database of the installation */
export function openSessions(
  db: Database,
  parts: { envelopes: Envelopes; identity: IdentityServices; screening: Screening },
): Sessions {
  const { envelopes, identity, screening } = parts;
  return new Sessions(db, envelopes, { identity, screening, followers, envelopes });
}
