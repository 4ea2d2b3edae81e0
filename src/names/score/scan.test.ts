import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildScanSet, canonicalise, scan, scoreNames } from '../index.ts';

const WORDS =
  `muhammad mohammed sani bello abd abdul al rahman abdulrahman o brien obrien ltd limited group bank of china 44
  second prince eze segun shegun oluwaseun oluwaseyi seun kim jong un li j john jon trading elrufai el rufai
  studio54 studio 54 3m 3 m j k jk ad sa s a b c abc 2 fund fund2 abdel
  محمد علي 习近平 путин putin vladimir`.split(/\s+/);
const name = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 })
  .map((words) => words.join(' '));

describe('scan', () => {
  test('returns the same as scoring every pair', () => {
    fc.assert(
      fc.property(
        fc.array(name, { minLength: 1, maxLength: 30 }),
        name,
        fc.constantFrom(0, 50, 60, 70, 85, 95),
        (names, asked, threshold) => {
          const query = canonicalise(asked);
          const entries = names.map((text, id) => ({ id, name: canonicalise(text) }));
          const expected = entries
            .map((entry) => ({ ...entry, ...scoreNames(query, entry.name) }))
            .filter(({ score }) => score >= Math.max(threshold, 50))
            .toSorted((a, b) => b.score - a.score);
          expect(scan(query, buildScanSet(entries), threshold)).toEqual(expected);
        },
      ),
      // A title that only the query has costs nothing.
      { numRuns: 700, examples: [[['путин', 'muhammad'], '习近平 prince путин sani abd', 60]] },
    );
  });

  test('gives the same score with more aliases and more names', () => {
    const query = canonicalise('Usama bin Ladin');
    const one = buildScanSet([{ id: 'a', name: canonicalise('Osama bin Laden') }]);
    const many = buildScanSet([
      { id: 'a', name: canonicalise('Osama bin Laden') },
      ...Array.from({ length: 100 }, (_, i) => ({
        id: `b${i}`,
        name: canonicalise(`Alias ${i} bin Laden`),
      })),
    ]);
    expect(scan(query, many, 85)[0]).toEqual(scan(query, one, 85)[0]);
  });

  test('finds nothing in an empty set or for an empty query', () => {
    expect(
      scan(canonicalise('!!!'), buildScanSet([{ id: 1, name: canonicalise('a b') }]), 50),
    ).toEqual([]);
    expect(scan(canonicalise('a b'), buildScanSet([]), 50)).toEqual([]);
  });
});
