import type { Tx } from '../../../platform/db/database.ts';
import { noteChange } from '../../live/index.ts';
import type { OutboxEvent } from '../../webhooks/index.ts';
import { changeEvents } from '../changes/change.ts';
import { recordChanges, type Counted, type RevisionRow } from '../changes/store.ts';
import type { Action, ChangeKind, Touched } from '../schemas.ts';

/** Imported modules do not count: the limit applies to the organization's own. */
const COUNTED: Partial<Record<ChangeKind, Counted>> = {
  role: 'roles',
  policy: 'policies',
  assignment: 'assignments',
};
const ADDED: Record<Action, number> = { created: 1, updated: 0, deleted: -1 };

/** The maximum number of changes of own things with an event each; above that, the event has only their number. */
const MAX_ANNOUNCED = 200;

/**
 * Records the changes of an import, or of its end, and notifies open streams.
 * @param isShared true when they changed data that the organization shares with others
 * @returns events for the caller to send: one for each prefix, and one for each own thing that changed
 */
export async function recordImport(
  tx: Tx,
  change: RevisionRow,
  prefixes: string[],
  action: Action,
  touched: Touched[],
  isShared: boolean,
): Promise<OutboxEvent[]> {
  const added: Partial<Record<Counted, number>> = {};
  for (const one of touched) {
    const counted = COUNTED[one.kind];
    if (counted) added[counted] = (added[counted] ?? 0) + ADDED[one.action];
  }
  await recordChanges(tx, change, touched, added, isShared);
  const ids = touched.map(({ id }) => id);
  await noteChange(tx, change.org_id, 'permission', ids);
  // The last change of each thing: if a thing changed twice, only that one gets an event.
  const own = new Map(
    touched.filter((one) => one.own).map((one) => [`${one.kind} ${one.id}`, one]),
  );
  const events = changeEvents(change, 'import', prefixes, action, { ownChanges: own.size });
  if (own.size <= MAX_ANNOUNCED)
    for (const one of own.values())
      events.push(...changeEvents(change, one.kind, [one.id], one.action));
  return events;
}
