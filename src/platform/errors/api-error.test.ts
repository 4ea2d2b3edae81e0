import { expect, test } from 'vitest';
import { found } from './api-error.ts';

test.each([0, '', null, true])('returns what a query finds: %j', async (row) => {
  expect(await found('row', Promise.resolve(row))).toBe(row);
  expect(await found('row', row)).toBe(row);
});

test('throws NOT_FOUND for an id of another form, and where a query finds no row', async () => {
  const missing = { code: 'NOT_FOUND', message: 'row not found' };
  await expect(found('row', false)).rejects.toMatchObject(missing);
  await expect(found('row', undefined)).rejects.toMatchObject(missing);
  await expect(found('row', Promise.resolve(undefined))).rejects.toMatchObject(missing);
  await expect(found('row', Promise.resolve(false))).rejects.toMatchObject(missing);
});
