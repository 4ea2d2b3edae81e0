import type { Tx } from '../../../platform/db/database.ts';
import { ApiError, notFound } from '../../../platform/errors/index.ts';
import { isId } from '../../../platform/ids.ts';
import * as store from './store.ts';

export const THREAD_PREFIX = 'thread';

/**
 * The thread, locked against every change of it, its messages and its participants until the transaction ends.
 * docs/locks.md has the order of locks.
 * @throws ApiError NOT_FOUND
 */
export async function lockThread(tx: Tx, orgId: string, id: string): Promise<store.ThreadRow> {
  const row = isId(THREAD_PREFIX, id) ? await store.selectLocked(tx, orgId, id) : undefined;
  if (!row) throw notFound('thread');
  return row;
}

/** @throws ApiError CONFLICT */
export function assertNotArchived(thread: store.ThreadRow): void {
  if (thread.status === 'ARCHIVED') throw new ApiError('CONFLICT', 'the thread is archived');
}
