import { clock } from '../../../../platform/clock.ts';
import { soonOrNothing } from '../../../../platform/db/buckets/soon-or-nothing.ts';
import type { Queryable } from '../../../../platform/db/database.ts';
import { everyBucketOf } from '../../../../platform/db/places.ts';
import type { Catalog } from '../catalog.ts';
import { selectLargeLists } from '../../../lists/index.ts';

/** A list with this many entries takes a noticeable part of a second to load. */
const LARGE = 10_000;
/** More lists of that size do not fit into half of the default memory. */
const MOST = 500;

/** Returns large lists of every bucket whose server answers, largest first, each with the place to read it. */
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
 * Loads large lists of organizations into memory, largest first, until half of the memory for lists is in use. First
 * screenings then need not load them. Resolves after `withinMs`; a list that is being loaded then is loaded completely.
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
