import type { Config } from '../../config/config.ts';
import {
  AdapterSetupError,
  chainsNeedingConsent,
  type ProvidersConfig,
} from '../../modules/identity/index.ts';
import { readProviders } from '../open/identity.ts';
import { OutboundClient } from '../../platform/outbound/client.ts';
import { OutboundError } from '../../platform/outbound/error.ts';
import { StartError } from '../start-error.ts';
import { findings, type Finding } from './finding.ts';

const PAGE = 'operations/identity.md';

const ONLINE_TIMEOUT_MS = 5000;

type Provider = ProvidersConfig['providers'][number];

/** Checks that a vendor answers at all. Sends no verification, so the vendor charges nothing. */
async function checkVendor({ label, baseUrl }: Provider, client: OutboundClient): Promise<Finding> {
  const { ok, fail } = findings(`provider ${label}`, PAGE);
  try {
    await client.request({
      url: baseUrl!,
      method: 'GET',
      headers: {},
      timeoutMs: ONLINE_TIMEOUT_MS,
      maxResponseBytes: 1024,
    });
    return ok('it answers; only a verification shows whether the credentials are correct');
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return fail(
      `it cannot be reached: ${error.message}`,
      'let processes of both roles reach it directly',
    );
  }
}

/** Checks that this machine has everything that an adapter needs. */
async function checkSetup({ label, adapter }: Provider): Promise<Finding[]> {
  if (!adapter.start) return [];
  const { ok, fail } = findings(`provider ${label}`, PAGE);
  try {
    await adapter.start();
    return [ok('it has what it needs on this machine')];
  } catch (error) {
    if (!(error instanceof AdapterSetupError)) throw error;
    return [fail(error.message, 'install the missing parts')];
  } finally {
    await adapter.stop?.();
  }
}

/** Names the chains of which calls without a consent use only a part, or nothing. */
function checkConsent(config: ProvidersConfig): Finding[] {
  const affected = chainsNeedingConsent(config);
  if (affected.length === 0) return [];
  const chains = affected.map(
    ({ kind, country, skipped, isWhole }) =>
      `${kind} ${country} (${isWhole ? 'rejected' : `skips ${skipped.join(', ')}`})`,
  );
  return [
    findings('consent', 'consent.md').warn(
      `calls without a consent are affected in these chains: ${chains.join(', ')}`,
      'ask the organizations to send a consent, or set consent: contract for providers whose tenants hold it under contract',
    ),
  ];
}

export async function checkProviders(config: Config, online: boolean): Promise<Finding[]> {
  const { ok, warn, fail } = findings('providers', PAGE);
  let chosen: ProvidersConfig;
  try {
    chosen = await readProviders(config);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return [fail(error.message, 'correct the file that ORIKI_PROVIDERS_FILE names')];
  }
  const { providers } = chosen;
  const labels = providers.map(({ label }) => label).join(', ');
  const found = providers.some(({ sandbox }) => sandbox)
    ? warn(
        'the sandbox answers about identities with invented data',
        'before production set ORIKI_PROVIDERS_FILE to a file with your vendors (docs/provider-chain.md)',
      )
    : ok(`${labels}`);
  const setups = await Promise.all(providers.map(checkSetup));
  const client = new OutboundClient({ allow: config.outboundAllow });
  const vendors = online ? providers.filter(({ baseUrl }) => baseUrl !== undefined) : [];
  const reached = await Promise.all(vendors.map((provider) => checkVendor(provider, client)));
  await client.close();
  return [found, ...checkConsent(chosen), ...setups.flat(), ...reached];
}
