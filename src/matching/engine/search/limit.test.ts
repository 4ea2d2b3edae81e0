import { expect, test } from 'vitest';
import { buildSegment } from '../segment.ts';
import { prepareName, searchName } from '../readings.ts';

/** Returns the units of work of a search for `query` among `count` names that each have a number appended. */
function workOf(query: string, name: string, { threshold = 50, count = 400 } = {}): number {
  let work = 0;
  const names = Array.from({ length: count }, (_, i) => `${name} ${1000 + i}`);
  const entries = names.map((text, i) => ({
    id: String(i),
    name: text,
    aliases: [],
    dobs: [],
    countries: [],
    entityType: 'unknown',
  }));
  searchName(prepareName(query), buildSegment(entries), threshold, undefined, {
    check: (units = 0) => void (work += units),
  });
  return work;
}

test('a check costs the words of the name times the words of the query, and an alignment costs the square of the longer name', () => {
  // The search reports checked names to the limit in groups of 64 names.
  expect(workOf('Gowon Bello Ada Eze', 'Folashade Gowon')).toBe(384 * 3 * 4 + 400 * 4 ** 2);
});

test('the limit counts every way to join words on both sides, not only one comparison of the words', () => {
  const letters = 'm a i '.repeat(9).trim();
  const count = 128;
  const once = workOf(letters, 'i a m '.repeat(8).trim(), { count });
  const inManyWays = workOf(letters, 'm ai ma i '.repeat(6).trim(), { count });
  expect(inManyWays).toBeGreaterThan(4 * once);
});

test('names without a word similar to the query are not checked, however many business words it has', () => {
  const question = 'Persian Gulf Petrochemical Industry Commercial';
  expect(workOf(question, 'Zlata Trading Ministries Company', { threshold: 70 })).toBe(0);
});
