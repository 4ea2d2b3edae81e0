import type { Principal } from '../../platform/auth/key-cache.ts';
import type { KeyRow } from './store.ts';

export const KEY_PREFIX = 'key';

export type Maker = Pick<KeyRow, 'made_by' | 'made_by_person'>;
/** The part of a caller that a key remembers. */
type By = Pick<Principal, 'memberId' | 'personId'> & Partial<Pick<Principal, 'through'>>;

/**
 * The columns of whoever makes a key; of who had it before where no person is known.
 * @param isMember false for an operator who makes a key of an organization: the key is of no member, and still of this person
 */
export function makerOf(
  by: By | null,
  isMember: boolean,
  before: Maker = { made_by: null, made_by_person: null },
): Maker {
  if (by === null || by.personId === null)
    return { made_by: before.made_by, made_by_person: before.made_by_person };
  return { made_by: isMember ? by.memberId : before.made_by, made_by_person: by.personId };
}

/** Keys and people through whom a key comes about. @param own the key itself, or those of the key that it replaces */
export function keyThrough(own: readonly string[], by: By | null): string[] {
  return [...new Set([...own, ...(by?.through ?? []), ...(by?.personId ? [by.personId] : [])])];
}
