import type { Principal } from '../../platform/auth/key-cache.ts';
import type { KeyRow } from './store.ts';

export type Maker = Pick<KeyRow, 'made_by' | 'made_by_person'>;
/** The part of a caller that a key remembers. */
type By = Pick<Principal, 'memberId' | 'personId'> & Partial<Pick<Principal, 'through'>>;

/** The columns of whoever makes a key; of who had it before where no person is known. */
export function makerOf(
  by: By | null,
  before: Maker = { made_by: null, made_by_person: null },
): Maker {
  if (by?.memberId) return { made_by: by.memberId, made_by_person: by.personId };
  return { made_by: before.made_by, made_by_person: before.made_by_person };
}

/** Keys and people through whom a key comes about. @param own the key itself, or those of the key that it replaces */
export function keyThrough(own: readonly string[], by: By | null): string[] {
  return [...new Set([...own, ...(by?.through ?? []), ...(by?.personId ? [by.personId] : [])])];
}
