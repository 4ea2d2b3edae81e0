import type { Tx } from '../../../platform/db/database.ts';
import { announce, type Action } from '../changes/change.ts';
import { recordChanges, type Counted, type Head } from '../changes/store.ts';
import type { TouchedBy } from '../leaving/going.ts';
import type { ChangeKind, Touched } from '../schemas.ts';

/** Imported modules do not count: the limit is about the organization's own. */
const COUNTED: Partial<Record<ChangeKind, Counted>> = {
  role: 'roles',
  policy: 'policies',
  assignment: 'assignments',
};

/** So many changes of the organization's own things are announced each by itself; of more, only how many there are. */
const MAX_ANNOUNCED = 200;

/**
 * Makes known what an import, or its end, has changed: one event a prefix, and one for each thing of the organization's
 * own that changed with it.
 */
export async function recordImport(
  tx: Tx,
  head: Head,
  prefixes: string[],
  action: Action,
  touched: TouchedBy[],
): Promise<void> {
  const all = touched.flatMap((by) =>
    (Object.entries(by) as [ChangeKind, Touched[]][]).flatMap(([kind, list]) =>
      list.map((one) => ({ kind, ...one })),
    ),
  );
  const added: Partial<Record<Counted, number>> = {};
  for (const { kind, what } of all) {
    const counted = COUNTED[kind];
    const by = { created: 1, updated: 0, gone: -1 }[what];
    if (counted) added[counted] = (added[counted] ?? 0) + by;
  }
  await recordChanges(tx, head, all, added, false);
  const own = new Map(all.filter((one) => one.own).map((one) => [`${one.kind} ${one.id}`, one]));
  await announce(tx, head, 'import', prefixes, action, { ownChanges: own.size });
  if (own.size > MAX_ANNOUNCED) return;
  for (const [kind, list] of Map.groupBy(own.values(), (one) => one.kind))
    for (const [what, same] of Map.groupBy(list, (one) => one.what))
      await announce(
        tx,
        head,
        kind,
        same.map(({ id }) => id),
        what === 'gone' ? 'deleted' : what,
      );
}
