import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileValidator } from '../../../platform/http/validate.ts';
import { countriesOf, kindsCatalogue } from './catalogue.ts';
import {
  bankCodeProblem,
  identifierProblem,
  normaliseIdentifier,
  supported,
} from './identifiers.ts';
import { CatalogueEntry, IDENTIFIER_KINDS, type IdentifierKind } from './schemas.ts';

const NATIONAL = ['NG', 'GH', 'KE', 'ZA', 'UG', 'ZM', 'CI', 'ZW', 'TZ', 'RW'];

// contract: identity/kinds-countries-formats
test('the catalog covers the promised countries, each pair once', () => {
  expect(countriesOf('bvn')).toEqual(['NG']);
  expect(countriesOf('nin').toSorted()).toEqual(NATIONAL.toSorted());
  expect(countriesOf('account')).toEqual(['NG', 'GH', 'KE']);
  const pairs = kindsCatalogue.map(({ country, kind }) => `${country} ${kind}`);
  expect(new Set(pairs).size).toBe(pairs.length);
  for (const country of [...NATIONAL, 'FR', 'ng', ''])
    for (const kind of IDENTIFIER_KINDS)
      expect(supported(country, kind)).toBe(pairs.includes(`${country} ${kind}`));
});

test('every entry fits its schema and accepts its own example', () => {
  const validate = compileValidator('entry', CatalogueEntry);
  for (const entry of kindsCatalogue) {
    expect(validate(entry)).toEqual([]);
    const { country, kind, example, bankCode } = entry;
    expect(identifierProblem(country, kind, example), `${country} ${kind}`).toBeUndefined();
    expect(bankCode === null).toBe(kind !== 'account');
    if (bankCode) expect(bankCodeProblem(country, bankCode.example)).toBeUndefined();
  }
});

test('patterns mean the same in RE2 and match whole texts without ambiguity', () => {
  for (const { pattern, bankCode } of kindsCatalogue)
    for (const text of [pattern, bankCode?.pattern ?? '^$']) {
      expect(text).toMatch(/^\^.*\$$/);
      // Literals, classes, bounded repetition, one level of groups: no backtracking.
      expect(text).not.toMatch(/[*+.\\]|\(\?|\([^)]*\(|,\}/);
    }
});

describe.each(kindsCatalogue)('$country $kind', ({ country, kind, pattern, description }) => {
  const whole = new RegExp(pattern);
  const wellFormed = fc
    .stringMatching(whole)
    .filter((text) => identifierProblem(country, kind, text) === undefined);

  test('gives one identifier one normal form, which is valid itself', () => {
    const each = country === 'ZA' ? fc.constant('9001015007080') : wellFormed;
    fc.assert(
      fc.property(each, (text) => {
        const normal = normaliseIdentifier(country, kind, text);
        expect(identifierProblem(country, kind, normal)).toBeUndefined();
        expect(normaliseIdentifier(country, kind, normal)).toBe(normal);
        expect(normaliseIdentifier(country, kind, text.toLowerCase())).toBe(normal);
        const significant = (value: string) => value.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
        expect(significant(normal)).toBe(significant(text));
      }),
    );
  });

  test('rejects every text that the pattern does not match, without repeating the text', () => {
    const near = fc
      .tuple(
        fc.stringMatching(whole),
        fc.nat(),
        fc.constantFrom('', ' ', '\n', '٣', '０', 'x', '0'),
      )
      .map(([text, at, piece]) => {
        const position = at % (text.length + 1);
        return text.slice(0, position) + piece + text.slice(position);
      });
    fc.assert(
      fc.property(fc.oneof(fc.string(), near), (text) => {
        const problem = identifierProblem(country, kind, text);
        if (!whole.test(text)) expect(problem).toBe(`must be ${description}`);
        // Text of the description itself, like `etter`, does not count as a repetition.
        if (text.length > 4 && problem && !description.includes(text))
          expect(problem).not.toContain(text);
      }),
    );
  });
});

const ACCEPTED: [string, IdentifierKind, string, string][] = [
  ['NG', 'bvn', '22222222222', '22222222222'],
  ['GH', 'nin', 'gha1234567890', 'GHA-123456789-0'],
  ['GH', 'nin', 'GHA-123456789-0', 'GHA-123456789-0'],
  ['KE', 'nin', '1234567', '1234567'],
  ['UG', 'nin', 'cm90012345abc0', 'CM90012345ABC0'],
  ['ZM', 'nin', '123456101', '123456/10/1'],
  ['CI', 'nin', 'ci002345678', 'CI002345678'],
  ['ZW', 'nin', '45190221E45', '45190221E45'],
  ['ZW', 'nin', '63-1234567 a 53', '631234567A53'],
  ['TZ', 'nin', '19900101-12345-12345-10', '19900101123451234510'],
  ['RW', 'nin', '1 1990 8 0123456 0 10', '1199080123456010'],
];
test.each(ACCEPTED)('asks for %s %s %s as %s', (country, kind, written, normal) => {
  expect(identifierProblem(country, kind, written)).toBeUndefined();
  expect(normaliseIdentifier(country, kind, written)).toBe(normal);
});

const REFUSED: [string, IdentifierKind, string][] = [
  ['NG', 'bvn', '2222222222'],
  ['NG', 'bvn', '222222222222'],
  ['NG', 'nin', 'AB012345678910YZ'],
  ['NG', 'nin', ' 22222222222'],
  ['NG', 'account', '012345678'],
  ['GH', 'nin', 'GHA--123456789-0'],
  ['KE', 'nin', '123456'],
  ['UG', 'nin', 'CM90012345ABC'],
  ['ZM', 'nin', '12345/10/1'],
  ['ZW', 'nin', '4519022145'],
  ['TZ', 'nin', '1990010112345123451'],
  ['RW', 'nin', '119908012345601'],
  ['FR', 'nin', '22222222222'],
  ['KE', 'bvn', '22222222222'],
];
test.each(REFUSED)('rejects %s %s %s', (country, kind, written) => {
  expect(identifierProblem(country, kind, written)).toBeDefined();
});

test('a South African number needs a date, a citizenship digit and its check digit', () => {
  const problem = (text: string) => identifierProblem('ZA', 'nin', text);
  expect(problem('8001015009087')).toBeUndefined();
  // Exactly one of the ten last digits is valid.
  for (let digit = 0; digit <= 9; digit++)
    expect(problem(`800101500908${digit}`) === undefined).toBe(digit === 7);
  expect(problem('8001015009078')).toBe('has a wrong check digit');
  expect(problem('8001015009385')).toContain('citizenship digit');
  const dated = (date: string) =>
    [...'0123456789'].some((digit) => problem(`${date}500908${digit}`) === undefined);
  expect(['000229', '960229', '991231'].map(dated)).toEqual([true, true, true]);
  expect(['010229', '800001', '801301', '800132', '800431', '800100'].map(dated)).toEqual(
    Array(6).fill(false),
  );
});

test('checks a bank code by country', () => {
  for (const [country, code] of [
    ['NG', '058'],
    ['NG', '035A'],
    ['NG', '000013'],
    ['GH', 'MTN'],
    ['KE', '68'],
  ] as const)
    expect(bankCodeProblem(country, code), code).toBeUndefined();
  for (const [country, code] of [
    ['NG', '58'],
    ['NG', '058 '],
    ['GH', 'mtn'],
    ['KE', '068'],
    ['ZA', '632005'],
  ] as const)
    expect(bankCodeProblem(country, code), code).toBeDefined();
});
