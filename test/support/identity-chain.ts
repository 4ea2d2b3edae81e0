/** A provider chain over adapters whose answers a test sets. */
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { ProviderChain } from '../../src/modules/identity/chain/chain.ts';
import type { ProviderConfig } from '../../src/modules/identity/chain/provider.ts';
import type {
  Adapter,
  Answer,
  LookupOf,
  Upstream,
} from '../../src/modules/identity/providers/adapter.ts';
import { OutboundClient } from '../../src/platform/outbound/client.ts';

export const LOOKUP: LookupOf['account'] = {
  country: 'NG',
  accountNumber: '0123456789',
  bankCode: '058',
  claimed: { firstName: 'Adaeze', lastName: 'Okafor' },
};

export const FOUND: Answer<'account'> = { outcome: 'ok', accountName: 'ADAEZE OKAFOR', raw: '{}' };

export type Say = (upstream: Upstream) => Promise<Answer<'account'>> | Answer<'account'>;

/** Returns a provider for Nigerian accounts, by default without retries and breaker. */
export function provider(
  label: string,
  say: Say,
  more: Partial<ProviderConfig> = {},
): ProviderConfig {
  return {
    label,
    adapter: adapterOf(say),
    baseUrl: undefined,
    timeoutMs: 1000,
    retries: 0,
    breaker: undefined,
    onNotFound: 'stop',
    ...more,
  };
}

function adapterOf(say: Say): Adapter {
  return {
    account: { countries: ['NG'], ask: async (_lookup, upstream) => say(upstream) },
  };
}

/** Returns a chain of these providers in this order, for Nigerian accounts or NINs, as their adapters support. */
export function chainOf(providers: ProviderConfig[], client = new OutboundClient({ allow: [] })) {
  const lines: Record<string, unknown>[] = [];
  const recovered: string[] = [];
  const registry = new Registry();
  const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) });
  const labels = providers.map(({ label }) => label);
  const kind = providers.some(({ adapter }) => adapter.nin) ? 'nin' : 'account';
  const chain = new ProviderChain(
    { providers, chains: new Map([[kind, new Map([['NG', labels]])]]) },
    { client, log, registry, onRecovered: (label) => void recovered.push(label) },
  );
  const ask = () => chain.ask('account', LOOKUP, { reference: 'verification-1' });
  return { chain, ask, lines, recovered, registry };
}
