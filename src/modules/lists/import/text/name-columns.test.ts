import { expect, test } from 'vitest';
import type { Role } from '../generic-header.ts';
import { namesOf } from './name-columns.ts';

type Cells = Partial<Record<Role, string>>;

test.each<[Cells, string[]]>([
  [{ name: 'Mirjana Markovic' }, ['Mirjana Markovic']],
  [{ firstName: 'Viktor', middleName: 'A.', lastName: 'Bout' }, ['Viktor A. Bout']],
  [{ name: 'Mirjana', lastName: 'Markovic' }, ['Mirjana Markovic']],
  [{ name: 'Markovic', firstName: 'Mirjana' }, ['Mirjana Markovic']],
  [{ name: 'Anne-Marie', middleName: 'L.', lastName: 'Markovic' }, ['Anne-Marie L. Markovic']],
  [{ name: 'Markovic', firstName: 'Mirjana', lastName: 'Markovic' }, ['Mirjana Markovic']],
  [{ name: 'MARKOVIĆ, Mirjana', lastName: 'Markovic' }, ['MARKOVIĆ, Mirjana']],
  [{ name: 'Mirjana Markovic', firstName: 'Mirjana', lastName: 'Markovic' }, ['Mirjana Markovic']],
  [{ name: 'Hamas', lastName: '-' }, ['Hamas']],
])('the name of %j is joined from its columns', (cells, names) => {
  expect(namesOf((role) => cells[role] ?? '')).toEqual(names);
});

test.each<[Cells, string[]]>([
  [
    { name: 'John Brown', firstName: 'Mirjana', lastName: 'Markovic' },
    ['John Brown', 'Mirjana Markovic'],
  ],
  [{ name: 'Hamas', firstName: 'John', lastName: 'Brown' }, ['Hamas', 'John Brown']],
  [{ name: 'Juan Carlos', lastName: 'Perez' }, ['Juan Carlos', 'Juan Carlos Perez']],
  [{ name: 'Perez Lopez', firstName: 'Ana' }, ['Perez Lopez', 'Ana Perez Lopez']],
  [{ name: '王小明', lastName: '王' }, ['王小明', '王小明 王']],
  [
    { name: 'Account Viktor Bout', firstName: 'Viktor', lastName: 'Bout' },
    ['Account Viktor Bout', 'Viktor Bout'],
  ],
])('a full name remains a full name if other columns add words (%j)', (cells, names) => {
  expect(namesOf((role) => cells[role] ?? '')).toEqual(names);
});
