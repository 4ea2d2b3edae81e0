import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../test/support/cases.ts';
import {
  buildScanSet,
  canonicalise,
  entityHint,
  scan,
  scoreNames,
  type CanonicalName,
  type EntityHint,
} from '../../names/index.ts';
import { listedNames } from './listed/listed-names.ts';
import {
  buildInSteps,
  buildInWorker,
  buildSegment,
  prepareQuery,
  searchSegment,
  type EntryInput,
  type Segment,
} from './index.ts';

function entry(name: string, id = name, more: Partial<EntryInput> = {}): EntryInput {
  return {
    id,
    name,
    aliases: [],
    dobs: [],
    countries: [],
    entityType: 'unknown',
    ...more,
  };
}

type Answer = { text: string; score: number; explanation: unknown };

function asked(segment: Segment, text: string, threshold: number, removed?: Uint8Array): Answer[] {
  return searchSegment(prepareQuery(canonicalise(text)), segment, threshold, removed).map(
    ({ text: name, score, explanation }) => ({ text: name, score, explanation }),
  );
}

type ScanName = { id: string; name: CanonicalName };
/** Reading the names takes most of the time. */
const namesOf = new WeakMap<EntryInput, ScanName[]>();

function readNames(one: EntryInput): ScanName[] {
  const entity: EntityHint = entityHint(one.entityType);
  return [...new Set(listedNames(one).map((each) => each.text))]
    .map((id) => ({ id, name: canonicalise(id, { entity }) }))
    .filter(({ name: { canonical } }) => canonical !== '');
}

/** Returns the answer of the scan for the same entries. */
function expected(entries: readonly EntryInput[], text: string, threshold: number): Answer[] {
  const names = entries.flatMap((one) => {
    const read = namesOf.get(one) ?? readNames(one);
    namesOf.set(one, read);
    return read;
  });
  return scan(canonicalise(text), buildScanSet(names), threshold).map(
    ({ id, score, explanation }) => ({ text: id, score, explanation }),
  );
}

const WORDS =
  `muhammad mohammed muhamed sani sany bello abd abdul al rahman abdulrahman abdel rehman o brien obrien ltd limited
  group bank of china 44 second prince eze segun shegun oluwaseun oluwaseyi seun kim jong jonh john jon un li j
  trading elrufai el rufai studio54 studio 54 3m 3 m jk ad sa s a b c abc 2 fund fund2 chukwuemeka emeka ebuka
  katarzyna kataryzna catarzina schwarzenegger shvartsenegger wassily vasili gaddafi qadhafi kaddhafi bill william
  constantinopolsky konstantinopolski hernandez fernandez saif ud din saifuddin bin ibn i ii ga
  محمد علي عبد الرحمن یوسف yusuf قطب qutb סאמר samer राजेश rajesh สมชาย somchai 习近平 xi jinping путин putin vladimir владимир 김정은 정은 은정 김`.split(
    /\s+/,
  );
const LETTERS = 'aeioukcgszhdtbpvwyjnrlmx';

const slip = fc.tuple(fc.nat(), fc.nat(), fc.constantFrom('add', 'drop', 'change', 'swap', 'join'));
function slipped(text: string, [at, letter, kind]: [number, number, string]): string {
  const i = at % (text.length + 1);
  const char = LETTERS[letter % LETTERS.length]!;
  if (kind === 'add') return text.slice(0, i) + char + text.slice(i);
  if (kind === 'drop') return text.slice(0, i) + text.slice(i + 1);
  if (kind === 'change') return text.slice(0, i) + char + text.slice(i + 1);
  if (kind === 'join') return text.replace(' ', '');
  return text.slice(0, i) + (text[i + 1] ?? '') + (text[i] ?? '') + text.slice(i + 2);
}
const name = fc
  .tuple(
    fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 }),
    fc.array(slip, { maxLength: 3 }),
  )
  .map(([words, slips]) => slips.reduce(slipped, words.join(' ')));
/** Entries that enlarge a segment: segments with few words are searched in a different way from large ones. */
const filler = Array.from({ length: 400 }, (_, i) =>
  entry(`${WORDS[i % WORDS.length]}${LETTERS[i % 24]} q${i.toString(36)}zt${i}`, `filler${i}`),
);
function builtFiller(entries: readonly EntryInput[]): EntryInput[] {
  return [...filler, ...entries];
}

describe('searching a segment', () => {
  test('returns exactly what the scan returns for a large vocabulary', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(name, fc.array(name, { maxLength: 2 })), { minLength: 1, maxLength: 12 }),
        fc.array(name, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(0, 55, 70, 70, 78, 85, 85, 95),
        (named, questions, threshold) => {
          const entries = builtFiller(
            named.map(([primary, aliases], i) =>
              entry(primary, `e${i}`, { aliases: aliases.map((alias) => ({ name: alias })) }),
            ),
          );
          const segment = buildSegment(entries);
          // The query includes a listed name unchanged.
          for (const text of [...questions, named[0]![0]])
            expect(asked(segment, text, threshold), text).toEqual(
              expected(entries, text, threshold),
            );
        },
      ),
      { numRuns: cases(5, 12) },
    );
  });

  test('finds every name by the same name with a score of 100, in any segment', () => {
    const names = ['Dr', 'al', 'The And Of', 'J', 'Ltd', '习近平', 'عبد الله', 'Xu', '44', 'A B C'];
    const segment = buildSegment(names.map((each) => entry(each)));
    for (const each of names)
      expect(asked(segment, each, 95)[0], each).toMatchObject({ text: each, score: 100 });
  });

  test('finds a name whose words only one side joins, if the words are near or equal', () => {
    const entries = builtFiller([
      entry('Vyachaslavavich AL-MUSAWI'),
      entry('Adunola OKONKWO BELLO'),
      entry('Mc Donald Igwe'),
    ]);
    const segment = buildSegment(entries);
    const questions = [
      'Vyachaslavavich Almusawi',
      'Adun ola Okonkwobello',
      'Adunola Okonkobello',
      'Macdonald Igwe',
    ];
    for (const text of questions) {
      const hits = expected(entries, text, 85);
      expect(hits, text).toHaveLength(1);
      expect(asked(segment, text, 85), text).toEqual(hits);
    }
  });

  test.each([
    ['فخرودين Okonkwo', 'Fakhr al Din Okonkwo'],
    ['مكسيموس Okonkwo', 'Maxi Mus Okonkwo'],
    ['درستبنكلمفزج Okonkwo', 'Ya Drstbnklmfzj Okonkwo'],
    ['Okonkwo Companies', 'Okonkwo Compa Nies'],
    ['Okonkwo Bello Limitada', 'Okonkwo Bello Limi Tada'],
    [
      'abcdefghijklmnoprstuvabcdefghijklmno prstuvabe Okonkwo',
      'abcdefghijklmnoprstuvabcdefghijklmnoprstuvabeaei Okonkwo',
    ],
    [
      'abcdefghijklmnoprstuvabcdefghijklmnoprstuvabeaei Okonkwo',
      'abcdefghijklmnoprstuvabcdefghijklmno prstuvab Okonkwo',
    ],
  ])('compares joined readings as the scan does: %s, %s', (text, listed) => {
    const entries = builtFiller([entry(listed)]);
    const segment = buildSegment(entries);
    for (const threshold of [70, 77.5, 85, 90])
      expect(asked(segment, text, threshold)).toEqual(expected(entries, text, threshold));
  });

  test('finds a name by a word and a joined reading when neither is enough alone', () => {
    const others = ['Olu', 'Ama', 'Kofi', 'Ife', 'Zik', 'Uche', 'Ngozi', 'Efe', 'Dele', 'Sade'];
    const pairs = others.flatMap((one) => others.map((other) => `${one} ${other}`));
    const entries = builtFiller([
      entry('Chimaobim OKONKWOBELLO'),
      ...pairs.slice(30).map((pair) => entry(`Chimaobim ${pair}`)),
      ...pairs.flatMap((pair) => [entry(`${pair} OKONKWO`), entry(`${pair} BELLO`)]),
    ]);
    const text = 'Chimaobim Okonkwo Bello';
    const hits = expected(entries, text, 95);
    expect(hits).toHaveLength(1);
    expect(asked(buildSegment(entries), text, 95)).toEqual(hits);
  });

  test('finds words without vowels by their consonants, including long words, joined words and words with digits', () => {
    const entries = builtFiller([
      entry('Konstantinopolski SHVARTSENBERGER'),
      entry('Krishnamurthy BALASUBRAMANIAN'),
      entry('Nuruddin KARSHI'),
      entry('نور الدين قريشي'),
      entry('بنك54 الخرطوم'),
    ]);
    const segment = buildSegment(entries);
    const questions = [
      'کنستنتینوپولسکی شوارتسنبرگر',
      'कृष्णमूर्ति बालसुब्रमण्यम',
      'نورالدین قرشی',
      'Nuraldin Qureshi',
      'Bank5 Alkhartum',
    ];
    for (const text of questions) {
      const hits = expected(entries, text, 70);
      expect(hits, text).not.toEqual([]);
      expect(asked(segment, text, 70), text).toEqual(hits);
    }
  });

  test('compares a joined reading only with words, never with a joined reading of the other side', () => {
    const [query, listed] = ['ABFI INVESTMENT, S.A', 'ABIF INVESTMENT, S.A.'].map((text) =>
      canonicalise(text),
    );
    const { tokens } = scoreNames(query!, listed!).explanation;
    expect(tokens.map(({ match }) => match)).toEqual(['edit', 'exact', 'exact']);
  });

  test('one prepared query serves any number of segments', () => {
    const query = prepareQuery(canonicalise('Jon Smyth'));
    const segments = ['John Smith', 'Jon Smythe', 'Ada Obi'].map((text) =>
      buildSegment([entry(text)]),
    );
    const scores = segments.map((segment) => searchSegment(query, segment, 50)[0]?.score);
    expect(scores).toEqual(
      ['John Smith', 'Jon Smythe', undefined].map((text) =>
        text === undefined
          ? undefined
          : scoreNames(canonicalise('Jon Smyth'), canonicalise(text)).score,
      ),
    );
  });

  test('an empty query or segment finds nothing', () => {
    expect(asked(buildSegment([entry('Ada Obi')]), '!!!', 50)).toEqual([]);
    expect(asked(buildSegment([]), 'Ada Obi', 50)).toEqual([]);
  });
});

describe('a segment', () => {
  const kept: EntryInput = {
    id: 'gent_01h455vb4pex5vsknk084sn02q',
    name: 'Ọládélé Ọbáfẹ́mi',
    aliases: [
      { name: 'Dele', quality: 'weak' },
      { name: '!' },
      { name: 'Dele', quality: 'strong' },
    ],
    dobs: ['1967-01-13', '1967'],
    countries: ['NG', 'GH'],
    entityType: 'person',
  };

  test('returns entries unchanged, whatever the form of their ids', () => {
    const segment = buildSegment([kept, entry('x', 'not a type id'), entry('y', '')]);
    expect(segment.entry(0)).toEqual({
      id: kept.id,
      name: kept.name,
      dobs: kept.dobs,
      countries: kept.countries,
    });
    expect([1, 2].map((index) => segment.entry(index).id)).toEqual(['not a type id', '']);
    expect(segment.entryCount).toBe(3);
  });

  test('a hit shows the matched name with its quality, and the first of several equal names', () => {
    const segment = buildSegment([kept]);
    const [hit] = searchSegment(prepareQuery(canonicalise('Dele')), segment, 85);
    expect(hit).toMatchObject({ text: 'Dele', quality: 'weak', entry: 0 });
  });
});

describe('a name that an entry has twice', () => {
  test.each([3, 100])('counts once, among %i aliases', (count) => {
    const aliases = Array.from({ length: count }, (_, i) => ({
      name: ['Ana', 'Ben', '-'][i % 3]!,
    }));
    const segment = buildSegment([entry('Ben', 'x', { aliases: [...aliases, { name: 'Ana' }] })]);
    expect(segment.nameCount).toBe(2);
  });
});

describe('building in a separate thread', () => {
  const entries = Array.from({ length: 50 }, (_, i) => entry(`Person ${i} Okafor`, `p${i}`));

  function listed(size: number): EntryInput[] {
    return Array.from({ length: size }, (_, i) =>
      entry(`Person${i % 97}le Ok${i}afor ${WORDS[i % WORDS.length]}`, `p${i}`),
    );
  }
  async function* batches(of: EntryInput[]): AsyncGenerator<EntryInput[]> {
    for (let i = 0; i < of.length; i += of.length / 5) yield of.slice(i, i + of.length / 5);
  }
  const bytesOf = ({ buffer }: Segment): Buffer => Buffer.from(buffer);

  test.each([
    [50, 1000, 'one thread'],
    [900, 300, 'two threads'],
  ])(
    'builds the same memory of %d names, byte by byte, with %d a thread: %s',
    async (size, alone) => {
      const of = listed(size);
      const alike = bytesOf(buildSegment(of));
      // In the second run, the thread has already built a segment.
      for (let i = 0; i < 2; i += 1)
        expect(bytesOf(await buildInWorker(batches(of), alone)).equals(alike)).toBe(true);
    },
  );

  test('builds the same memory as this thread does in turns, and lets other work run', async () => {
    const of = listed(1000);
    let turns = 0;
    const segment = await buildInSteps(batches(of), async () => void (turns += 1));
    expect(bytesOf(segment).equals(bytesOf(buildSegment(of)))).toBe(true);
    expect(turns).toBeGreaterThan(50);
    const none = await buildInSteps(batches([]), async () => {});
    expect([none.entryCount, none.nameCount]).toEqual([0, 0]);
  });

  test('builds several segments at the same time, and returns the memory of each', async () => {
    const counts = [10, 20, 30, 40, 50];
    const built = await Promise.all(counts.map((count) => buildInWorker(batches(listed(count)))));
    expect(built.map(({ entryCount }) => entryCount)).toEqual(counts);
  });

  test('fails when reading the entries fails', async () => {
    const failing = (async function* (): AsyncGenerator<EntryInput[]> {
      yield entries;
      throw new Error('database gone');
    })();
    await expect(buildInWorker(failing)).rejects.toThrow('database gone');
    const segment = await buildInWorker(batches(entries));
    expect(segment.entryCount).toBe(entries.length);
  });
});
