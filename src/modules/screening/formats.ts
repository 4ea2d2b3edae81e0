import '../../platform/iso-time.ts';
import { defineFormat } from '../../platform/http/validate.ts';
import { isCountryCode } from './countries.ts';
import { hasCanonicalForm } from './matching/index.ts';

defineFormat(
  'iso-3166-1-alpha-2',
  // Two ASCII letters first: "ß" and the ligature "ﬁ" have upper-case forms that are country codes.
  (text) => /^[A-Za-z]{2}$/.test(text) && isCountryCode(text.toUpperCase()),
  'must be an ISO 3166-1 alpha-2 country code',
);
defineFormat(
  'screening-name',
  hasCanonicalForm,
  'is empty after canonicalisation: it has no letter or digit',
);
