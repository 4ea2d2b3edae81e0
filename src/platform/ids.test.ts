import { expect, test, vi } from 'vitest';
import { clock } from './clock.ts';
import { derivedId, isId, newId } from './ids.ts';

test('ids of one process are sorted in the order of creation, even thousands in one millisecond', () => {
  const ids = Array.from({ length: 20_000 }, () => newId('list'));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test('an id has the creation time and the UUID version 7 bits of TypeID', () => {
  const before = Date.now();
  const suffix = newId('x').slice(2);
  let value = 0n;
  for (const char of suffix)
    value = value * 32n + BigInt('0123456789abcdefghjkmnpqrstvwxyz'.indexOf(char));
  const ms = Number(value >> 80n);
  // An earlier test's clock in this process may have been ahead by less than the limit.
  expect(ms - before).toBeGreaterThan(-1000);
  expect(ms - before).toBeLessThan(60_000);
  expect((value >> 76n) & 15n).toBe(7n);
  expect((value >> 62n) & 3n).toBe(2n);
});

test('ids stay ascending if the clock is set back by seconds, and follow it if by minutes', () => {
  const now = clock.nowMs();
  const read = vi.spyOn(clock, 'nowMs');
  const at = (ms: number): string => {
    read.mockReturnValue(ms);
    return newId('x');
  };
  try {
    const ahead = at(now + 600_000);
    expect(at(now + 580_000) > ahead).toBe(true);
    expect(at(now) < derivedId('x', now + 1, new Uint8Array(10))).toBe(true);
  } finally {
    read.mockRestore();
  }
});

test('a derived id is the same for the same time and seed, and sorts by the time', () => {
  const seed = new Uint8Array(10).fill(255);
  const id = derivedId('scr', 1_700_000_000_000, seed);
  expect(id).toBe(derivedId('scr', 1_700_000_000_000, seed));
  expect(isId('scr', id)).toBe(true);
  expect(id < derivedId('scr', 1_700_000_000_001, new Uint8Array(10))).toBe(true);
  expect(derivedId('scr', 1_700_000_000_000, new Uint8Array(10)) < id).toBe(true);
});

test('only the exact form counts as an id of a type', () => {
  const id = newId('list');
  expect(isId('list', id)).toBe(true);
  for (const bad of [
    '',
    id.toUpperCase(),
    `${id}0`,
    id.slice(0, -1),
    `list_8${id.slice(6)}`,
    `${id}\n`,
    id.replace('list', 'entry'),
  ])
    expect(isId('list', bad)).toBe(false);
});
