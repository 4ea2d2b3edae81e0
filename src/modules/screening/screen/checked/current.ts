import { BucketLoader } from '../../../../platform/db/buckets/bucket-loader.ts';
import type { Queryable } from '../../../../platform/db/database.ts';
import { together } from '../../../../platform/db/places.ts';
import { type ListKind, TENANT_KINDS } from '../../../../matching/index.ts';
import type { FederatedRules, FederatedRulesOf } from '../federated.ts';
import { type ListRevision, selectListRevisionsOf } from '../../../lists/index.ts';

/**
 * The lists that an organization is screened against, as committed at the time of the query, and the settings of its
 * groups.
 */
export type Current = { lists: ListRevision[]; federated?: FederatedRules | undefined };

/** Reads both for all callers of the same moment, in one round trip. */
function currentLoader(
  db: Queryable,
  kinds: readonly string[],
  rulesOf: FederatedRulesOf,
): BucketLoader<Current> {
  return new BucketLoader(db, (own, orgIds) =>
    together(own, async (read) => {
      const [listsOf, federatedOf] = await Promise.all([
        selectListRevisionsOf(read, orgIds, kinds),
        rulesOf(read, orgIds),
      ]);
      return (orgId): Current => ({ lists: listsOf(orgId), federated: federatedOf(orgId) });
    }),
  );
}

/** Reads the current lists. Only a request that names allowlists reads them: an organization may have thousands. */
export class CurrentLists {
  readonly #blocking: BucketLoader<Current>;
  readonly #all: BucketLoader<Current>;

  constructor(db: Queryable, rulesOf: FederatedRulesOf = async () => () => undefined) {
    this.#blocking = currentLoader(db, ['tenant_blocklist'], rulesOf);
    this.#all = currentLoader(db, TENANT_KINDS, rulesOf);
  }

  /** @param kinds that the request names; a group never sets allowlists */
  get(orgId: string, kinds: readonly ListKind[] | undefined): Promise<Current> {
    return (kinds?.includes('tenant_allowlist') ? this.#all : this.#blocking).get(orgId);
  }
}
