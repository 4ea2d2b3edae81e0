import { sql } from 'kysely';
import { anyOf, arrayText } from '../../../platform/db/bulk/arrays.ts';
import { compiled } from '../../../platform/db/bulk/compiled.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { sharedOf } from '../../../platform/db/places.ts';

/** The columns of a fraud configuration, of groups and members alike. */
export type ConfigColumns = {
  fraud_kinds: string[] | null;
  fraud_threshold: number | null;
  fraud_profile: string | null;
  fraud_decisions: boolean;
  fraud_revision: number | null;
};

/** Stores the configuration that the owner of a locked group sets. */
export async function updateGroupConfig(
  tx: Tx,
  ownerOrgId: string,
  groupId: string,
  config: ConfigColumns,
): Promise<void> {
  await sharedOf(tx)
    .updateTable('federation_groups')
    .set(config)
    .where('org_id', '=', ownerOrgId)
    .where('id', '=', groupId)
    .execute();
}

/** Stores the configuration for these members of a locked group. */
export async function updateMemberConfigs(
  tx: Tx,
  groupId: string,
  orgIds: string[],
  config: ConfigColumns,
): Promise<void> {
  await sharedOf(tx)
    .updateTable('federation_members')
    .set(config)
    .where('group_id', '=', groupId)
    .where('org_id', '=', anyOf(orgIds))
    .execute();
}

export type GivenConfig = ConfigColumns & {
  org_id: string;
  group_id: string;
  owner_org_id: string;
};

const givenConfigs = compiled<readonly string[], GivenConfig>(
  (given) => sql`
    SELECT m.org_id, group_id, owner_org_id, fraud_kinds, fraud_threshold, fraud_profile, fraud_decisions,
      fraud_revision
    FROM federation_members m
    JOIN organizations member ON member.id = m.org_id AND member.plan = 'enterprise'
    JOIN organizations owner ON owner.id = m.owner_org_id AND owner.plan = 'enterprise'
    WHERE m.org_id = ANY (${given(arrayText)}::text[]) AND m.status = 'ACTIVE' AND fraud_revision IS NOT NULL
      AND (fraud_kinds IS NOT NULL OR fraud_threshold IS NOT NULL OR fraud_profile IS NOT NULL
        OR fraud_decisions)
    ORDER BY m.org_id, group_id`,
);

/**
 * Selects the configurations of the groups in which these organizations are active, if member and owner have the
 * plan.
 */
export async function selectGivenConfigs(db: Queryable, orgIds: string[]): Promise<GivenConfig[]> {
  return (await sharedOf(db).executeQuery(givenConfigs(orgIds))).rows;
}
