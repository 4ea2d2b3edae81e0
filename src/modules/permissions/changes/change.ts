import type { Tx } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { outboxAll } from '../../webhooks/index.ts';
import type { ChangeKind } from '../schemas.ts';
import { advanceHead, recordChanges, type Counted, type Head } from './store.ts';

/** Of one organization: bounds what a process holds in memory to answer its checks. */
const MOST: Partial<Record<Counted, number>> = {
  roles: 10_000,
  policies: 10_000,
  assignments: 500_000,
  relationships: 500_000,
};

export type Action = 'created' | 'updated' | 'deleted';

/**
 * Begins a change of the organization's permissions: everything after it in the transaction is alone. A transaction
 * that changes several organizations must begin them in the order of their ids.
 */
export function beginChange(tx: Tx, orgId: string): Promise<Head> {
  return advanceHead(tx, orgId, true);
}

/** The same of what is imported, which is nothing new to those with whom the organization shares. */
export function beginImport(tx: Tx, orgId: string): Promise<Head> {
  return advanceHead(tx, orgId, false);
}

/** @throws ApiError CONFLICT when the organization would have more of these than it may */
export function assertWithin(head: Head, counted: Counted, added: number): void {
  const most = MOST[counted] ?? Number.POSITIVE_INFINITY;
  if (added > 0 && head[counted] + added > most)
    throw new ApiError('CONFLICT', `an organization has at most ${most} ${counted}`);
}

/** That one more may be created. @throws ApiError CONFLICT */
export function assertRoom(head: Head, counted: Counted): void {
  assertWithin(head, counted, 1);
}

/** Makes a change of one thing known: to copies in memory, and with `permissions.changed`. */
export async function recordChange(
  tx: Tx,
  head: Head,
  kind: ChangeKind,
  id: string,
  action: Action,
): Promise<void> {
  const by = { created: 1, updated: 0, deleted: -1 }[action];
  const counted = kind === 'policy' ? 'policies' : (`${kind}s` as Counted);
  await recordChanges(tx, head.org_id, head.revision, [{ kind, id }], { [counted]: by });
  await announce(tx, head, kind, [id], action);
}

/** @param resource `import` for the state of members of a federation, whose prefixes are then the ids */
export async function announce(
  tx: Tx,
  { org_id: orgId, revision }: Head,
  resource: ChangeKind | 'import',
  ids: string[],
  action: Action,
): Promise<void> {
  const type = 'permissions.changed';
  await outboxAll(
    tx,
    ids.map((id) => ({ orgId, event: { type, data: { revision, resource, id, action } } })),
  );
}
