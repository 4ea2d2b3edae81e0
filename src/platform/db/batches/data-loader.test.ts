import { expect, test } from 'vitest';
import { DataLoader } from './data-loader.ts';

test('runs one query for all waiting callers, with each key once', async () => {
  const queries: string[][] = [];
  const read = new DataLoader(async (keys: string[]) => {
    queries.push(keys);
    return (key: string) => key.toUpperCase();
  });
  expect(await Promise.all(['a', 'b', 'a'].map((key) => read.get(key)))).toEqual(['A', 'B', 'A']);
  expect(queries).toEqual([['a', 'b']]);
});

test('does not return data that was read before the request', async () => {
  let value = 1;
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const read = new DataLoader(async () => {
    const seen = value;
    begun.resolve();
    await end.promise;
    return () => seen;
  });
  const first = read.get('key');
  await begun.promise;
  value = 2;
  const second = read.get('key');
  end.resolve();
  expect([await first, await second]).toEqual([1, 2]);
});

test('includes requests from the turn in which the previous query is answered', async () => {
  const queries: string[][] = [];
  const end = Promise.withResolvers<void>();
  const read = new DataLoader(async (keys: string[]) => {
    queries.push(keys);
    if (keys[0] === 'first') await end.promise;
    return (key: string) => key;
  });
  const first = read.get('first');
  await expect.poll(() => queries.length).toBe(1);
  const others = [read.get('waits')];
  end.resolve();
  await first;
  for (let tick = 0; tick < 50; tick++) await Promise.resolve();
  others.push(read.get('comes'));
  await Promise.all(others);
  expect(queries).toEqual([['first'], ['waits', 'comes']]);
});

test('rejects only the callers of the query that failed', async () => {
  let fails = true;
  const read = new DataLoader(async () => {
    if (fails) throw new Error('away');
    return () => 'there';
  });
  const results = await Promise.allSettled([read.get('a'), read.get('b')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await read.get('a')).toBe('there');
});
