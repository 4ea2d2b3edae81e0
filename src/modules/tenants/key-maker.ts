import type { Principal } from '../../platform/auth/key-cache.ts';
import type { KeyRow } from './store.ts';

export type Maker = Pick<KeyRow, 'made_by' | 'made_by_person'>;

/** The columns of whoever makes a key; of who had it before where no person is known. */
export function makerOf(
  by: Pick<Principal, 'memberId' | 'personId'> | null,
  before: Maker = { made_by: null, made_by_person: null },
): Maker {
  if (by?.memberId) return { made_by: by.memberId, made_by_person: by.personId };
  return { made_by: before.made_by, made_by_person: before.made_by_person };
}
