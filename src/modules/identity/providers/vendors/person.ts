import { Type } from 'typebox';
import type { MatchOf, Profile } from '../adapter.ts';
import { UNREADABLE } from './dates.ts';

/** A field of a vendor's record that may be missing; one that is longer is no name, phone or address. */
export const text = Type.Optional(Type.Union([Type.String({ maxLength: 1000 }), Type.Null()]));

type Text = string | null | undefined;

/** Texts that vendors write for "nothing", besides those without a letter or digit such as "." and "****". */
const PLACEHOLDER = /^(?:not available|n\/a|nan-nan-nan)$/i;

/** A vendor's text on one line and without control characters; null if it says nothing. */
export function clean(value: Text): string | null {
  const line = (value ?? '')
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return /[\p{L}\p{N}]/u.test(line) && !PLACEHOLDER.test(line) ? line : null;
}

function genderOf(value: Text): Profile['gender'] {
  const word = clean(value)?.toLowerCase();
  if (word === 'm' || word === 'male') return 'male';
  if (word === 'f' || word === 'female') return 'female';
  return null;
}

/**
 * The profile that a register's record makes; undefined if the record has no name, because it then answers
 * nothing. A record that does not say which part of the name is which has all of it as last name: the order
 * differs from register to register, and matching ignores it.
 */
export function person(record: {
  first?: Text;
  middle?: Text;
  last?: Text;
  /** Used unless both first and last name are there. */
  full?: Text;
  /** As `parseDate` gives it. */
  dateOfBirth: string | null;
  gender?: Text;
  phone?: Text;
  address?: Text;
}): ({ outcome: 'ok' } & MatchOf['bvn']) | undefined {
  const [first, middle, last, full] = [
    clean(record.first),
    clean(record.middle),
    clean(record.last),
    clean(record.full),
  ];
  const inParts = full === null || (first !== null && last !== null);
  const name = inParts
    ? { firstName: first, middleName: middle, lastName: last }
    : { firstName: null, middleName: null, lastName: full };
  if (!name.firstName && !name.middleName && !name.lastName) return undefined;
  const isUnreadable = record.dateOfBirth === UNREADABLE;
  return {
    outcome: 'ok',
    ...(isUnreadable && { unreadableDateOfBirth: true as const }),
    profile: {
      ...name,
      dateOfBirth: isUnreadable ? null : record.dateOfBirth,
      gender: genderOf(record.gender),
      phoneNumber: clean(record.phone),
      address: clean(record.address),
    },
  };
}

/** A score on the scale that everybody here uses. */
export const percent = Type.Number({ minimum: 0, maximum: 100 });
