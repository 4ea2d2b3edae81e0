import type { FraudConfig } from './schemas.ts';
import type * as store from './store.ts';

/** @returns null if there is no configuration */
export function toFraudConfig(row: store.ConfigColumns): FraudConfig | null {
  if (row.fraud_revision === null) return null;
  return {
    revision: row.fraud_revision,
    kinds: row.fraud_kinds as FraudConfig['kinds'],
    threshold: row.fraud_threshold,
    profile: row.fraud_profile as FraudConfig['profile'],
    shareDecisions: row.fraud_decisions,
  };
}
