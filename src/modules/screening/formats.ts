import '../../platform/iso-time.ts';
import { defineFormat } from '../../platform/http/validate.ts';
import { isCountryCode } from './countries.ts';
import { isPartialDate } from './import/dates.ts';
import { hasCanonicalForm } from '../../names/index.ts';

/** Codes in use for countries that have another one in ISO 3166-1. */
const OTHER_CODES: Record<string, string> = { UK: 'GB', EL: 'GR' };

defineFormat(
  'iso-3166-1-alpha-2',
  // Two ASCII letters first: "ß" and the ligature "ﬁ" have upper-case forms that are country codes.
  (text) => /^[A-Za-z]{2}$/.test(text) && isCountryCode(text.toUpperCase()),
  (text) => {
    const code = OTHER_CODES[text.toUpperCase()];
    return `must be an ISO 3166-1 alpha-2 country code${code === undefined ? '' : `: use ${code}`}`;
  },
  '^[A-Za-z]{2}$',
);
defineFormat(
  'screening-name',
  hasCanonicalForm,
  'is empty after canonicalisation: it has no letter or digit',
);
defineFormat(
  'partial-date',
  (text) => /^[\d-]+$/.test(text) && isPartialDate(text),
  'must be YYYY, YYYY-MM or YYYY-MM-DD with a real date',
  '^[1-9][0-9]{3}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?$',
);
defineFormat('screening-place', (text) => /[\p{L}\p{N}]/u.test(text), 'has no letter or digit');
