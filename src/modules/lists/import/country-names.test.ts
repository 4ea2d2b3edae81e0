import { describe, expect, test } from 'vitest';
import { isCountryCode } from '../../../matching/countries.ts';
import { countriesOf, countryOfCode, countryOfName } from './country-names.ts';

describe('countryOfName', () => {
  test.each([
    ['Iran (Islamic Republic of)', 'IR'],
    ['Bolivia (Plurinational State of)', 'BO'],
    ['China, Hong Kong Special Administrative Region', 'HK'],
    ["Democratic People's Republic of Korea", 'KP'],
    ['Congo (Democratic Republic)', 'CD'],
    ['CONGO, Democratic Republic of (was Zaire)', 'CD'],
    ['RUSSIAN FEDERATION', 'RU'],
    ['SYRIAN ARAB REPUBLIC', 'SY'],
    ['Myanmar (Burma)', 'MM'],
    ['British', 'GB'],
    ['russian', 'RU'],
    ['Nigerian', 'NG'],
    ['Nigerien', 'NE'],
    [' Ivorian ', 'CI'],
  ])('%s is %s', (text, code) => {
    expect(countryOfName(text)).toBe(code);
  });

  test.each(['', 'UNKNOWN', 'na', 'former Soviet Union', 'Congo', 'Congolese', 'Korean'])(
    '%j names no country',
    (text) => {
      expect(countryOfName(text)).toBeUndefined();
    },
  );
});

describe('countryOfCode', () => {
  test.each([
    ['ru', 'RU'],
    ['NA', 'NA'],
    ['ua-cri', 'UA'],
    ['gb-sct', 'GB'],
    ['UK', 'GB'],
    ['EL', 'GR'],
    ['xk', 'XK'],
    ['suhh', 'SU'],
  ])('%s is %s', (text, code) => {
    expect(countryOfCode(text)).toBe(code);
  });

  test.each(['', '00', 'eu', 'ru-', 'Russia'])('%j has no country', (text) => {
    expect(countryOfCode(text)).toBeUndefined();
  });
});

test('countriesOf returns each country once', () => {
  const names = ['Russia', 'RUSSIA', 'Russian', 'Atlantis', 'Egypt'];
  expect(countriesOf(names, countryOfName)).toEqual(['RU', 'EG']);
  expect(countriesOf(['Libyan', 'Emirati', 'Swazi'], countryOfName).every(isCountryCode)).toBe(
    true,
  );
});
