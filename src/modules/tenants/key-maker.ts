import type { Principal } from '../../platform/auth/key-cache.ts';
import type { KeyRow } from './store.ts';

export const KEY_PREFIX = 'key';

export type Maker = Pick<KeyRow, 'made_by' | 'made_by_person'>;
/** The properties of a caller that a key stores. */
type By = Pick<Principal, 'memberId' | 'personId'> & Partial<Pick<Principal, 'through'>>;

/**
 * Returns the columns of a key's maker; those of the previous maker if the caller is not a known person.
 * @param isMember false for an operator who makes a key of an organization: the key then belongs to no member, but
 * still to this person
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

/**
 * Returns the keys and people that a key derives from. @param own the key itself, or those of the key that it
 * replaces
 */
export function keyThrough(own: readonly string[], by: By | null): string[] {
  return [...new Set([...own, ...(by?.through ?? []), ...(by?.personId ? [by.personId] : [])])];
}
