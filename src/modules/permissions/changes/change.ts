import type { Tx } from '../../../platform/db/database.ts';
import { ApiError, found } from '../../../platform/errors/index.ts';
import { isId } from '../../../platform/ids.ts';
import { noteChange } from '../../live/index.ts';
import { outboxAll, type OutboxEvent } from '../../webhooks/index.ts';
import { permissionsChanged } from '../events.ts';
import type { Action, ChangeKind } from '../schemas.ts';
import { deleteRow } from '../store.ts';
import { countOf, lockRevision, recordChanges, type Counted, type RevisionRow } from './store.ts';

/**
 * The limits of one organization's own data. They limit the memory that a process needs for checks. Imported data does
 * not count, so no other organization can use up the limits.
 */
const MAX_OWN = { roles: 10_000, policies: 10_000, assignments: 500_000, relationships: 500_000 };
/** The limits of one organization's imports from all others together. */
export const MAX_IMPORTED = { modules: 10_000, roles: 10_000, policies: 10_000 };

/**
 * Locks the organization's permissions until the transaction ends, so that no other change runs. A change that is not
 * recorded leaves no trace. A transaction that changes several organizations must begin them in the order of their ids.
 * Otherwise two transactions could wait for each other.
 */
export function beginChange(tx: Tx, orgId: string): Promise<RevisionRow> {
  return lockRevision(tx, orgId);
}

/** Checks that the organization may create one more object of this kind. @throws ApiError CONFLICT */
export async function assertRoom(
  tx: Tx,
  change: RevisionRow,
  counted: keyof typeof MAX_OWN,
): Promise<void> {
  const most = MAX_OWN[counted];
  if (change[counted] < most) return;
  // The count includes imported rows.
  const isImported = counted === 'roles' || counted === 'policies';
  if (isImported && (await countOf(tx, change.org_id, counted)) < most) return;
  throw new ApiError('CONFLICT', `an organization can have at most ${most} ${counted}`);
}

/** Checks that the organization has not imported too much. @throws ApiError CONFLICT */
export async function assertImportsWithin(tx: Tx, orgId: string): Promise<void> {
  for (const counted of ['modules', 'roles', 'policies'] as const)
    if ((await countOf(tx, orgId, counted, true)) > MAX_IMPORTED[counted])
      throw new ApiError(
        'CONFLICT',
        `an organization can have at most ${MAX_IMPORTED[counted]} imported ${counted}`,
      );
}

/**
 * Records the change of one object for the copies in memory, notifies open streams, and sends `permissions.changed`.
 * @param isShared true if members of the organization's federations see the change
 */
export async function recordChange(
  tx: Tx,
  change: RevisionRow,
  kind: ChangeKind,
  id: string,
  action: Action,
  isShared: boolean,
): Promise<void> {
  const by = { created: 1, updated: 0, deleted: -1 }[action];
  const counted = kind === 'policy' ? 'policies' : (`${kind}s` as Counted);
  await recordChanges(tx, change, [{ kind, id }], { [counted]: by }, isShared);
  await noteChange(tx, change.org_id, 'permission', [id]);
  await outboxAll(tx, changeEvents(change, kind, [id], action));
}

/**
 * Returns the events of a change, which the caller sends with `outboxAll`.
 * @param resource `import` for the state of members of a federation; the ids are then their prefixes
 */
export function changeEvents(
  { org_id: orgId, revision }: RevisionRow,
  resource: ChangeKind | 'import',
  ids: string[],
  action: Action,
  more: { ownChanges?: number } = {},
): OutboxEvent[] {
  return ids.map((id) => ({
    orgId,
    event: permissionsChanged({ revision, resource, id, action, ...more }),
  }));
}

/** Deletes an assignment or a relationship. @throws ApiError NOT_FOUND */
export async function deleteEnding(
  tx: Tx,
  orgId: string,
  id: string,
  kind: 'assignment' | 'relationship',
  prefix: string,
): Promise<{ id: string; deleted: true }> {
  const change = await beginChange(tx, orgId);
  await found(kind, isId(prefix, id) && deleteRow(tx, `permission_${kind}s`, orgId, id));
  await recordChange(tx, change, kind, id, 'deleted', false);
  return { id, deleted: true };
}
