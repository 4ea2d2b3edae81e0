import { describe, expect, test } from 'vitest';
import { clock } from '../../clock.ts';
import { RevisionCache } from './revision-cache.ts';

type Copy = { revision: number; stamp: string; bytes: number; stays?: boolean };

function cache(maxBytes = 100): RevisionCache<Copy> {
  return new RevisionCache<Copy>(
    maxBytes,
    ({ bytes }) => bytes,
    ({ stays }) => stays === true,
  );
}
function copyOf(revision: number, stamp = `s${revision}`): Copy {
  return { revision, stamp, bytes: 10 };
}
function now(): number {
  return clock.monotonicMs();
}

test('loads of one key run one after the other, and each serves all earlier callers', async () => {
  const copies = cache();
  const loads: (number | undefined)[] = [];
  const gates = [1, 2].map(() => Promise.withResolvers<void>());
  const open = (revision: number) =>
    copies.open('a', copyOf(revision), now(), async (known) => {
      loads.push(known?.revision);
      await gates[loads.length - 1]!.promise;
      return copyOf(loads.length);
    });
  const all = [open(1), open(1), open(2), open(2)];
  expect(loads).toEqual([undefined]);
  gates[0]!.resolve();
  gates[1]!.resolve();
  expect((await Promise.all(all)).map(({ revision }) => revision)).toEqual([1, 1, 2, 2]);
  expect(loads).toEqual([undefined, 1]);
});

describe('a copy of a version other than the one read', () => {
  test.each([
    ['a newer one', copyOf(2)],
    ['one with another stamp', copyOf(1, 'lost')],
    ['an older one', copyOf(0)],
  ])('is not used if it is %s', async (_, old) => {
    const copies = cache();
    copies.keep('a', old, now());
    const opened = await copies.open('a', copyOf(1), now(), async (known) => {
      expect(known).toBe(old);
      return copyOf(1);
    });
    expect(opened).toMatchObject(copyOf(1));
    expect(copies.get('a')).toBe(opened);
  });

  test('is used if it was loaded after the read began', async () => {
    const copies = cache();
    const askedMs = now();
    await copies.open('a', copyOf(2), now() + 1, async () => copyOf(2));
    const opened = await copies.open('a', copyOf(1), askedMs, () => expect.fail('loads again'));
    expect(opened).toMatchObject(copyOf(2));
  });
});

test('passes to a load the time when the copy was last known to be current', async () => {
  const copies = cache();
  copies.keep('a', copyOf(1), 10);
  expect(copies.current('a', copyOf(1), 20)).toMatchObject(copyOf(1));
  let asOfMs = 0;
  await copies.open('a', copyOf(2), 30, async (_, ms) => {
    asOfMs = ms;
    return copyOf(2);
  });
  expect(asOfMs).toBe(20);
});

test('a failed load fails for all callers that wait for it, and the next request loads again', async () => {
  const copies = cache();
  let loads = 0;
  const open = () =>
    copies.open('a', copyOf(1), now(), async () => {
      loads += 1;
      if (loads === 1) throw new Error('away');
      return copyOf(1);
    });
  const results = await Promise.allSettled([open(), open()]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect([(await open()).revision, loads]).toEqual([1, 2]);
});

test('drops the least recently used copies when memory is full, but never permanent ones', async () => {
  const copies = cache(30);
  copies.keep('global', { ...copyOf(1), bytes: 5, stays: true }, 0);
  for (const key of ['a', 'b']) copies.keep(key, copyOf(1), 0);
  await copies.open('a', copyOf(1), now(), () => Promise.reject(new Error('not needed')));
  copies.keep('c', copyOf(1), 0);
  expect(['global', 'a', 'b', 'c'].filter((key) => copies.get(key))).toEqual(['global', 'a', 'c']);
  expect(copies.bytes).toBe(25);
  copies.keep('huge', { ...copyOf(1), bytes: 1000 }, 0);
  expect(copies.values().map(({ bytes }) => bytes)).toEqual([5, 1000]);
});
