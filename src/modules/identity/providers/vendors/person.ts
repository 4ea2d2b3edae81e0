import { Type } from 'typebox';
import type { MatchOf, Profile } from '../adapter.ts';
import { UNREADABLE } from './dates.ts';

/** An optional field of a vendor's record. A longer text is not a name, phone or address. */
export const text = Type.Optional(Type.Union([Type.String({ maxLength: 1000 }), Type.Null()]));

/** The number that an answer concerns, as the vendor repeats it. */
export const repeated = Type.Optional(Type.Unknown());

/**
 * Returns true if an answer repeats a different number from the requested one, because it then proves nothing about the
 * requested one. Does not compare a masked number, or one with letters.
 */
export function isOfAnother(requested: string, answered: unknown): boolean {
  if (typeof answered !== 'string' && typeof answered !== 'number') return false;
  const numbers = [requested, String(answered)];
  const [one, other] = numbers.map((number) => number.replace(/^0+/, ''));
  return numbers.every((number) => /^\d+$/.test(number)) && one !== other;
}

type Text = string | null | undefined;

/**
 * Texts with which vendors mark a missing value, in addition to those without a letter or digit such as "." and "****".
 */
const PLACEHOLDER = /^(?:not available|n\/a|nan-nan-nan)$/i;

/** Returns a vendor's text on one line and without control characters; null if nothing remains. */
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
 * Returns the profile in a register's record; undefined if the record has no name, because it then answers nothing. If
 * the record does not separate the parts of the name, the whole name becomes the last name: registers use different
 * orders, and matching ignores the order.
 */
export function person(record: {
  first?: Text;
  middle?: Text;
  last?: Text;
  /** Used unless both first and last name exist. */
  full?: Text;
  /** The result of `parseDate`. */
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

/** A score on the common scale. */
export const percent = Type.Number({ minimum: 0, maximum: 100 });
