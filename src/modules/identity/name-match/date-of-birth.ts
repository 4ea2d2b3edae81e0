import { compareDates } from '../../../names/score/dates.ts';

/**
 * The result of comparing two dates of birth. `year_only`: one of them has only the year (or year and month), and that
 * agrees. `ambiguous_time`: the claim is a time other than midnight in its own offset, which does not determine the
 * day. Undefined when one is missing or unreadable.
 */
export type DateOfBirthMatch =
  | 'same'
  | 'different'
  | 'day_month_swapped'
  | 'year_only'
  | 'ambiguous_time';

/** Points that a different date of birth subtracts from a name's score. */
const PENALTY = 15;

/** Clients convert local midnight to UTC: 1990-06-15 in Lagos becomes 1990-06-14T23:00:00Z. */
const TIME = /T\d/;
const MIDNIGHT = /T00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/;

/** The date in an ISO 8601 date or date and time, extended or basic. */
function dateOf(text: string): string {
  return text
    .trim()
    .replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
    .replace(/T.*$/, '');
}

/** Compares the claimed date of birth with the record's, both ISO 8601. */
export function matchDateOfBirth(
  claimed: string | undefined,
  record: string | null,
): DateOfBirthMatch | undefined {
  if (claimed === undefined) return undefined;
  if (TIME.test(claimed) && !MIDNIGHT.test(claimed)) return 'ambiguous_time';
  if (record === null) return undefined;
  const compared = compareDates(dateOf(claimed), [dateOf(record)]);
  switch (compared?.relation) {
    case undefined:
      return undefined;
    case 'exact':
      return 'same';
    case 'compatible':
      return 'year_only';
    case 'swapped':
      return 'day_month_swapped';
    default:
      return 'different';
  }
}

/** Returns the final score: a different date of birth subtracts 15, never below 0; other results subtract nothing. */
export function withDateOfBirth(score: number, match: DateOfBirthMatch | undefined): number {
  return match === 'different' ? Math.max(0, Math.round((score - PENALTY) * 100) / 100) : score;
}
