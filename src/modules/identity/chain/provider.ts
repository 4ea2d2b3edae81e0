import {
  circuitBreaker,
  CircuitState,
  DelegateBackoff,
  handleType,
  handleWhenResult,
  isBrokenCircuitError,
  isTaskCancelledError,
  noop,
  retry,
  TaskCancelledError,
  timeout,
  TimeoutStrategy,
  wrap,
  type CircuitBreakerPolicy,
  type FailureReason,
  type IBreaker,
} from 'cockatiel';
import { jittered } from '../../../platform/concurrency/back-off.ts';
import { clock } from '../../../platform/clock.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { OutboundClient } from '../../../platform/outbound/client.ts';
import type { Kind } from '../kinds/schemas.ts';
import {
  UNAVAILABLE_OUTCOMES,
  type Adapter,
  type Answer,
  type Prompt,
  type Unavailable,
  type LookupOf,
  type Operation,
  type Talk,
} from '../providers/adapter.ts';
import { createUpstream, UpstreamFailure } from '../providers/upstream.ts';

export type ProviderConfig = {
  /** The name that tenants see. */
  label: string;
  adapter: Adapter;
  /** True if it invents its answers. */
  sandbox?: boolean;
  /** Undefined if the adapter sends no requests. */
  baseUrl: string | undefined;
  /** For one question, with all its requests and retries. */
  timeoutMs: number;
  /** Further attempts after `unavailable`. */
  retries: number;
  /**
   * The number of failures in a row after which the provider is skipped for `openMs`; undefined if it is always asked.
   */
  breaker: { failures: number; openMs: number } | undefined;
  /** Decides whether `not_found` ends the chain. */
  onNotFound: 'stop' | 'next';
  /** Tenants hold the consent of each person under contract. */
  consent?: 'contract' | undefined;
};

export type BreakerState = 'closed' | 'open' | 'half_open';

type How = {
  reference: string;
  orgId?: string | undefined;
  hasConsent: boolean;
  talk?: Talk | undefined;
};

type Asked<K extends Kind> = {
  answer: Answer<K> | Prompt;
  /** True if the provider was not asked: its breaker is open, or the vendor's `Retry-After` has not passed. */
  skipped: boolean;
  durationMs: number;
};

/** Outcomes that need an operator; a retry does not help. */
const NEEDS_OPERATOR: ReadonlySet<string> = new Set(['auth', 'no_funds']);

/** The maximum pause; a longer `Retry-After` of a vendor is cut to this. */
const MAX_PAUSE_MS = 5 * 60_000;

const RETRY_DELAY_MS = 100;

/** True for the classes after which another provider is asked. */
export function isUnavailableAnswer(
  answer: Answer<Kind> | Prompt,
): answer is Unavailable & { raw?: string } {
  return (UNAVAILABLE_OUTCOMES as readonly string[]).includes(answer.outcome);
}

/** Opens after a number of failures in a row, or at the next failure when forced. */
class FailuresInARow implements IBreaker {
  /** The number of failures so far; cockatiel requires the name `state`. */
  state = 0;
  readonly #limit: number;
  #atOnce = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  openAtOnce(): void {
    this.#atOnce = true;
  }

  success(): void {
    this.state = 0;
  }

  failure(): boolean {
    this.state += 1;
    const opens = this.#atOnce || this.state >= this.#limit;
    this.#atOnce = false;
    return opens;
  }
}

/**
 * One provider with its breaker, its time-out and its retries. It answers within `timeoutMs` for any behavior of the
 * adapter, and immediately while the breaker is open. After the pause, one call at a time tests whether the provider is
 * available again.
 */
export class GuardedProvider {
  readonly config: ProviderConfig;
  /** The outcome of the last call that was sent. */
  lastOutcome: Answer<Kind>['outcome'] | undefined;
  lastFailureAt: Date | undefined;
  readonly #client: OutboundClient;
  readonly #log: Logger;
  readonly #onRecovered: (label: string) => void;
  readonly #breaker: CircuitBreakerPolicy | undefined;
  readonly #policy: {
    execute: <T>(ask: (context: { signal: AbortSignal }) => Promise<T>) => Promise<T>;
  };
  /** The time of the opening on the monotonic clock, like the next field. */
  #openedMs = 0;
  #pausedUntilMs = 0;
  /** The outcome that was last reported to operators since the breaker closed. */
  #told: string | undefined;

  /** @param options.onRecovered called with the label when the breaker closes again; must not throw */
  constructor(
    config: ProviderConfig,
    options: { client: OutboundClient; log: Logger; onRecovered: (label: string) => void },
  ) {
    this.config = config;
    this.#client = options.client;
    this.#log = options.log;
    this.#onRecovered = options.onRecovered;
    this.#breaker = config.breaker && this.#createBreaker(config.breaker);
    this.#policy = wrap(
      this.#breaker ?? noop,
      // This is cheaper than aborting after every successful call, which would cost more than the rest of the policy.
      timeout(config.timeoutMs, { strategy: TimeoutStrategy.Aggressive, abortOnReturn: false }),
      retry(
        handleWhenResult((answer) => (answer as Answer<Kind>).outcome === 'unavailable'),
        {
          maxAttempts: config.retries,
          backoff: new DelegateBackoff(() => jittered(RETRY_DELAY_MS)),
        },
      ),
    );
  }

  /** Also `half_open` if the next call would be the test. */
  get state(): BreakerState {
    const { breaker } = this.config;
    if (!breaker || this.#breaker?.state === CircuitState.Closed) return 'closed';
    const due = clock.monotonicMs() - this.#openedMs >= breaker.openMs;
    return due || this.#breaker?.state === CircuitState.HalfOpen ? 'half_open' : 'open';
  }

  /** The end of the pause that the vendor requested; undefined if the provider may be asked. */
  get pausedUntil(): Date | undefined {
    const leftMs = this.#pausedUntilMs - clock.monotonicMs();
    return leftMs > 0 ? new Date(Math.round(clock.nowMs() + leftMs)) : undefined;
  }

  /** Never throws. */
  async ask<K extends Kind>(kind: K, lookup: LookupOf[K], how: How): Promise<Asked<K>> {
    if (this.pausedUntil) return skipped('rate_limited');
    // Without this check, cockatiel would hold the call until the test ends, and then send it.
    const trying = this.#breaker?.state === CircuitState.HalfOpen;
    if (trying || this.state === 'open') return skipped('unavailable');

    const startedMs = clock.monotonicMs();
    let answer: Answer<K> | Prompt;
    try {
      answer = await this.#policy.execute(({ signal }) =>
        this.#askAdapter(kind, lookup, how, signal),
      );
    } catch (error) {
      if (isBrokenCircuitError(error)) return skipped('unavailable');
      if (!isTaskCancelledError(error)) throw error;
      answer = { outcome: 'unavailable' };
    }
    if (answer.outcome !== 'prompt') this.#note(answer);
    return { answer, skipped: false, durationMs: clock.monotonicMs() - startedMs };
  }

  async #askAdapter<K extends Kind>(
    kind: K,
    lookup: LookupOf[K],
    { reference, orgId, hasConsent, talk }: How,
    signal: AbortSignal,
  ): Promise<Answer<K> | Prompt> {
    // The time-out passed while a retry waited.
    if (signal.aborted) return { outcome: 'unavailable' };
    const { label, adapter, baseUrl, timeoutMs } = this.config;
    const upstream = createUpstream({
      client: this.#client,
      baseUrl: baseUrl ?? '',
      timeoutMs,
      signal,
      reference,
      orgId,
      hasConsent,
      now: clock.now,
    });
    try {
      const operation = adapter[kind] as Operation<K>;
      if (talk && operation.converse) return await operation.converse(lookup, upstream, talk);
      return await operation.ask(lookup, upstream);
    } catch (error) {
      if (error instanceof UpstreamFailure) return { outcome: 'unavailable' };
      // Its message may quote the vendor's answer.
      const { name, frames } = describe(error);
      this.#log.error(
        { provider: label, kind, verificationId: reference, type: name, frames },
        'an adapter threw',
      );
      return { outcome: 'bad_response' };
    }
  }

  #note(answer: Answer<Kind>): void {
    this.lastOutcome = answer.outcome;
    if (!isUnavailableAnswer(answer)) return;
    this.lastFailureAt = clock.now();
    if (this.#breaker && answer.retryAfterMs !== undefined)
      this.#pausedUntilMs = clock.monotonicMs() + Math.min(answer.retryAfterMs, MAX_PAUSE_MS);
  }

  #createBreaker({ failures, openMs }: { failures: number; openMs: number }): CircuitBreakerPolicy {
    const counter = new FailuresInARow(failures);
    const isFailure = (answer: Answer<Kind>): boolean => {
      if (NEEDS_OPERATOR.has(answer.outcome)) counter.openAtOnce();
      return isUnavailableAnswer(answer);
    };
    const breaker = circuitBreaker(
      handleType(TaskCancelledError).orWhenResult((answer) => isFailure(answer as Answer<Kind>)),
      // cockatiel reads the machine's clock, which can be set. So `state` decides how long the breaker stays open.
      { breaker: counter, halfOpenAfter: -Infinity },
    );
    breaker.onBreak((reason) => this.#onBreak(reason, openMs));
    breaker.onReset(() => {
      this.#told = undefined;
      this.#log.info({ provider: this.config.label }, 'a provider answers again');
      this.#onRecovered(this.config.label);
    });
    return breaker;
  }

  /** This is also called after each failed test, which is not news for operators. */
  #onBreak(reason: FailureReason<unknown> | { isolated: true }, openMs: number): void {
    this.#openedMs = clock.monotonicMs();
    const outcome = 'value' in reason ? (reason.value as Answer<Kind>).outcome : 'unavailable';
    const needsOperator = NEEDS_OPERATOR.has(outcome);
    if (this.#told === outcome || (this.#told !== undefined && !needsOperator)) return;
    this.#told = outcome;
    const fields = { provider: this.config.label, outcome, openMs };
    if (needsOperator)
      this.#log.error(fields, 'a provider needs its operator: credentials, products or funds');
    else this.#log.warn(fields, 'a provider fails and is skipped for a while');
  }
}

function skipped(outcome: Unavailable['outcome']) {
  return {
    answer: { outcome },
    skipped: true,
    durationMs: 0,
  };
}

/** The part of an error that is safe to log: its origin without its message, which may quote personal data. */
function describe(error: unknown): { name: string; frames: string | undefined } {
  if (!(error instanceof Error)) return { name: typeof error, frames: undefined };
  const { name, message, stack = '' } = error;
  const at = stack.indexOf(message);
  return { name, frames: at === -1 ? undefined : stack.slice(at + message.length).trim() };
}
