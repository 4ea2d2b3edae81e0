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
  expect(textOfResult(PAGE, { width: 80 }).split('\n')).toEqual([
    'id      name       addons  plan  extra',
    'org_1   Acme Bank  a, b    -     -',
    'org_22  Bo                 -     {"n":1}',
    '2 of 7',
  ]);
  expect(textOfResult(PAGE, { width: undefined }).split('\n')).toEqual([
    'id\tname\taddons\tplan\textra',
    'org_1\tAcme Bank\ta, b\t-\t-',
    'org_22\tBo\t\t-\t{"n":1}',
    '2 of 7',
  ]);
  expect(textOfResult({ items: [], total: 0 }, { width: 80 })).toBe('0 of 0');
  expect(textOfResult({ items: [], total: 10_000, totalIsExact: false }, { width: 80 })).toBe(
    '0 of more than 10000',
  );
});

test('a list without a total shows its number of items and its other fields', () => {
  expect(textOfResult({ items: [], seconds: 0 }, { width: 80 })).toBe('items: 0\nseconds: 0');
  const plan = { items: [{ name: '183_rows' }], seconds: 2 };
  expect(textOfResult(plan, { width: undefined })).toBe('name\n183_rows\nitems: 1\nseconds: 2');
});

test('fields are lines, and fields with lists are tables', () => {
  const result = {
    ok: false,
    list: { id: 'list_1', origin: null },
    rejections: [{ line: 12, reason: 'name: must not be blank' }],
    kept: [],
  };
  expect(textOfResult(result, { width: 80 }).split('\n')).toEqual([
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

test('a list fits the terminal: it shows the chosen columns, times to the minute, and cuts only text', () => {
  const id = `key_${'0'.repeat(26)}`;
  const items = [
    {
      id,
      name: 'A key for a service with a name that nobody reads to its end',
      hint: 'x',
      scopes: ['identity:verify', 'fraud:manage', 'fraud:screen', 'webhooks:manage'],
      revokedAt: '2026-11-29T05:22:28.133Z',
    },
  ];
  const columns = ['id', 'name', 'scopes', 'revokedAt'];
  const [heading, row] = textOfResult({ items, total: 1 }, { width: 100, columns }).split('\n');
  expect(heading).not.toContain('hint');
  expect(row).toHaveLength(100);
  expect(row).toMatch(/^key_0{26} {2}A key [^…]+… {2}identity[^…]+… {2}2026-11-29T05:22Z$/);
  expect(textOfResult({ items, total: 1 }, { width: undefined, columns })).toContain(
    '2026-11-29T05:22:28.133Z',
  );
});
