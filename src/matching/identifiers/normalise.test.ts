import { describe, expect, test } from 'vitest';
import { IDENTIFIER_KINDS, type IdentifierKind } from './kinds.ts';
import { normalise, problemOf } from './normalise.ts';

const RIGHT: [IdentifierKind, string, string][] = [
  ['passport', ' ab-123 456.7 ', 'AB1234567'],
  ['passport', '＃ＡＢ１２３４', 'AB1234'],
  ['national_id', '№ ٧٨.865.882', '78865882'],
  ['tax_id', 'BE 0430.033.662', 'BE0430033662'],
  ['company_number', 'CH-217.0.135.719-4', 'CH21701357194'],
  // From GLEIF's examples.
  ['lei', '506700ge1g29325qx363', '506700GE1G29325QX363'],
  ['bic', 'HAVI GB 2L', 'HAVIGB2L'],
  ['bic', 'havigb2lxxx', 'HAVIGB2L'],
  // Examples of the registry of IBANs (SWIFT).
  ['iban', 'IBAN GB29 NWBK 6016 1331 9268 19', 'GB29NWBK60161331926819'],
  ['iban', 'DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
  // The example in the IMO's rules.
  ['imo', 'IMO 9074729', '9074729'],
  ['imo', '9074729', '9074729'],
  // A company number from OFAC's list.
  ['imo', '5342883', '5342883'],
  ['mmsi', '572 469 210', '572469210'],
  ['call_sign', 'eqkf', 'EQKF'],
  ['tail_number', 'EP-MMH', 'EPMMH'],
  // The address in the first block of Bitcoin, and examples from BIP 173 and BIP 350.
  ['wallet', ' 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['wallet', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  [
    'wallet',
    'bitcoin:BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4?amount=1',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ],
  [
    'wallet',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ],
  [
    'wallet',
    '0x7F367cC41522cE07553e823bf3be79A889DEbe1B',
    '0x7f367cc41522ce07553e823bf3be79a889debe1b',
  ],
  ['wallet', 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC', 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC'],
  [
    'wallet',
    'bitcoincash:QPF2CPHC5DKUCLKQUR7LHJ2YUQQ9PK3HMUKLE77VHQ',
    'qpf2cphc5dkuclkqur7lhj2yuqq9pk3hmukle77vhq',
  ],
];

const WRONG: [IdentifierKind, string][] = [
  ['passport', 'A-1'],
  ['passport', '-.-.-'],
  ['other', '1'.repeat(65)],
  ['lei', '506700GE1G29325QX364'],
  ['lei', '506700GE1G29325QX36'],
  ['bic', 'HAVIGB2'],
  ['bic', '1AVIGB2L'],
  ['iban', 'GB29NWBK60161331926818'],
  ['iban', 'GB2'],
  ['imo', '9074728'],
  ['imo', '907472'],
  ['mmsi', '57246921'],
  ['call_sign', 'EQ'],
  ['tail_number', 'X'],
  ['wallet', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
  ['wallet', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
  ['wallet', 'bc1qw508d6qejxtdg4y5r3zarvarY0C5XW7KV8F3T4'],
  ['wallet', '0x7F367cC41522cE07553e823bf3be79A889DEbe1'],
  ['wallet', '0x7F367cC41522cE07553e823bf3be79A889DEbe1G'],
  ['wallet', 'my wallet'],
  ['wallet', ''],
];

describe('an identifier', () => {
  test.each(RIGHT)('of kind %s written %j has the normal form %s', (kind, written, value) => {
    expect(normalise(kind, written)).toBe(value);
    expect(normalise(kind, value)).toBe(value);
  });

  test.each(WRONG)(
    'of kind %s with an invalid value (%j) is refused without repeating the value',
    (kind, value) => {
      expect(normalise(kind, value)).toBeUndefined();
      if (value !== '') expect(problemOf(kind)).not.toContain(value);
    },
  );

  test('is refused for any kind with check digits if one digit is changed', () => {
    for (const [kind, , value] of RIGHT.filter(([one]) => ['lei', 'iban'].includes(one)))
      for (const [i, char] of [...value].entries()) {
        if (!/\d/.test(char)) continue;
        const other = value.slice(0, i) + String((Number(char) + 1) % 10) + value.slice(i + 1);
        expect(normalise(kind, other), `${kind} ${other}`).toBeUndefined();
      }
  });

  test('of any kind is read from any text without an error', () => {
    const texts = [
      '\0',
      '\ud800',
      '🛂',
      '0x',
      'bc1',
      '1',
      'q'.repeat(42),
      '1'.repeat(200),
      '::',
      '1' + 'z'.repeat(34),
    ];
    for (const kind of IDENTIFIER_KINDS) for (const text of texts) normalise(kind, text);
  });
});
