import { describe, expect, test } from 'vitest';
import {
  countryCodeFromName,
  countryCodeOf,
  isCountryCode,
  mayBeSameCountry,
} from './countries.ts';

describe('isCountryCode', () => {
  test("knows the 249 officially assigned codes, Kosovo's code, and 25 codes of former states", () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const assigned = letters.flatMap((a) => letters.map((b) => a + b)).filter(isCountryCode);
    expect(assigned).toHaveLength(275);
  });

  test.each(['NG', 'GB', 'SS', 'CW', 'PS', 'TW', 'AX', 'EH', 'XK', 'SU', 'YU', 'AN'])(
    '%s is known',
    (code) => {
      expect(isCountryCode(code)).toBe(true);
    },
  );

  test.each(['ZZ', 'AA', 'QM', 'UK', 'EU', 'AC', 'ng', 'NGA', '', 'N', ' NG'])(
    '%j is unknown',
    (code) => {
      expect(isCountryCode(code)).toBe(false);
    },
  );
});

describe('countryCodeFromName', () => {
  test.each([
    ['Korea, North', 'KP'],
    ['Korea, South', 'KR'],
    ["Democratic People's Republic of Korea", 'KP'],
    ['Burma', 'MM'],
    ['Iran', 'IR'],
    ['Syria', 'SY'],
    ['Russia', 'RU'],
    ["Cote d'Ivoire", 'CI'],
    ['Côte d’Ivoire', 'CI'],
    ['Congo, Democratic Republic of the', 'CD'],
    ['Congo, Republic of the', 'CG'],
    ['Palestinian', 'PS'],
    ['United Kingdom', 'GB'],
    ['The Gambia', 'GM'],
    ['Bahamas, The', 'BS'],
    ['Virgin Islands, British', 'VG'],
    ['Virgin Islands, U.S.', 'VI'],
    ['Man, Isle of', 'IM'],
    ['Macedonia, The Former Yugoslav Republic of', 'MK'],
    ['Bosnia-Herzegovina', 'BA'],
    ['St. Vincent and the Grenadines', 'VC'],
    ['St. Kitts & Nevis', 'KN'],
    ['Cabo Verde', 'CV'],
    ['Cape Verde', 'CV'],
    ['Vietnam', 'VN'],
    ['Turkey', 'TR'],
    ['TÜRKİYE', 'TR'],
    ['Tanzania', 'TZ'],
    ['Moldova', 'MD'],
    ['Laos', 'LA'],
    ['Brunei', 'BN'],
    ['Niger', 'NE'],
    ['Nigeria', 'NG'],
    ['the Philippines', 'PH'],
    ['  nigeria ', 'NG'],
    ['Kosovo', 'XK'],
    ['USSR', 'SU'],
    ['Serbia and Montenegro', 'CS'],
    ['Czechoslovakia', 'CS'],
    ['Yemen, Democratic', 'YD'],
    ['Rhodesia', 'ZW'],
  ])('%s is %s', (name, code) => {
    expect(countryCodeFromName(name)).toBe(code);
  });

  test.each([
    '',
    ',',
    'Congo',
    'Korea',
    'Virgin Islands',
    'New Mexico',
    'None Identified',
    'Atlantis',
    '__proto__',
    'constructor',
    'x'.repeat(1_000_000),
  ])('%.20j identifies no country', (name) => {
    expect(countryCodeFromName(name)).toBeUndefined();
  });
});

test('a former state and its successor do not contradict', () => {
  expect(mayBeSameCountry('SU', 'UA')).toBe(true);
  expect(mayBeSameCountry('RS', 'XK')).toBe(true);
  expect(mayBeSameCountry('SU', 'DE')).toBe(false);
  expect(mayBeSameCountry('CS', 'CZ')).toBe(true);
  expect(mayBeSameCountry('SS', 'SD')).toBe(true);
  expect(mayBeSameCountry('HK', 'MO')).toBe(false);
});

test.each([
  ['ng', 'NG'],
  ['NGA', 'NG'],
  ['CSHH', 'CS'],
  ['csk', 'CS'],
  ['SCG', 'CS'],
  ['SUHH', 'SU'],
  ['YUCS', 'YU'],
  ['DDDE', 'DD'],
  ['ZRCD', 'ZR'],
  ['ANHH', 'AN'],
  ['TPTL', 'TP'],
  ['BYAA', 'BY'],
  ['HV', 'HV'],
  ['XKX', 'XK'],
  ['UK', undefined],
  ['XYZ', undefined],
])('the code of %s is %s', (text, code) => {
  expect(countryCodeOf(text)).toBe(code);
});
