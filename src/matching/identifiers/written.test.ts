import { expect, test } from 'vitest';
import { identifiersIn } from './asked.ts';

test.each([
  ['SANCHI (IMO 9356608)', [{ kind: 'imo', value: '9356608' }]],
  ['SANCHI IMO No. 9356608', [{ kind: 'imo', value: '9356608' }]],
  ['Viktor Bout, passport A1234567', [{ kind: 'passport', value: 'A1234567' }]],
  ['SANCHI (IMO 9356609)', []],
  ['Imo State Traders', []],
  ['Viktor Bout', []],
])('%s has %j', (name, expected) => {
  expect(identifiersIn(name)).toEqual(expected);
});
