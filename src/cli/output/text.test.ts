import { expect, test } from 'vitest';
import { textOfResult } from './text.ts';

const PAGE = {
  items: [
    { id: 'org_1', name: 'Acme\tBank', addons: ['a', 'b'], plan: null },
    { id: 'org_22', name: 'Bo', addons: [], extra: { n: 1 } },
  ],
  page: 1,
  limit: 2,
  total: 7,
};

test('a list is a table with a heading: aligned on a terminal, with tabs elsewhere', () => {
  expect(textOfResult(PAGE, true).split('\n')).toEqual([
    'id      name       addons  plan  extra',
    'org_1   Acme Bank  a, b    -     -',
    'org_22  Bo                 -     {"n":1}',
    '2 of 7',
  ]);
  expect(textOfResult(PAGE, false).split('\n')).toEqual([
    'id\tname\taddons\tplan\textra',
    'org_1\tAcme Bank\ta, b\t-\t-',
    'org_22\tBo\t\t-\t{"n":1}',
    '2 of 7',
  ]);
  expect(textOfResult({ items: [], total: 0 }, true)).toBe('0 of 0');
  expect(textOfResult({ items: [], total: 10_000, totalIsExact: false }, true)).toBe(
    '0 of more than 10000',
  );
});

test('fields are lines, and those that list something are tables', () => {
  const result = {
    ok: false,
    list: { id: 'list_1', origin: null },
    rejections: [{ line: 12, reason: 'name: must not be blank' }],
    kept: [],
  };
  expect(textOfResult(result, true).split('\n')).toEqual([
    'ok: false',
    'list:',
    '  id: list_1',
    '  origin: -',
    'rejections:',
    '  line  reason',
    '  12    name: must not be blank',
    'kept: ',
  ]);
});
