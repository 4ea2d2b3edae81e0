import type { Registry } from 'prom-client';
import { uncounted } from '../../../platform/concurrency/deadline.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { OutboundClient } from '../../../platform/outbound/client.ts';
import { HOME_COUNTRY, KINDS, type Kind } from '../kinds/schemas.ts';
import type { Answer, Prompt, MatchOf, LookupOf, Rejection, Talk } from '../providers/adapter.ts';
import { basisOf, needOf } from './consent-need.ts';
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

/**
 * The maximum number of characters that are kept of an answer that no adapter understood. It is enough to recognize the
 * answer.
 */
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
  /** True if a provider was called whose tenants hold consents under contract, and the call carries none. */
  underContract?: true;
  /** The question of a register to the person. Then there is no answer yet. */
  prompt?: Asked;
};

/** A question to a person, and the provider that gets the person's answer. */
export type Asked = Prompt & { provider: string };
/** A conversation, with the provider that asked the last question. */
export type Conversation = Talk & { provider?: string };

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

const NO_ANSWER = { answer: undefined, provider: undefined } as const;

/** The countries of each kind, by the sequence of providers. The text is short enough for one log line. */
type ChainTexts = Record<string, Partial<Record<Kind, string>>>;

/**
 * Asks the configured providers one after the other until one answers. In each process, a provider has one breaker for
 * all its kinds. The chain knows vendors only by label.
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

  /** The base URLs of all providers; undefined for those that send no requests. */
  get baseUrls(): (string | undefined)[] {
    return this.#providers.map(({ config }) => config.baseUrl);
  }

  /** Labels in the order of the calls. */
  providersOf(kind: Kind, country: string, isVirtual = false): string[] {
    return this.#chainOf(kind, country, isVirtual).map(({ config }) => config.label);
  }

  /** Returns the reason why no provider of a chain may be asked; undefined if one may, or if the chain is empty. */
  consentProblem(
    kind: Kind,
    country: string,
    how: { isVirtual: boolean; hasConsent: boolean; canTalk?: boolean },
  ): string | undefined {
    const chain = this.#chainOf(kind, country, how.isVirtual).map(({ config }) => config);
    const mayAsk = (hasConsent: boolean): boolean =>
      chain.some((config) => basisOf(config, kind, hasConsent, how.canTalk));
    if (chain.length === 0 || mayAsk(how.hasConsent)) return undefined;
    return mayAsk(true)
      ? `is required: no provider answers ${kind} in ${country} without it`
      : `does not suffice: the providers of ${kind} in ${country} ask the person themselves`;
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
   * Asks the providers. Throws only the errors of `consent`. The time of providers does not count in the request's
   * deadline. Continues with the next provider after the classes of `UNAVAILABLE_OUTCOMES`, and after `not_found` if
   * the provider is configured so. That `not_found` counts if no later provider answers.
   * @param options.reference the verification's id, for the vendors' records
   * @param options.orgId the organization for which the requests are counted
   * @param options.consent returns true if the consent that the call carries was not withdrawn; called before each
   * provider that needs it
   * @param options.talk in a session: lets registers ask the person, and continues with the provider that has asked
   */
  async ask<K extends Kind>(
    kind: K,
    lookup: LookupOf[K],
    options: {
      reference: string;
      orgId?: string;
      consent?: (() => Promise<boolean>) | undefined;
      talk?: Conversation | undefined;
    },
  ): Promise<ChainResult<K>> {
    const attempts: Attempt[] = [];
    let standing: { answer: FinalAnswer<K>; provider: string } | undefined;
    let raw: string | undefined;
    let underContract: { underContract?: true } = {};
    const { reference, orgId, consent, talk } = options;
    const isVirtual = 'isVirtual' in lookup && lookup.isVirtual === true;
    const chain = this.#chainOf(kind, lookup.country, isVirtual);
    const first = chain.findIndex(({ config }) => config.label === talk?.provider);
    for (const provider of chain.slice(Math.max(0, first))) {
      const { label, onNotFound } = provider.config;
      const basis = basisOf(provider.config, kind, consent !== undefined, talk !== undefined);
      if (basis === undefined) continue;
      if (needOf(provider.config, kind) !== 'none' && consent && !(await consent())) continue;
      const how = { reference, orgId, hasConsent: basis !== 'none', talk };
      const { answer, skipped, durationMs } = await uncounted(() =>
        provider.ask(kind, lookup, how),
      );
      if (answer.outcome === 'prompt')
        return { ...NO_ANSWER, attempts, prompt: { ...answer, provider: label } };
      if (basis === 'contract' && !skipped) underContract = { underContract: true };
      const { outcome } = answer;
      attempts.push({ provider: label, outcome, skipped, durationMs: Math.round(durationMs) });
      this.#metrics.asked(label, kind, outcome, skipped ? undefined : durationMs / 1000);
      if (isUnavailableAnswer(answer)) {
        if (!skipped)
          this.#log.warn(
            { provider: label, kind, outcome, verificationId: reference },
            'a provider could not answer',
          );
        if (outcome === 'bad_response') raw = answer.raw?.slice(0, MAX_UNKNOWN_CHARS) ?? raw;
        continue;
      }
      standing = { answer: answer as FinalAnswer<K>, provider: label };
      if (outcome !== 'not_found' || onNotFound === 'stop') break;
    }
    if (standing) return { ...standing, attempts, ...underContract };
    return {
      ...NO_ANSWER,
      attempts,
      ...underContract,
      ...(raw === undefined ? {} : { raw }),
    };
  }

  #chainOf(kind: Kind, country: string, isVirtual = false): GuardedProvider[] {
    const chain = this.#chains.get(kind)?.get(country) ?? [];
    return isVirtual ? chain.filter(({ config }) => config.adapter[kind]?.takesVirtual) : chain;
  }
}
