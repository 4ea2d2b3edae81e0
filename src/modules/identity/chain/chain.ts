import type { Registry } from 'prom-client';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { OutboundClient } from '../../../platform/outbound/client.ts';
import { HOME_COUNTRY, KINDS, type Kind } from '../kinds.ts';
import type { Answer, MatchOf, LookupOf, Rejection } from '../providers/adapter.ts';
import { createChainMetrics, type ChainMetrics } from './metrics.ts';
import {
  GuardedProvider,
  isUnavailableAnswer,
  type BreakerState,
  type ProviderConfig,
} from './provider.ts';

export type ProvidersConfig = {
  providers: readonly ProviderConfig[];
  /** Labels in the order of the calls, by kind and country. */
  chains: ReadonlyMap<Kind, ReadonlyMap<string, readonly string[]>>;
};

/** The maximum number of characters that are kept of an answer that no adapter understood: enough to recognize it. */
const MAX_UNKNOWN_CHARS = 64 * 1024;

/** An answer that ends the chain. */
type FinalAnswer<K extends Kind> = (({ outcome: 'ok' } & MatchOf[K]) | Rejection) & {
  raw?: string;
};

type Attempt = {
  provider: string;
  outcome: Answer<Kind>['outcome'];
  /** True if the provider was skipped, because it had failed before or its vendor requested a pause. */
  skipped: boolean;
  durationMs: number;
};

export type ChainResult<K extends Kind> = {
  /** Undefined when no provider could answer: `provider_down`. */
  answer: FinalAnswer<K> | undefined;
  /** The provider that answered. */
  provider: string | undefined;
  /** In the order of the calls. */
  attempts: Attempt[];
  /** If there is no answer: the last response that no adapter understood. */
  raw?: string;
};

export type ProviderHealth = {
  label: string;
  state: BreakerState;
  kinds: Kind[];
  lastOutcome: Attempt['outcome'] | undefined;
  lastFailureAt: Date | undefined;
  pausedUntil: Date | undefined;
};

export type ChainOptions = {
  client: OutboundClient;
  log: Logger;
  registry: Registry;
  /**
   * Called when a provider that had failed answers again. A caller is waiting, so it must return immediately and not
   * throw.
   */
  onRecovered: (label: string) => void;
};

/** Countries by kind and by sequence of providers: one short log line for all. */
type ChainTexts = Record<string, Partial<Record<Kind, string>>>;

/**
 * Asks the configured providers one after the other until one answers. In each process, a provider has one breaker for
 * all its kinds. Knows vendors only by label.
 */
export class ProviderChain {
  readonly #chains = new Map<Kind, Map<string, GuardedProvider[]>>();
  readonly #providers: GuardedProvider[];
  readonly #log: Logger;
  readonly #metrics: ChainMetrics;

  constructor(config: ProvidersConfig, options: ChainOptions) {
    this.#log = options.log;
    this.#providers = config.providers.map((provider) => new GuardedProvider(provider, options));
    const byLabel = new Map(this.#providers.map((provider) => [provider.config.label, provider]));
    for (const [kind, countries] of config.chains) {
      const chains = new Map<string, GuardedProvider[]>();
      for (const [country, labels] of countries)
        chains.set(
          country,
          labels.map((label) => byLabel.get(label)!),
        );
      this.#chains.set(kind, chains);
    }
    const asked = [...this.#chains].flatMap(([kind, countries]) =>
      [...countries.values()].flat().map(({ config: { label } }) => ({ kind, provider: label })),
    );
    this.#metrics = createChainMetrics(options.registry, asked, { states: () => this.health() });
  }

  /**
   * Prepares the providers that need it; they also answer without preparation.
   * @throws AdapterSetupError
   */
  async start(): Promise<void> {
    await Promise.all(this.#providers.map(({ config }) => config.adapter.start?.()));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#providers.map(({ config }) => config.adapter.stop?.()));
  }

  /** True if a chain exists, even an empty one; for virtual identifiers, if a provider accepts them. */
  supports(kind: Kind, country: string, isVirtual = false): boolean {
    if (isVirtual) return this.#chainOf(kind, country, true).length > 0;
    return this.#chains.get(kind)?.has(country) ?? false;
  }

  /** The countries with a chain for a kind, even an empty one, in alphabetical order. */
  countriesOf(kind: Kind): string[] {
    return [...(this.#chains.get(kind)?.keys() ?? [])].toSorted();
  }

  /** Labels in the order of the calls. */
  providersOf(kind: Kind, country: string, isVirtual = false): string[] {
    return this.#chainOf(kind, country, isVirtual).map(({ config }) => config.label);
  }

  /** For the log at start: the providers of each kind and country, and the kinds without a provider. */
  describe(): { sandbox: boolean; chains: ChainTexts; unanswered: Kind[] } {
    const chains: ChainTexts = {};
    for (const [kind, countries] of this.#chains)
      for (const [country, providers] of countries) {
        if (providers.length === 0) continue;
        const kinds = (chains[providers.map(({ config }) => config.label).join(', ')] ??= {});
        kinds[kind] = kinds[kind] === undefined ? country : `${kinds[kind]} ${country}`;
      }
    return {
      sandbox: this.#providers.some(({ config }) => config.sandbox === true),
      chains,
      unanswered: KINDS.filter((kind) => this.providersOf(kind, HOME_COUNTRY).length === 0),
    };
  }

  /** True if an answer may be invented. */
  usesSandbox(kind: Kind, country: string): boolean {
    return this.#chainOf(kind, country).some(({ config }) => config.sandbox === true);
  }

  /** The longest duration of any `ask`. */
  get longestMs(): number {
    const chains = [...this.#chains.values()].flatMap((countries) => [...countries.values()]);
    const times = chains.map((chain) =>
      chain.reduce((sum, { config }) => sum + config.timeoutMs, 0),
    );
    return Math.max(0, ...times);
  }

  /** For operators: the providers as this process sees them. */
  health(): ProviderHealth[] {
    return this.#providers.map((provider) => ({
      label: provider.config.label,
      state: provider.state,
      kinds: [...this.#chains]
        .filter(([, countries]) =>
          [...countries.values()].some((chain) => chain.includes(provider)),
        )
        .map(([kind]) => kind),
      lastOutcome: provider.lastOutcome,
      lastFailureAt: provider.lastFailureAt,
      pausedUntil: provider.pausedUntil,
    }));
  }

  /** For tenants, without vendor names: the kinds and countries, and whether a provider would be asked now. */
  availability(): { kind: Kind; country: string; available: boolean }[] {
    return [...this.#chains].flatMap(([kind, countries]) =>
      [...countries].map(([country, chain]) => ({
        kind,
        country,
        available: chain.some(({ state, pausedUntil }) => state !== 'open' && !pausedUntil),
      })),
    );
  }

  /**
   * Never throws. Continues with the next provider after the classes of `UNAVAILABLE_OUTCOMES`, and after `not_found`
   * if the provider is configured so. That `not_found` counts if no later provider answers.
   * @param options.reference the verification's id, for the vendors' records
   */
  async ask<K extends Kind>(
    kind: K,
    lookup: LookupOf[K],
    options: { reference: string },
  ): Promise<ChainResult<K>> {
    const attempts: Attempt[] = [];
    let standing: { answer: FinalAnswer<K>; provider: string } | undefined;
    let raw: string | undefined;
    const isVirtual = 'isVirtual' in lookup && lookup.isVirtual === true;
    for (const provider of this.#chainOf(kind, lookup.country, isVirtual)) {
      const { label, onNotFound } = provider.config;
      const { answer, skipped, durationMs } = await provider.ask(kind, lookup, options.reference);
      const { outcome } = answer;
      attempts.push({ provider: label, outcome, skipped, durationMs: Math.round(durationMs) });
      this.#metrics.asked(label, kind, outcome, skipped ? undefined : durationMs / 1000);
      if (isUnavailableAnswer(answer)) {
        if (!skipped)
          this.#log.warn(
            { provider: label, kind, outcome, verificationId: options.reference },
            'a provider could not answer',
          );
        if (outcome === 'bad_response') raw = answer.raw?.slice(0, MAX_UNKNOWN_CHARS) ?? raw;
        continue;
      }
      standing = { answer: answer as FinalAnswer<K>, provider: label };
      if (outcome !== 'not_found' || onNotFound === 'stop') break;
    }
    if (standing) return { ...standing, attempts };
    return {
      answer: undefined,
      provider: undefined,
      attempts,
      ...(raw === undefined ? {} : { raw }),
    };
  }

  #chainOf(kind: Kind, country: string, isVirtual = false): GuardedProvider[] {
    const chain = this.#chains.get(kind)?.get(country) ?? [];
    return isVirtual ? chain.filter(({ config }) => config.adapter[kind]?.takesVirtual) : chain;
  }
}
