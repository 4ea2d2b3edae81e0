import { BucketLoader } from '../../../../platform/db/buckets/bucket-loader.ts';
import type { Queryable } from '../../../../platform/db/database.ts';
import { together } from '../../../../platform/db/places.ts';
import type { FederatedRules, FederatedRulesOf } from '../federated.ts';
import { type ListRevision, selectListRevisionsOf } from '../../../lists/index.ts';

/**
 * The lists that an organization is screened against, as committed at the time of the query, and the settings of its
 * groups.
 */
export type Current = { lists: ListRevision[]; federated?: FederatedRules | undefined };

/** Reads both for all callers of the same moment, in one round trip. */
export function currentLoader(
  db: Queryable,
  rulesOf: FederatedRulesOf = async () => () => undefined,
): BucketLoader<Current> {
  return new BucketLoader(db, (own, orgIds) =>
    together(own, async (read) => {
      const [listsOf, federatedOf] = await Promise.all([
        selectListRevisionsOf(read, orgIds),
        rulesOf(read, orgIds),
      ]);
      return (orgId): Current => ({ lists: listsOf(orgId), federated: federatedOf(orgId) });
    }),
  );
}
