import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../../test/support/cases.ts';
import { buildScanSet, canonicalise, scan } from '../../../names/index.ts';
import type { CanonicalName } from '../../../names/index.ts';
import type { EntryInput } from '../entries.ts';
import { listedNames } from '../listed/listed-names.ts';
import { INDEXED_FROM } from '../similarity-tier.ts';
import { buildSegment, type Segment } from '../segment.ts';
import { prepareQuery } from '../prepare.ts';
import { searchSegment } from './search.ts';

/** Initials, words that many organizations share, legal forms, and words that no other name has. */
const WORDS =
  'a s v k m j trading company general international bank group shipping de of and the sa llc limited ltda cv gmbh ' +
  'musa sani kemi jide amina vera volkov okonkwo adebayo stroytransgaz parthia vania 12 1998';
const word = fc.constantFrom(...WORDS.split(' '));
const words = fc.array(word, { minLength: 1, maxLength: 9 });
const name = words.map((each) => each.join(' '));

/** Returns a listed name with its words unchanged, as initials, or changed so much that no look-up finds them. */
const change = fc.record({
  kind: fc.nat(3),
  at: fc.nat(20),
  letters: fc.constantFrom('xo', 'ub', 'kie'),
});
function changed(text: string, changes: { kind: number; at: number; letters: string }[]): string {
  return text
    .split(' ')
    .map((each, i) => {
      const { kind, at, letters } = changes[i % changes.length]!;
      if (kind === 0) return each;
      if (kind === 1) return each[0]!;
      const from = 1 + (at % each.length);
      return each.slice(0, from) + letters + each.slice(from + kind);
    })
    .join(' ');
}
const question = fc.record({
  of: fc.nat(),
  own: fc.option(name),
  changes: fc.array(change, { minLength: 1, maxLength: 9 }),
});

/** Other names; there are enough of them to make searches look words up. */
const OTHERS = (
  parse(readFileSync(join(import.meta.dirname, '../../../../data/ofac-2021-sample/sdn.csv')), {
    relax_column_count: true,
    to: 300,
  }) as string[][]
).map(([, other = '']) => other);

function entryOf(text: string, id: number): EntryInput {
  return {
    id: String(id),
    name: text,
    aliases: [],
    dobs: [],
    countries: [],
    entityType: 'unknown',
  };
}
function segmentOf(texts: string[]): Segment {
  return buildSegment(texts.map(entryOf));
}
/** Returns the names that are compared for an entry. */
function namesOf(text: string, id: number): { id: number; name: CanonicalName }[] {
  const names = new Set(listedNames(entryOf(text, id)).map((each) => each.text));
  return [...names].map((each) => ({ id, name: canonicalise(each) }));
}

test('a name is found by its initials if its other words are too different for look-ups', () => {
  const segment = segmentOf(['Musa Sani Adebayo Okonkwo', ...OTHERS]);
  const query = prepareQuery(canonicalise('M S Adebavyu Okionqdwo'));
  const found = searchSegment(query, segment, INDEXED_FROM);
  expect(found.map(({ entry, score }) => [entry, score])).toEqual([[0, 71.95]]);
});

test('a name of initials and a legal form is found by the same name, even if the initials are joined', () => {
  const texts = ['CV Ltda', 'C V Ltda', ...OTHERS];
  const set = buildScanSet(texts.map((text, id) => ({ id, name: canonicalise(text) })));
  const segment = segmentOf(texts);
  for (const text of texts.slice(0, 2))
    for (const threshold of [50, INDEXED_FROM, 85, 100]) {
      const query = canonicalise(text);
      const found = searchSegment(prepareQuery(query), segment, threshold);
      expect(found[0]).toMatchObject({ text, score: 100 });
      expect(found.map(({ entry }) => entry)).toEqual(
        scan(query, set, threshold).map(({ id }) => id),
      );
    }
});

test('a name is found by two compound words, each with half of the required similarity', () => {
  const listed = 'Elrufai Macdonald Company Trading Group';
  const texts = [
    listed,
    ...OTHERS,
    ...Array.from({ length: 60 }, (_, i) => `Company Trading Group ${OTHERS[i]}`),
  ];
  const segment = segmentOf(texts);
  const set = buildScanSet(texts.map((text, id) => ({ id, name: canonicalise(text) })));
  const query = canonicalise('El Rufai Mac Donald Company Trading Group 7');
  for (let threshold = 70; threshold <= 95; threshold += 1) {
    const expected = scan(query, set, threshold).map(({ id }) => id);
    const found = searchSegment(prepareQuery(query), segment, threshold).map(({ entry }) => entry);
    expect(found.toSorted(), String(threshold)).toEqual(expected.toSorted());
  }
});

test('names of initials and shared words are found as the scan finds them, even if the query has no other words', () => {
  fc.assert(
    fc.property(
      fc.array(name, { minLength: 20, maxLength: 60 }),
      fc.array(question, { minLength: 10, maxLength: 20 }),
      fc.constantFrom(INDEXED_FROM, 72.5, 85),
      (listed, asked, threshold) => {
        const texts = [...listed, ...OTHERS];
        const segment = segmentOf(texts);
        const set = buildScanSet(texts.flatMap((text, id) => namesOf(text, id)));
        for (const { of, own, changes } of asked) {
          const text = own ?? changed(listed[of % listed.length]!, changes);
          const query = canonicalise(text);
          if (query.canonical === '') continue;
          const expected = scan(query, set, threshold).map(({ id, score }) => [id, score]);
          const found = searchSegment(prepareQuery(query), segment, threshold);
          const byName = (a: number[], b: number[]): number => a[0]! - b[0]!;
          expect(found.map(({ entry, score }) => [entry, score]).toSorted(byName), text).toEqual(
            expected.toSorted(byName),
          );
        }
      },
    ),
    { numRuns: cases(2, 10) },
  );
});
