import type { Config } from '../../config/config.ts';
import { AdapterSetupError, type ProvidersConfig } from '../../modules/identity/index.ts';
import { readProviders } from '../open/identity.ts';
import { OutboundClient } from '../../platform/outbound/client.ts';
import { OutboundError } from '../../platform/outbound/error.ts';
import { StartError } from '../start-error.ts';
import { findings, type Finding } from './finding.ts';

const PAGE = 'operations/identity.md';

const ONLINE_TIMEOUT_MS = 5000;

type Provider = ProvidersConfig['providers'][number];

/** Checks that a vendor answers at all. Sends no verification, so nothing is charged. */
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
    return ok('it answers; whether the credentials are right, only a verification tells');
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return fail(
      `it cannot be reached: ${error.message}`,
      'let processes of both roles reach it directly',
    );
  }
}

/** Checks that an adapter has what it needs on this machine. */
async function checkSetup({ label, adapter }: Provider): Promise<Finding[]> {
  if (!adapter.start) return [];
  const { ok, fail } = findings(`provider ${label}`, PAGE);
  try {
    await adapter.start();
    return [ok('it has what it needs on this machine')];
  } catch (error) {
    if (!(error instanceof AdapterSetupError)) throw error;
    return [fail(error.message, 'install what is missing')];
  } finally {
    await adapter.stop?.();
  }
}

export async function checkProviders(config: Config, online: boolean): Promise<Finding[]> {
  const { ok, warn, fail } = findings('providers', PAGE);
  let providers: readonly Provider[];
  try {
    ({ providers } = await readProviders(config));
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return [fail(error.message, 'correct the file that ORIKI_PROVIDERS_FILE names')];
  }
  const labels = providers.map(({ label }) => label).join(', ');
  const found = providers.some(({ sandbox }) => sandbox)
    ? warn(
        'the sandbox answers about identities, and what it says is invented',
        'before production set ORIKI_PROVIDERS_FILE to a file with your vendors (docs/provider-chain.md)',
      )
    : ok(`${labels}`);
  const setups = await Promise.all(providers.map(checkSetup));
  const client = new OutboundClient({ allow: config.outboundAllow });
  const vendors = online ? providers.filter(({ baseUrl }) => baseUrl !== undefined) : [];
  const reached = await Promise.all(vendors.map((provider) => checkVendor(provider, client)));
  await client.close();
  return [found, ...setups.flat(), ...reached];
}
