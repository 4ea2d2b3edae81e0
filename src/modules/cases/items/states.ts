import type { Queryable } from '../../../platform/db/database.ts';
import { badRequest } from '../../../platform/errors/index.ts';
import { isId } from '../../../platform/ids.ts';
import {
  DEAD_LETTER_PREFIX,
  deadLetterStates,
  VERIFICATION_PREFIX,
  verificationStates,
} from '../../identity/index.ts';
import { SCREENING_PREFIX, screeningStates } from '../../screening/index.ts';
import { HIT_PREFIX, hitFacts } from '../../monitoring/index.ts';
import { THREAD_PREFIX, threadStates } from '../../threads/index.ts';
import type { ItemKind } from '../words.ts';

type HitFacts = Awaited<ReturnType<typeof hitFacts>>[number];

/** An item with the id and state that its module returns. */
export type Found = { id: string; kind: ItemKind; state: string; hit: HitFacts | null };

type StatesOf = (
  db: Queryable,
  orgId: string,
  ids: readonly string[],
) => Promise<{ id: string; state: string }[]>;

const others: [kind: ItemKind, prefix: string, statesOf: StatesOf][] = [
  ['screening', SCREENING_PREFIX, screeningStates],
  ['verification', VERIFICATION_PREFIX, verificationStates],
  ['dead_letter', DEAD_LETTER_PREFIX, deadLetterStates],
  ['thread', THREAD_PREFIX, threadStates],
];

/** Returns the items with these ids that the organization has, with one query for each kind. */
export async function findItems(
  db: Queryable,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  const hitIds = ids.filter((id) => isId(HIT_PREFIX, id));
  if (hitIds.length > 0)
    for (const hit of await hitFacts(db, orgId, hitIds))
      found.set(hit.id, { id: hit.id, kind: 'hit', state: hit.status, hit });
  for (const [kind, prefix, statesOf] of others) {
    const own = ids.filter((id) => isId(prefix, id));
    if (own.length === 0) continue;
    for (const { id, state } of await statesOf(db, orgId, own))
      found.set(id, { id, kind, state, hit: null });
  }
  return found;
}

/**
 * Returns all items with these ids. @param field the field of the body that has the ids @throws ApiError BAD_REQUEST
 * for items that do not exist
 */
export async function requireItems(
  db: Queryable,
  orgId: string,
  ids: readonly string[],
  field: string,
): Promise<Found[]> {
  const found = await findItems(db, orgId, ids);
  const missing = ids.flatMap((id, i) => (found.has(id) ? [] : [i]));
  if (missing.length > 0)
    throw badRequest(
      missing.map((i) => ({
        path: `${field}[${i}]`,
        message: 'does not name a hit, screening, verification, dead letter or thread',
      })),
    );
  return ids.map((id) => found.get(id)!);
}
