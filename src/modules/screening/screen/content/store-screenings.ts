import type { LastStatement, Tx } from '../../../../platform/db/database.ts';
import type { History } from '../../../../platform/db/buckets/history.ts';
import { groupOf } from '../../../../platform/db/places.ts';
import { afterCommit } from '../../../../platform/db/transaction-scope.ts';
import { factsOf } from '../../../../matching/index.ts';
import type { StoredQuery } from '../asked/schemas.ts';
import { checkedOf } from '../asked/asked.ts';
import { isWeighed } from '../question.ts';
import type { Screened, Verdict } from '../screened.ts';
import { emptied, sealContent } from './content.ts';
import type { Content } from './schemas.ts';
import type { Envelopes } from '../../../../platform/crypto/envelopes.ts';
import { openAll } from '../../../../platform/crypto/opening.ts';
import { StoredVersions } from '../checked/lists.ts';
import { insertListVersion } from '../checked/store.ts';
import { insertionOf } from '../store.ts';

/** A request's screenings that are not stored yet. `sealed` has the envelopes of sealed contents, by id. */
export type Unstored = {
  orgId: string;
  subjectId: string | null;
  screened: Screened;
  sealed?: ReadonlyMap<string, string>;
};

/** The stored versions, by the history of their bucket. */
const versionsOf = new WeakMap<History, StoredVersions>();

function storedVersions(history: History): StoredVersions {
  const known = versionsOf.get(history);
  if (known) return known;
  const versions = new StoredVersions();
  versionsOf.set(history, versions);
  history.listen({ drop: () => versions.forget() });
  return versions;
}

/** Stores the lists of versions that this process has not stored recently, in the same order in all transactions. */
async function storeListVersions(tx: Tx, requests: readonly Unstored[]): Promise<void> {
  const history = groupOf(tx)?.history;
  const stored = history && storedVersions(history);
  const fresh = new Map(
    requests
      .filter(({ orgId, screened }) => !stored?.has(orgId, screened.listVersion))
      .map((request) => [`${request.orgId} ${request.screened.listVersion}`, request]),
  );
  for (const [, { orgId, screened }] of [...fresh].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    await insertListVersion(tx, orgId, screened.listVersion, screened.lists);
    afterCommit(() => stored?.add(orgId, screened.listVersion));
  }
}

/** Returns the stored part of a verdict. */
function contentOf(screened: Screened, { subject, identifiers, hits }: Verdict): Content {
  const { kinds, threshold, limit, types, profile, federated } = screened;
  const { name, aliases = [], dob = null, country } = subject;
  const checked = checkedOf(subject, types);
  const query: StoredQuery = {
    name,
    ...(aliases.length > 0 && { aliases }),
    dob,
    country: country?.toUpperCase() ?? null,
    ...(identifiers.length > 0 && { identifiers }),
    ...factsOf(subject),
    kinds,
    threshold,
    limit,
    ...(profile && isWeighed(subject) && { profile }),
    ...(federated && { federated }),
    ...(checked && { checked }),
  };
  return { query, hits };
}

/** Seals the contents of screenings, outside of transactions. @throws the key provider's error */
export async function sealScreenings(envelopes: Envelopes, unstored: Unstored): Promise<Unstored> {
  const { orgId, subjectId, screened } = unstored;
  const sealed = await openAll(screened.verdicts, async (verdict) => {
    const { id } = verdict;
    const content = contentOf(screened, verdict);
    return [id, await sealContent(envelopes, { orgId, id, subjectId }, content)] as const;
  });
  return { ...unstored, sealed: new Map(sealed) };
}

/** Stores every verdict of these requests with its hits, in the last statement of the transaction if possible. */
export async function storeScreenings(
  tx: Tx,
  requests: Unstored[],
  last?: LastStatement,
): Promise<void> {
  const rows = requests.flatMap(({ orgId, subjectId, screened, sealed }) => {
    const { listVersion, screenedAt } = screened;
    return screened.verdicts.map((verdict) => {
      const { id, outcome } = verdict;
      const contentEnvelope = sealed?.get(id) ?? null;
      const content = contentOf(screened, verdict);
      const { query, hits } = contentEnvelope === null ? content : emptied(content);
      return {
        orgId,
        id,
        subjectId,
        query: JSON.stringify(query),
        hits: JSON.stringify(hits),
        outcome,
        listVersion,
        screenedAt,
        contentEnvelope,
      };
    });
  });
  await storeListVersions(tx, requests);
  const insertion = insertionOf(rows);
  if (last) last(insertion);
  else await tx.executeQuery(insertion);
}
