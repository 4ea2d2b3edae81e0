import type { Tx } from '../../platform/db/database.ts';
import { ApiError, found } from '../../platform/errors/index.ts';
import { isId } from '../../platform/ids.ts';
import * as store from './threads/store.ts';

export const THREAD_PREFIX = 'thread';

/**
 * Returns the thread, locked until the transaction ends: no other transaction changes it, its messages or its
 * participants. docs/locks.md has the order of locks.
 * @throws ApiError NOT_FOUND
 */
export async function lockThread(tx: Tx, orgId: string, id: string): Promise<store.ThreadRow> {
  return found('thread', isId(THREAD_PREFIX, id) && store.selectLocked(tx, orgId, id));
}

/** @throws ApiError CONFLICT if the thread is archived */
export function assertNotArchived(thread: store.ThreadRow): void {
  if (thread.status === 'ARCHIVED') throw new ApiError('CONFLICT', 'the thread is archived');
}
