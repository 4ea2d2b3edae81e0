import '../platform/calendar/iso-time.ts';
import { defineFormat } from '../platform/http/validate.ts';
import { countryCodeOf, isCountryCode } from './countries.ts';
import { isPartialDate } from './partial-dates.ts';
import { hasCanonicalForm } from '../names/index.ts';

/** Returns a pattern for any country code in capital or small letters: `[Aa][DdEe…]|[Bb]…`. */
function countryCodePattern(): string {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const inAnyCase = (letter: string): string => letter + letter.toLowerCase();
  const groups = letters.map((first) => {
    const seconds = letters.filter((second) => isCountryCode(first + second));
    return seconds.length > 0 && `[${inAnyCase(first)}][${seconds.map(inAnyCase).join('')}]`;
  });
  return `^(?:${groups.filter(Boolean).join('|')})$`;
}

/** Codes in use for countries that have a different one in ISO 3166-1, in addition to longer ones. */
const OTHER_CODES: Record<string, string> = { UK: 'GB', EL: 'GR' };

defineFormat(
  'iso-3166-1-alpha-2',
  // Checks two ASCII letters first: "ß" and the ligature "ﬁ" have upper-case forms that are country codes.
  (text) => /^[A-Za-z]{2}$/.test(text) && isCountryCode(text.toUpperCase()),
  (text) => {
    const code = countryCodeOf(text) ?? OTHER_CODES[text.toUpperCase()];
    return `must be an ISO 3166-1 alpha-2 country code${code === undefined ? '' : `: use ${code}`}`;
  },
  countryCodePattern(),
);
/** Tests only ASCII characters, so that every regex engine accepts it; other characters may be letters. */
export const LETTER_OR_DIGIT = '[^\\x00-/:-@\\[-`{-\\x7f]';
defineFormat('screening-name', hasCanonicalForm, 'has no letter or digit', LETTER_OR_DIGIT);
defineFormat(
  'partial-date',
  (text) => /^[\d-]+$/.test(text) && isPartialDate(text),
  'must be YYYY, YYYY-MM or YYYY-MM-DD with a real date',
  '^[1-9][0-9]{3}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?$',
);
defineFormat(
  'screening-place',
  (text) => /[\p{L}\p{N}]/u.test(text),
  'has no letter or digit',
  LETTER_OR_DIGIT,
);
