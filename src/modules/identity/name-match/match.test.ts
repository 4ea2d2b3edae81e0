import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TITLES_THAT_ARE_NAMES } from '../../../names/words/honorifics.ts';
import { matchNames, type ClaimedName } from './match.ts';

type Pair = ClaimedName & { set: 'dev' | 'held'; same: 'yes' | 'no'; kind: string; record: string };

const pairs = parse<Pair>(readFileSync('test/vectors/identity-names.csv'), { columns: true });
const THRESHOLD = 70;
function score(firstName: string, lastName: string, record: string): number {
  return matchNames({ firstName, lastName }, record).score;
}
function isRight(pair: Pair): boolean {
  return matchNames(pair, pair.record).score >= THRESHOLD === (pair.same === 'yes');
}

describe('the labelled pairs', () => {
  test('are enough, with both labels, and contain no duplicates', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(340);
    for (const same of ['yes', 'no'] as const)
      expect(pairs.filter((pair) => pair.same === same).length).toBeGreaterThanOrEqual(150);
    const keys = pairs.map((pair) => `${pair.firstName}|${pair.lastName}|${pair.record}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('are decided as labeled in 97 % of cases, and so are the pairs that did not shape the rules', () => {
    for (const set of ['dev', 'held']) {
      const some = pairs.filter((pair) => pair.set === set);
      expect(some.length).toBeGreaterThanOrEqual(120);
      expect(some.filter(isRight).length / some.length, set).toBeGreaterThanOrEqual(0.97);
    }
  });

  // contract: identity/name-match-alignment
  test('never mistake one person for another', () => {
    const accepted = pairs.filter((pair) => pair.same === 'no' && !isRight(pair));
    expect(accepted).toEqual([]);
  });
});

describe('a score', () => {
  // contract: identity/name-match-alignment
  test('is the sum over the aligned words, and half of each word without a partner', () => {
    expect(score('John', 'Okoro', 'OKORO JOHN')).toBe(100);
    expect(score('Mohammed', 'Abubakar', 'MUHAMMAD ABUBAKAR')).toBe(98.5);
    expect(score('Seun', 'Adebayo', 'ADEBAYO OLUWASEUN')).toBe(92.5);
    expect(score('John C', 'Okoro', 'OKORO JOHN CHIDI')).toBe(83.33);
    expect(score('Adaeze', 'Okafor Bello', 'OKAFOR ADAEZE')).toBe(80);
    expect(score('John', 'Okoro', 'JOHN EZE')).toBe(60);
    expect(score('Ada', 'Eze', 'NNAMDI OKPALA')).toBe(0);
  });

  test('uses the best pairing of words, not the first', () => {
    // A greedy pairing would match Seun with Oluwaseun and leave Oluwaseun without a partner.
    const match = matchNames({ firstName: 'Oluwaseun', lastName: 'Seun' }, 'SEUN OLUWASEUN');
    expect(match.score).toBe(100);
    expect(score('Tunde', 'Babatunde', 'BABATUNDE OLATUNDE')).toBe(92.5);
    // Pairing O with Olaniyi and Omoregie with O gives the same sum with one more pair.
    expect(score('Ngozi', 'Omoregie Ngozi O', 'OLANIYI NGOZI NGOZI O')).toBe(85.71);
    expect(score('Ngozi', 'O Omoregie Ngozi', 'O NGOZI OLANIYI NGOZI')).toBe(85.71);
  });

  test('stays at 60 for a business, a contradicting generation and a different given name', () => {
    expect(score('John', 'Okoro', 'JOHN OKORO ENTERPRISES')).toBe(60);
    expect(score('John Okoro', 'Stores', 'JOHN OKORO STORES')).toBe(100);
    expect(score('John Okoro', 'Stores', 'JOHN OKORO VENTURES')).toBe(60);
    expect(score('John', 'Okoro Jr', 'JOHN OKORO SNR')).toBe(60);
    expect(score('John', 'Okoro Jr', 'JOHN OKORO JNR')).toBe(100);
    expect(score('Aisha Sani', 'Bello', 'BELLO FATIMA SANI')).toBe(60);
    expect(score('Aisha Sani', 'Bello', 'BELLO A FATIMA SANI')).toBe(60);
    expect(score('Aisha', 'Sani Bello', 'SANI BELLO')).toBe(60);
  });

  test('stays at 60 when no word agrees in full', () => {
    expect(score('Seun', 'Femi', 'OLUWASEUN OLUFEMI')).toBe(60);
    expect(score('Elizabeth', 'Nwachukwu', 'ELIZABTEH NWACHUWKU')).toBe(60);
  });

  test('is full for the same letters, whether apart, joined or with an apostrophe, for any letters at the joint', () => {
    for (const [first, record] of [
      ["Sa'adu", 'BELLO SAADU'],
      ['Sa adu', 'BELLO SAADU'],
      ["Sa'ad", 'BELLO SA AD'],
      ['Oghene Ejiro', 'OGHENEEJIRO BELLO'],
      ['Sarah Jane', 'SARAHJANE BELLO'],
    ] as const)
      expect(score(first, 'Bello', record), first).toBe(100);
    // A letter that only one name has joins nothing.
    expect(score('John Nathan', 'Bello', 'JOHNATHAN BELLO')).toBe(50);
    expect(score("Shu'aib", 'Bello', 'SHUAIBU BELLO')).toBe(98.5);
  });

  test('stays at 60 when a short form and an unmatched word form another name, on either side', () => {
    expect(score('Temi Tope', 'Ojo', 'OJO TEMIDAYO')).toBe(60);
    expect(score('Temidayo', 'Ojo', 'OJO TEMI TOPE')).toBe(60);
    expect(score('Olu Seun', 'Ojo', 'OJO OLUWASEUN')).toBe(74);
  });

  test('is the score of the best holder, and never mixes two holders', () => {
    for (const record of [
      'JOHN OKORO / MARY OKORO',
      'MR JOHN AND MRS MARY OKORO',
      'OKORO MARY & JOHN',
    ])
      for (const name of ['John', 'Mary']) expect(score(name, 'Okoro', record), record).toBe(100);
    expect(score('John', 'Bello', 'JOHN OKORO / MARY BELLO')).toBe(60);
  });
});

describe('a result', () => {
  const match = matchNames(
    { firstName: 'Mohd Abdul Rahman', lastName: 'Okafor-Bello' },
    'ABDULRAHMAN MUHAMMED OKAFOR',
  );

  test('shows how each claimed word was matched', () => {
    expect(match.matches.toSorted((a, b) => (a.claimed < b.claimed ? -1 : 1))).toEqual([
      { claimed: 'abdul rahman', kind: 'exact' },
      { claimed: 'mohd', kind: 'variant' },
      { claimed: 'okafor', kind: 'exact' },
    ]);
    expect(match.unmatched).toEqual(['bello']);
  });

  test('has a summary without any name', () => {
    expect(match.summary).toEqual({
      matchedFields: ['firstName', 'lastName'],
      kinds: { exact: 2, variant: 1 },
    });
    expect(matchNames({ firstName: 'Jane', lastName: 'Okoro' }, 'JOHN OKORO').summary).toEqual({
      matchedFields: ['lastName'],
      kinds: { exact: 1 },
    });
  });

  test('never contains a word that is only in the record', () => {
    for (const pair of pairs) {
      const { matches, unmatched } = matchNames(pair, pair.record);
      const words = [...matches.map(({ claimed }) => claimed), ...unmatched].join(' ').split(' ');
      const own = matchNames(pair, `${pair.firstName} ${pair.lastName}`);
      const claimed = new Set(
        [...own.matches.map((each) => each.claimed), ...own.unmatched].join(' ').split(' '),
      );
      // Particles count only next to the word that they are written with.
      const particles = new Set(['de', 'da', 'el', 'al', 'mc']);
      for (const word of words.filter((each) => each !== '' && !particles.has(each)))
        expect(claimed).toContain(word);
    }
  });
});

describe('hostile input', () => {
  const hostile = [
    '',
    ' ',
    '-/-&,',
    '😀😀 🎉',
    '\ud800 \u0000 \u202e',
    'a'.repeat(10_000),
    'a '.repeat(5_000),
    'aa '.repeat(3_000),
    'abd '.repeat(3_000),
    'ab/'.repeat(3_000),
    Array.from({ length: 2_500 }, (_, i) => 'a'.repeat(1 + (i % 9))).join(' '),
    'mr mrs dr & and/or '.repeat(500),
  ];

  test('gives a score of 0 to 100 and never throws', () => {
    for (const a of hostile)
      for (const b of hostile) {
        const { score: value } = matchNames({ firstName: a, lastName: b }, `${b} ${a}`);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(100);
      }
  });

  test('proves nothing without two full names', () => {
    for (const text of ['', '😀', '-', 'J', 'Mr', 'J K L'])
      expect(matchNames({ firstName: text, lastName: text }, text).score).toBeLessThanOrEqual(60);
    expect(matchNames({ firstName: '', lastName: '' }, '')).toEqual({
      score: 0,
      matches: [],
      unmatched: [],
      summary: { matchedFields: [], kinds: {} },
      verdicts: { firstName: null, middleName: null, lastName: null },
    });
  });
});

const NAMES = [
  ...new Set(
    pairs
      .flatMap((pair) => [pair.firstName, pair.lastName])
      .filter((name) => /^[A-Z][a-z]{3,}$/.test(name)),
  ),
];
const name = fc.constantFrom(...NAMES);
/** A word before a name may be a title, so its place matters. */
const NO_TITLES = NAMES.filter((text) => !TITLES_THAT_ARE_NAMES.has(text.toLowerCase()));
const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NO_TITLES) },
  { weight: 1, arbitrary: fc.constantFrom('J', 'A', 'O') },
);
const someNames = fc.array(name, { minLength: 1, maxLength: 3 });
const field = someNames.map((words) => words.join(' '));
const anyText = fc.oneof(field, fc.string({ maxLength: 60, unit: 'grapheme' }));

describe('properties', () => {
  // contract: identity/name-match-alignment
  test('the order of words in a field and in the record never matters', () => {
    const shuffled = <T>(items: T[]): fc.Arbitrary<T[]> =>
      fc.shuffledSubarray(items, { minLength: items.length });
    const both = (words: string[]) => fc.tuple(fc.constant(words), shuffled(words));
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 3 }).chain(both),
        fc.array(word, { minLength: 1, maxLength: 3 }).chain(both),
        fc.array(word, { maxLength: 2 }),
        fc.infiniteStream(fc.nat()),
        ([first, firstShuffled], [last, lastShuffled], extra, picks) => {
          const record = [...first, ...last.slice(1), ...extra];
          const turned = record
            .map((text) => ({ text, key: picks.next().value }))
            .toSorted((a, b) => a.key - b.key)
            .map(({ text }) => text);
          expect(score(firstShuffled.join(' '), lastShuffled.join(' '), turned.join(' '))).toBe(
            score(first.join(' '), last.join(' '), record.join(' ')),
          );
        },
      ),
    );
  });

  test('a first and a last name may be swapped', () => {
    fc.assert(
      fc.property(name, name, field, (first, last, record) => {
        expect(score(last, first, record)).toBe(score(first, last, record));
      }),
    );
  });

  // contract: identity/names-case-diacritics
  test('case, diacritics, titles and white space never matter', () => {
    fc.assert(
      fc.property(field, field, field, (first, last, record) => {
        const plain = score(first, last, record);
        const dressed = record.replaceAll('e', 'ẹ́').replaceAll('o', 'ọ̀').toUpperCase();
        expect(score(`  Chief ${first.toUpperCase()}`, last.toLowerCase(), record)).toBe(plain);
        expect(score(first, `${last}\t`, ` Alhaji  ${dressed} (Mrs) `)).toBe(plain);
      }),
    );
  });

  test('a score lies between 0 and 100', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (first, last, record) => {
        const value = score(first, last, record);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(100);
        expect(Math.round(value * 100) / 100).toBe(value);
      }),
    );
  });

  test('a name of two full words or more matches itself', () => {
    fc.assert(
      fc.property(field, field, (first, last) => {
        expect(score(first, last, `${last} ${first}`)).toBe(100);
      }),
    );
  });

  test('an additional claimed word without a partner never raises the score', () => {
    fc.assert(
      fc.property(field, field, field, fc.boolean(), (first, last, record, inFirst) => {
        const more = inFirst
          ? score(`${first} Xqwzvk`, last, record)
          : score(first, `Xqwzvk ${last}`, record);
        expect(more).toBeLessThanOrEqual(score(first, last, record));
      }),
    );
  });

  // contract: identity/name-match-alignment
  test('a score is at most 60 unless two full names align, or each name is one word', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (first, last, record) => {
        const match = matchNames({ firstName: first, lastName: last }, record);
        const full = match.matches.filter(({ kind }) => kind !== 'initial');
        if (full.length < 2 && !match.summary.singleName)
          expect(match.score).toBeLessThanOrEqual(60);
      }),
    );
  });
});

test.each(['Sir', 'Madam', 'King', 'Prince', 'Justice', 'Pastor', 'Oba', 'Gen', 'Chief', 'Dr'])(
  'the title %s lowers no score, on either side',
  (title) => {
    const claimed = { firstName: 'Adaeze', lastName: 'Okonkwo' };
    const titled = { ...claimed, firstName: `${title} Adaeze` };
    expect(matchNames(titled, 'OKONKWO ADAEZE NGOZI').score).toBe(100);
    expect(matchNames(claimed, `${title} Adaeze Okonkwo`).score).toBe(100);
  },
);

test.each(['King', 'Prince', 'Justice', 'Pastor'])('%s is a name where one is needed', (given) => {
  const claimed = { firstName: given, lastName: 'Okonkwo' };
  expect(matchNames(claimed, `OKONKWO ${given} ADAEZE`).score).toBe(100);
  expect(matchNames(claimed, 'OKONKWO ADAEZE NGOZI').score).toBeLessThanOrEqual(60);
});
