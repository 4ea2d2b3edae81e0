import type { Static } from 'typebox';
import type { CatalogueEntry as Schema, RequestedKind } from './schemas.ts';

export type CatalogueEntry = Static<typeof Schema>;

const NUBAN_BANK_CODE = {
  description:
    'code of the Central Bank of Nigeria or of NIBSS (NIP): 3 to 6 digits, optionally with a letter',
  pattern: '^[0-9]{3,6}[A-Z]?$',
  example: '058',
};
const GHANA_BANK_CODE = {
  description: '6-digit bank code, or the mobile money operator in capital letters',
  pattern: '^([0-9]{6}|[A-Z]{3})$',
  example: '030100',
};
const KENYA_BANK_CODE = {
  description: 'code of the Central Bank of Kenya, 2 digits, or with the branch, 5 digits',
  pattern: '^[0-9]{2}([0-9]{3})?$',
  example: '68',
};

function entry(
  country: string,
  kind: RequestedKind,
  name: string,
  description: string,
  pattern: string,
  example: string,
  bankCode: CatalogueEntry['bankCode'] = null,
): CatalogueEntry {
  return { country, kind, name, description, pattern, example, bankCode };
}

/**
 * The supported identifiers, by country and kind; `nin` is a country's primary national identifier. The patterns reject
 * values that cannot be valid. They accept the form on documents: printed separators are optional, and letters may be
 * in lower case. Where no rule is published, as for account numbers in Ghana and Kenya, the patterns only limit the
 * length.
 */
export const kindsCatalogue: readonly CatalogueEntry[] = [
  entry('NG', 'bvn', 'Bank Verification Number', '11 digits', '^[0-9]{11}$', '22123456780'),
  entry(
    'NG',
    'nin',
    'National Identification Number',
    '11 digits; a virtual NIN is of kind vnin',
    '^[0-9]{11}$',
    '70123456780',
  ),
  entry(
    'NG',
    'vnin',
    'Virtual NIN',
    '2 letters, 12 digits, 2 letters; it represents a NIN for 72 hours',
    '^[A-Za-z]{2}[0-9]{12}[A-Za-z]{2}$',
    'AB012345678910YZ',
  ),
  entry(
    'GH',
    'nin',
    'Ghana Card PIN',
    '3 letters, 9 digits, 1 digit, such as GHA-123456789-0',
    '^[A-Za-z]{3}-?[0-9]{9}-?[0-9]$',
    'GHA-123456789-0',
  ),
  entry('KE', 'nin', 'National ID number', '7 or 8 digits', '^[0-9]{7,8}$', '12345670'),
  entry(
    'ZA',
    'nin',
    'South African ID number',
    '13 digits: a date of birth, a citizenship digit from 0 to 2, a check digit',
    '^[0-9]{10}[0-2][0-9]{2}$',
    '9001015007080',
  ),
  entry(
    'UG',
    'nin',
    'National Identification Number',
    '2 letters and 12 letters or digits',
    '^[A-Za-z]{2}[0-9A-Za-z]{12}$',
    'CM90012345ABC0',
  ),
  entry(
    'ZM',
    'nin',
    'National Registration Card number',
    '6, 2 and 1 digits, such as 123456/10/1',
    '^[0-9]{6}/?[0-9]{2}/?[0-9]$',
    '123456/10/1',
  ),
  entry(
    'CI',
    'nin',
    'NNI, or number of the CNI',
    '11 digits, or 1 or 2 letters and 8 to 11 digits',
    '^([0-9]{11}|[A-Za-z]{1,2}[0-9]{8,11})$',
    '11234567890',
  ),
  entry(
    'ZW',
    'nin',
    'National ID number',
    '2 digits, 6 or 7 digits, a letter, 2 digits, such as 63-1234567-A-10',
    '^[0-9]{2}[- ]?[0-9]{6,7}[- ]?[A-Za-z][- ]?[0-9]{2}$',
    '63-1234567-A-10',
  ),
  entry(
    'TZ',
    'nin',
    'National Identification Number (NIDA)',
    '20 digits, such as 19900101-12345-12345-10',
    '^[0-9]{8}-?[0-9]{5}-?[0-9]{5}-?[0-9]{2}$',
    '19900101-12345-12345-10',
  ),
  entry(
    'RW',
    'nin',
    'National ID number',
    '16 digits, such as 1 1990 8 0123456 0 10',
    '^[0-9] ?[0-9]{4} ?[0-9] ?[0-9]{7} ?[0-9] ?[0-9]{2}$',
    '1199080123456010',
  ),
  entry(
    'NG',
    'account',
    'NUBAN account number',
    '10 digits',
    '^[0-9]{10}$',
    '0123456780',
    NUBAN_BANK_CODE,
  ),
  entry(
    'GH',
    'account',
    'Bank account or wallet number',
    '8 to 20 digits, as the bank writes it',
    '^[0-9]{8,20}$',
    '1234567890120',
    GHANA_BANK_CODE,
  ),
  entry(
    'KE',
    'account',
    'Bank account number',
    '6 to 20 digits, as the bank writes it',
    '^[0-9]{6,20}$',
    '1234567890120',
    KENYA_BANK_CODE,
  ),
];

/** Countries where faces can be compared with photographs: those with a national identification number. */
export function faceCountries(): string[] {
  return countriesOf('nin');
}

/** The countries of a kind. */
export function countriesOf(kind: RequestedKind): string[] {
  return kindsCatalogue.filter((known) => known.kind === kind).map(({ country }) => country);
}
