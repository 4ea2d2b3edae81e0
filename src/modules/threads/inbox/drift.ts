import type { Queryable } from '../../../platform/db/database.ts';
import { getOrganization } from '../../tenants/index.ts';
import * as store from './store.ts';

/** Differences that are told at most. */
const LIMIT = 100;

/**
 * Recounts everything that is kept counted of an organization's threads, from its messages and marks. Takes some
 * seconds for a million messages: `db` must allow a statement that long.
 * @returns what is not as it should be, at most 100; anything is a defect
 */
export async function findDrift(db: Queryable, orgId: string): Promise<store.Drift[]> {
  return store.selectDrift(db, orgId, LIMIT);
}

/** `findDrift` for operators. @throws ApiError NOT_FOUND */
export async function recount(db: Queryable, orgId: string) {
  await getOrganization(db, orgId);
  const differences = (await findDrift(db, orgId)).map(
    ({ what, thread_id: threadId, participant_id: participantId, kept, counted }) => {
      return { what, threadId, participantId, kept, counted };
    },
  );
  return { ok: differences.length === 0, differences };
}
