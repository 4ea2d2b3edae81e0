import type { Queryable } from '../../../platform/db/database.ts';
import type { FederatedRules } from '../../screening/index.ts';
import { PROFILE_NAMES } from '../../../matching/index.ts';
import type { SharedKind } from './schemas.ts';
import { selectGivenConfigs, type GivenConfig } from './store.ts';

/** Profiles from the most lenient one, which omits the fewest hits. */
const LENIENT_FIRST = PROFILE_NAMES.toReversed();

/**
 * Combines the configurations of several groups: all kinds, the lowest threshold, the most lenient profile, the
 * decisions of all owners.
 */
function combine(configs: GivenConfig[]): FederatedRules | undefined {
  if (configs.length === 0) return undefined;
  const kinds = configs.flatMap((config) => (config.fraud_kinds ?? []) as SharedKind[]);
  const thresholds = configs
    .map((config) => config.fraud_threshold)
    .filter((threshold) => threshold !== null);
  const profile = LENIENT_FIRST.find((name) =>
    configs.some((config) => config.fraud_profile === name),
  );
  return {
    groupIds: configs.map((config) => config.group_id),
    ...(kinds.length > 0 ? { kinds: [...new Set(kinds)] } : {}),
    ...(thresholds.length > 0 ? { threshold: Math.min(...thresholds) } : {}),
    ...(profile && { profile }),
    decisionsOf: [
      ...new Set(
        configs.filter((config) => config.fraud_decisions).map((config) => config.owner_org_id),
      ),
    ],
  };
}

/** Returns the rules that groups currently apply to the screenings of these organizations; undefined for none. */
export async function federatedRulesOf(
  db: Queryable,
  orgIds: string[],
): Promise<(orgId: string) => FederatedRules | undefined> {
  const configs = Map.groupBy(await selectGivenConfigs(db, orgIds), (config) => config.org_id);
  return (orgId) => combine(configs.get(orgId) ?? []);
}
