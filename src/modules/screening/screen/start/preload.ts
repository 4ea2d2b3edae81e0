import { clock } from '../../../../platform/clock.ts';
import { soonOrNothing } from '../../../../platform/db/buckets/soon-or-nothing.ts';
import type { Queryable } from '../../../../platform/db/database.ts';
import { everyBucketOf } from '../../../../platform/db/places.ts';
import type { Catalog } from '../catalog.ts';
import { selectLargeLists } from '../../../lists/index.ts';

/** A list of so many entries takes a noticeable part of a second to load. */
const LARGE = 10_000;
/** More of that size are not in half of the memory, by the default of it. */
const MOST = 500;

/** Large lists of every bucket whose server answers, the largest first, each with where it is read. */
async function largeLists(db: Queryable) {
  const found = await Promise.all(
    everyBucketOf(db).map(async (own) => {
      const lists = await soonOrNothing(own, (one) => selectLargeLists(one, LARGE, MOST));
      return (lists ?? []).map((list) => ({ own, ...list }));
    }),
  );
  return found
    .flat()
    .toSorted((a, b) => b.entryCount - a.entryCount)
    .slice(0, MOST);
}

/**
 * Brings large lists of organizations into memory, the largest first, so that no first screening has to, until half of the
 * memory for lists is in use. After `withinMs` this resolves; the list that is being loaded then is loaded to its end.
 */
export async function preload(db: Queryable, catalog: Catalog, withinMs: number): Promise<void> {
  const endMs = clock.monotonicMs() + withinMs;
  const load = async (): Promise<void> => {
    const askedMs = clock.monotonicMs();
    for (const { own, orgId, ...listRevision } of await largeLists(db)) {
      if (clock.monotonicMs() >= endMs || catalog.isHalfFull) return;
      await catalog.open(own, orgId, listRevision, askedMs);
    }
  };
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, withinMs)));
  await Promise.race([load(), over]).finally(() => clearTimeout(timer));
}
