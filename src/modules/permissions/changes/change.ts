import type { Tx } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { outboxAll, type OutboxEvent } from '../../webhooks/index.ts';
import { permissionsChanged } from '../events.ts';
import type { Action, ChangeKind } from '../schemas.ts';
import { countOf, lockRevision, recordChanges, type Counted, type RevisionRow } from './store.ts';

/**
 * Of one organization: bounds what a process holds in memory to answer its checks. What is imported does not count
 * against what is its own, so that nobody else can use that up.
 */
const MAX_OWN = { roles: 10_000, policies: 10_000, assignments: 500_000, relationships: 500_000 };
/** Of what one organization has of all others together. */
export const MAX_IMPORTED = { modules: 10_000, roles: 10_000, policies: 10_000 };

/**
 * Begins a change of the organization's permissions: everything after it in the transaction is alone. What turns out to
 * change nothing leaves no trace. A transaction that changes several organizations must begin them in the order of
 * their ids.
 */
export function beginChange(tx: Tx, orgId: string): Promise<RevisionRow> {
  return lockRevision(tx, orgId);
}

/** That one more of the organization's own may be created. @throws ApiError CONFLICT */
export async function assertRoom(
  tx: Tx,
  change: RevisionRow,
  counted: keyof typeof MAX_OWN,
): Promise<void> {
  const most = MAX_OWN[counted];
  if (change[counted] < most) return;
  // The count has imported ones in it, too.
  const isImported = counted === 'roles' || counted === 'policies';
  if (isImported && (await countOf(tx, change.org_id, counted)) < most) return;
  throw new ApiError('CONFLICT', `an organization has at most ${most} ${counted}`);
}

/** That an import did not bring too much. @throws ApiError CONFLICT */
export async function assertImportsWithin(tx: Tx, orgId: string): Promise<void> {
  for (const counted of ['modules', 'roles', 'policies'] as const)
    if ((await countOf(tx, orgId, counted, true)) > MAX_IMPORTED[counted])
      throw new ApiError(
        'CONFLICT',
        `an organization has at most ${MAX_IMPORTED[counted]} imported ${counted}`,
      );
}

/**
 * Makes a change of one thing known: to copies in memory, and with `permissions.changed`.
 * @param isShared whether members of the organization's federations get to see it
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
  await outboxAll(tx, changeEvents(change, kind, [id], action));
}

/**
 * Events of a change, for the caller to send with `outboxAll`.
 * @param resource `import` for the state of members of a federation, whose prefixes are then the ids
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
