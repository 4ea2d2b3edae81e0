import { expect, test } from 'vitest';
import { RevisionCache } from './revision-cache.ts';

type Copy = { revision: number; bytes: number; stays?: boolean };

function cache(maxBytes = 100): RevisionCache<Copy> {
  return new RevisionCache(
    maxBytes,
    ({ bytes }) => bytes,
    ({ stays }) => stays === true,
  );
}

test('a copy is used as long as it is as new as the revision asked for, and loads of one key are one after the other', async () => {
  const copies = cache();
  const loads: (number | undefined)[] = [];
  let gate = Promise.withResolvers<void>();
  const open = (revision: number) =>
    copies.open('a', revision, async (known) => {
      loads.push(known?.revision);
      await gate.promise;
      return { revision, bytes: 10 };
    });
  const both = [open(1), open(1), open(2)];
  expect(loads).toEqual([undefined]);
  gate.resolve();
  gate = Promise.withResolvers();
  gate.resolve();
  expect((await Promise.all(both)).map(({ revision }) => revision)).toEqual([1, 1, 2]);
  expect(loads).toEqual([undefined, 1]);
  expect((await open(1)).revision).toBe(2);
  expect(loads).toHaveLength(2);
});

test('a load that fails fails for all who wait for it, and the next one asks anew', async () => {
  const copies = cache();
  let loads = 0;
  const open = () =>
    copies.open('a', 1, async () => {
      loads += 1;
      if (loads === 1) throw new Error('away');
      return { revision: 1, bytes: 1 };
    });
  const results = await Promise.allSettled([open(), open()]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect([(await open()).revision, loads]).toEqual([1, 2]);
});

test('copies that were not used for longest go when all take more than they may, but never those that stay', async () => {
  const copies = cache(30);
  copies.keep('global', { revision: 1, bytes: 5, stays: true });
  for (const key of ['a', 'b']) copies.keep(key, { revision: 1, bytes: 10 });
  await copies.open('a', 1, () => Promise.reject(new Error('not needed')));
  copies.keep('c', { revision: 1, bytes: 10 });
  expect(['global', 'a', 'b', 'c'].filter((key) => copies.get(key))).toEqual(['global', 'a', 'c']);
  expect(copies.bytes).toBe(25);
  copies.keep('huge', { revision: 1, bytes: 1000 });
  expect(copies.values().map(({ bytes }) => bytes)).toEqual([5, 1000]);
});
