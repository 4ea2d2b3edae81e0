import type { Kind } from '../kinds/schemas.ts';
import type { ConsentNeed } from '../providers/adapter.ts';
import type { ProvidersConfig } from './chain.ts';
import type { ProviderConfig } from './provider.ts';

type Consenting = Pick<ProviderConfig, 'adapter' | 'consent'>;

export function needOf({ adapter }: Consenting, kind: Kind): ConsentNeed {
  return adapter[kind]?.consent ?? 'none';
}

/**
 * The consent on the basis of which a provider may be asked: recorded by the tenant, held under contract, or none
 * because the provider needs none.
 */
export type Basis = 'recorded' | 'contract' | 'none';

/**
 * Returns the basis; undefined if the provider must be skipped.
 * @param hasConsent true if the call carries a recorded consent
 * @param canTalk true in a session, where a register can ask the person itself
 */
export function basisOf(
  provider: Consenting,
  kind: Kind,
  hasConsent: boolean,
  canTalk = false,
): Basis | undefined {
  const need = needOf(provider, kind);
  const promptsItself = need === 'otp' || need === 'redirect';
  if (promptsItself && !(canTalk && provider.adapter[kind]?.converse)) return undefined;
  if (hasConsent) return 'recorded';
  if (promptsItself) return 'none';
  if (provider.consent === 'contract') return 'contract';
  return need === 'none' ? 'none' : undefined;
}

/** A chain with providers that calls without a consent skip. */
export type AffectedChain = {
  kind: Kind;
  country: string;
  skipped: string[];
  /** True if the whole chain is affected, because no provider is left. */
  isWhole: boolean;
};

/** Lists the chains that calls without a consent use only in part, or not at all. */
export function chainsNeedingConsent({ providers, chains }: ProvidersConfig): AffectedChain[] {
  const byLabel = new Map(providers.map((provider) => [provider.label, provider]));
  return [...chains].flatMap(([kind, countries]) =>
    [...countries].flatMap(([country, labels]) => {
      const skipped = labels.filter((label) => !basisOf(byLabel.get(label)!, kind, false));
      const isWhole = skipped.length === labels.length;
      return skipped.length === 0 ? [] : [{ kind, country, skipped, isWhole }];
    }),
  );
}
