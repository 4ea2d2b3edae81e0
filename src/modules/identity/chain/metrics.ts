import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Kind } from '../kinds/schemas.ts';
import { UNAVAILABLE_OUTCOMES } from '../providers/adapter.ts';
import type { BreakerState } from './provider.ts';

export type ChainMetrics = {
  /** @param seconds undefined for a provider that was skipped */
  asked: (provider: string, kind: Kind, outcome: string, seconds: number | undefined) => void;
};

const STATES: Record<BreakerState, number> = { closed: 0, half_open: 1, open: 2 };

/**
 * Creates the metrics of the chain.
 * @param chains the providers of each kind
 * @param read returns the current values when the metrics are collected
 */
export function createChainMetrics(
  registry: Registry,
  chains: Iterable<{ kind: Kind; provider: string }>,
  read: { states: () => { label: string; state: BreakerState }[] },
): ChainMetrics {
  const registers = [registry];
  const calls = new Counter({
    name: 'oriki_identity_provider_calls_total',
    help: 'Questions to identity providers by the class of the answer; `skipped` for those not asked because the breaker was open or the provider requested a pause',
    labelNames: ['provider', 'kind', 'outcome'],
    registers,
  });
  // An alert detects growth of a series, not its first appearance.
  for (const { kind, provider } of chains)
    for (const outcome of UNAVAILABLE_OUTCOMES) calls.inc({ provider, kind, outcome }, 0);
  const duration = new Histogram({
    name: 'oriki_identity_provider_seconds',
    help: 'Time from a question to the answer of one identity provider, including its retries',
    labelNames: ['provider'],
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60],
    registers,
  });
  const breaker: Gauge = new Gauge({
    name: 'oriki_identity_provider_breaker',
    aggregator: 'max',
    help: 'Breaker of an identity provider in this process: 0 closed, 1 half-open (the next call is the test), 2 open',
    labelNames: ['provider'],
    registers,
    collect() {
      for (const { label, state } of read.states()) breaker.set({ provider: label }, STATES[state]);
    },
  });
  return {
    asked(provider, kind, outcome, seconds) {
      calls.inc({ provider, kind, outcome: seconds === undefined ? 'skipped' : outcome });
      if (seconds !== undefined) duration.observe({ provider }, seconds);
    },
  };
}
