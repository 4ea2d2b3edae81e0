import type { Tx } from '../../../platform/db/database.ts';
import type { OutboxEvent } from '../../webhooks/index.ts';
import { changeEvents } from '../changes/change.ts';
import { recordChanges, type Counted, type Head } from '../changes/store.ts';
import type { TouchedBy } from '../leaving/going.ts';
import type { Action, ChangeKind, Touched } from '../schemas.ts';

/** Imported modules do not count: the limit is about the organization's own. */
const COUNTED: Partial<Record<ChangeKind, Counted>> = {
  role: 'roles',
  policy: 'policies',
  assignment: 'assignments',
};

/** So many changes of the organization's own things are announced each by itself; of more, only how many there are. */
const MAX_ANNOUNCED = 200;

/**
 * Makes known what an import, or its end, has changed.
 * @param isShared whether it changed anything of what the organization shares with others itself
 * @returns events for the caller to send: one a prefix, and one for each thing of the organization's own that changed
 */
export async function recordImport(
  tx: Tx,
  head: Head,
  prefixes: string[],
  action: Action,
  touched: TouchedBy[],
  isShared: boolean,
): Promise<OutboxEvent[]> {
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
  await recordChanges(tx, head, all, added, isShared);
  const own = new Map(all.filter((one) => one.own).map((one) => [`${one.kind} ${one.id}`, one]));
  const events = changeEvents(head, 'import', prefixes, action, { ownChanges: own.size });
  if (own.size <= MAX_ANNOUNCED)
    for (const { kind, id, what } of own.values())
      events.push(...changeEvents(head, kind, [id], what === 'gone' ? 'deleted' : what));
  return events;
}
