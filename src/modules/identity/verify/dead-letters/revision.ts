import type { Queryable } from '../../../../platform/db/database.ts';
import { found } from '../../../../platform/errors/index.ts';
import { isId } from '../../../../platform/ids.ts';
import { DEAD_LETTER_PREFIX } from './schemas.ts';
import * as store from './store.ts';

export function revisionOf({ status, replays }: store.DeadLetterRow): string {
  return `${status} ${replays}`;
}

/** The revision of a dead letter, to which an approval request is bound. @throws ApiError NOT_FOUND */
export async function deadLetterRevision(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<string> {
  const row = await found(
    'dead letter',
    isId(DEAD_LETTER_PREFIX, id) && store.findOwnDeadLetter(db, orgId, id),
  );
  return revisionOf(row);
}
