import { describe, expect, test } from 'vitest';
import { readingsIn } from './readings.ts';

function readingOf(text: string, own: string) {
  return readingsIn(text, 'unknown').find((reading) => reading.text === own);
}

describe('a name next to words that no table has', () => {
  test.each([
    // Words in small letters between names in capital ones.
    ['Olga Petrova behulpzaam Viktor Bout', 'Viktor Bout'],
    ['Viktor Bout mielelläni Olga Petrova', 'Viktor Bout'],
    ['Olga Petrova vardā un uzdevumā Viktor Bout', 'Viktor Bout'],
    ['Viktor Bout nepilnametis', 'Viktor Bout'],
    ['kenraali evp Viktor Bout', 'Viktor Bout'],
    // A number of an address or an account.
    ['Viktor Bout Calle Testador 5 Prueba', 'Viktor Bout'],
    ['Viktor Bout QZX 12.345.678-5', 'Viktor Bout'],
    ['Viktor Bout 75001 Testville', 'Viktor Bout'],
    // Abbreviations in front.
    ['Kpzt. Viktor Bout', 'Viktor Bout'],
    ['Gen. Bryzg. Viktor Bout', 'Viktor Bout'],
    ['TZV Viktor Bout', 'Viktor Bout'],
    // A company whose name ends with its legal form.
    ['Blue Shipping Ltd xyz Viktor Bout', 'Viktor Bout'],
    ['Blue Shipping Ltd 12345678', 'Blue Shipping Ltd'],
    ['Blue Shipping S.A. QZX 900123456-1', 'Blue Shipping S.A'],
    ['Blue Shipping Ltd & Testgas GmbH', 'Testgas GmbH'],
    ['Blue Shipping Ltd, Testville', 'Blue Shipping Ltd'],
    ['Viktor Bout, QZX Blue Shipping Ltd', 'Viktor Bout'],
    // The Arabic word for and.
    ['فيكتور بوت وفاطمة أحمد', 'فيكتور بوت'],
  ])('%s: %s, for review', (text, own) => {
    expect(readingOf(text, own)).toMatchObject({ kind: 'asked', mayBlock: false });
  });

  test('a person must be the whole name of an entry, and a company need not be', () => {
    const text = 'Blue Shipping Ltd xyz Viktor Bout';
    expect(readingOf(text, 'Viktor Bout')).toMatchObject({ isExactOnly: true });
    expect(readingOf(text, 'Blue Shipping Ltd')).toMatchObject({ isExactOnly: false });
  });

  test.each([
    'Ursula von der Testen',
    'Ahmed ould Testani',
    'Foundation for Care of Children',
    'viktor bout testov',
    'Testland Company for Religious Tourism',
    'Hong Testang Gems & Jewellery Co., Ltd.',
    'Sea Testa 12',
    'محمد علي وليد حسن',
  ])('%s has no such reading', (text) => {
    expect(readingsIn(text, 'unknown').filter(({ kind }) => kind === 'asked')).toEqual([]);
  });

  test('a bill of lading after a ship is omitted, and no part of a word is', () => {
    const textsOf = (text: string) => readingsIn(text, 'vessel').map((reading) => reading.text);
    expect(textsOf('ARTAVIL BL 12345')).toEqual(['ARTAVIL']);
    expect(textsOf('ARTAVIL BLUELANE-X12')).toEqual([]);
  });

  test('is not a name of a listed entry', () => {
    expect(readingsIn('Viktor Bout Calle Testador 5 Prueba', 'person')).toEqual([]);
  });
});

describe('words for relatives, further parties and missing names', () => {
  test.each([
    ['Viktor Bout y su esposa Olga Petrova', 'Viktor Bout', true],
    ['Viktor Bout und seine Ehefrau Olga Petrova', 'Olga Petrova', true],
    ['VIKTOR BOUT Y OTROS', 'VIKTOR BOUT', true],
    ['VIKTOR BOUT VE DIĞERLERI', 'VIKTOR BOUT', true],
    ['Viktor y Olga Bout', 'Viktor Bout', false],
    ['Viktor Bout 50% Olga Petrova 50%', 'Viktor Bout', true],
    ['i) Viktor Bout ii) Olga Petrova', 'Olga Petrova', true],
    ['Suharmanto kein Nachname', 'Suharmanto', true],
    ['Suharmanto без фамилии', 'Suharmanto', true],
    ['SIN APELLIDO MATERNO Suharmanto', 'Suharmanto', true],
    ['1/VIKTOR BOUT 2/TEST STREET 3/RU/MOSCOW', 'VIKTOR BOUT', true],
    ['ARTAVIL 9074729', 'ARTAVIL', true],
    ['OCEAN STAR ex ARTAVIL', 'ARTAVIL', false],
    ['Vikt00r Bout', 'Viktoor Bout', false],
    ['V@ktor Bout', 'Vaktor Bout', false],
  ])('%s: %s (blocks: %s)', (text, own, mayBlock) => {
    expect(readingOf(text, own)).toMatchObject({ mayBlock });
  });
});
