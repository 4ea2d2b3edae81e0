import { expect, test } from 'vitest';
import { connectionOf } from './dump.ts';

test.each([
  [
    'postgresql://u:p%40ss@h:5433/d?sslmode=require',
    'postgresql://u@h:5433/d?sslmode=require',
    'p@ss',
  ],
  ['postgresql://u:p@/d?host=/run/postgresql', 'postgresql://u@/d?host=/run/postgresql', 'p'],
  ['postgres://u@h/d', 'postgres://u@h/d', undefined],
])('%s becomes arguments without the password', (connectionString, url, password) => {
  const { args, variables } = connectionOf({ connectionString });
  expect(args).toEqual(['--no-password', `--dbname=${url}`]);
  expect(variables).toEqual(password === undefined ? {} : { PGPASSWORD: password });
});
