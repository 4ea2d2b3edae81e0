import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../test/support/cases.ts';
import {
  buildScanSet,
  canonicalise,
  entityHint,
  readingsIn,
  readingsOf,
  scan,
  type CanonicalName,
} from '../../names/index.ts';
import { soundDistance, writeCodes } from '../../names/similarity/edit-distance.ts';
import { listedNames } from './listed/listed-names.ts';
import { buildInWorker } from './indexing/build-in-worker.ts';
import { buildBits, buildIndex } from './hash-index.ts';
import { COMPOUNDS, WIDE, NEAR } from './similarity-tier.ts';
import { prepareName, searchName } from './readings.ts';
import { SPACE } from '../reduce.ts';
import { buildSegment, segmentFromBuffer, type Segment } from './segment.ts';
import { eachBeginning, eachEnding, letterClassKey } from './letter-class-keys.ts';
import { NearKeys } from './near-keys.ts';
import type { EntryInput } from './entries.ts';

/** Names of every kind that has special rules: short forms, particles, legal forms, numbers, other scripts. */
const WORDS = (
  'muhammad mohammed mohamed ahmed abdul abd al rahman rahmaan hussein husain qadhafi gaddafi khaddafi bin ibn ' +
  'oluwaseun seun adewale wale adebayo bayo chukwuemeka emeka ngozi okonkwo okafor ogunbanjo balogun oba prince dr ' +
  'aleksandr oleksandr alexander sergei sergey sergejs ivanov ivanova ivanovich volkov hrynenko grinenko barysau borisov jc vn no n kim gim lee yi park pak li xu wang ' +
  'john jon johnny robert bob william bill smith smyth obrien o brien mc donald macdonald von der van de la cruz ' +
  'trading company ltd limited gmbh plc bank of the nigeria shipping insurance group 54 2 ii iii tbk pt p t oy ab spol s ro 주식회사 studio54 yv3033 a320 first pastor mba a j k b ' +
  'عبد الكريم عبدالرحمن الجبوري جبوري الدين نور صلاح الله ابو كريم karim jubouri din nur salah allah abu ' +
  'mt tanker tan sri daw ma u fnu unknown and & / (imo) c/o t/a formerly s/o a/l v.d. deceased bapak 先生 นาย Đorđe г-н ' +
  'محمد علي حسن ben yaqub walid владимир путин иванов 习近平 田中太郎 佐藤裕子 yuko tanaka タナカ moshe 王小 文王 陳大文 陈大文 張國 张国 chan tai man wong 黃 te lo 王健 佐藤健 ken sato 오세훈 oh hoon 金正恩 김정은 은정 jong un משה כהן volkenbergerstaffelhoffenmeisterdanskovitzky'
).split(' ');

/** Names that are always listed. With few words, the index would compare each word, and would not look up any. */
const OTHERS = (
  parse(readFileSync(join(import.meta.dirname, '../../../data/ofac-2021-sample/sdn.csv')), {
    relax_column_count: true,
    to: 250,
  }) as string[][]
).map(([, other = '']) => ({ name: other, aliases: [], entityType: 'unknown' }));

/** Returns a name. One name in four repeats a word. */
const name = fc
  .tuple(fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 }), fc.nat(3))
  .map(([words, twice]) => (twice === 0 ? [...words, words[0]!] : words).join(' '));

/** Makes an error: a letter omitted, doubled or replaced, two letters swapped, or a space added or removed. */
const slips = fc.array(
  fc.record({ at: fc.nat(40), kind: fc.nat(5), letter: fc.constantFrom(...'aeioukhsnr') }),
  { maxLength: 3 },
);
function withSlips(text: string, edits: { at: number; kind: number; letter: string }[]): string {
  let result = text;
  for (const { at, kind, letter } of edits) {
    const i = at % (result.length + 1);
    const [before, after] = [result.slice(0, i), result.slice(i)];
    if (kind === 0) result = before + after.slice(1);
    else if (kind === 1) result = before + letter + after;
    else if (kind === 2) result = before + letter + after.slice(1);
    else if (kind === 3) result = before + (after[1] ?? '') + (after[0] ?? '') + after.slice(2);
    else if (kind === 4) result = `${before} ${after}`;
    else result = before + after.replace(' ', '');
  }
  return result;
}

const entry = fc.record({
  name,
  aliases: fc.array(name, { maxLength: 2 }),
  entityType: fc.constantFrom('person', 'organization', 'vessel', 'unknown'),
});

function toInput(
  { name: primary, aliases, entityType }: { name: string; aliases: string[]; entityType: string },
  i: number,
): EntryInput {
  return {
    id: `entry-${i}`,
    name: primary,
    aliases: aliases.map((alias) => ({ name: alias })),
    dobs: [],
    countries: [],
    entityType,
  };
}

type Found = { entry: number; text: string; score: number; explanation: object };
function order(a: Found, b: Found): number {
  return b.score - a.score || a.entry - b.entry || (a.text < b.text ? -1 : 1);
}

type ReadName = { text: string; name: CanonicalName };
/** Reading the names takes most of the time. */
const readNames = new Map<string, ReadName[]>();

function namesOf({ name: primary, aliases, entityType }: EntryInput): ReadName[] {
  const key = JSON.stringify([primary, aliases, entityType]);
  const known = readNames.get(key);
  if (known) return known;
  const one = toInput({ name: primary, aliases: aliases.map((each) => each.name), entityType }, 0);
  const names = [...new Set(listedNames(one).map(({ text }) => text))].map((text) => ({
    text,
    name: canonicalise(text, { entity: entityHint(entityType) }),
  }));
  readNames.set(key, names);
  return names;
}

function scanSetOf(entries: EntryInput[]) {
  return buildScanSet(
    entries.flatMap((one, i) => {
      const names = namesOf(one).map(({ text, name: read }) => ({
        id: { entry: i, text },
        name: read,
      }));
      return names.filter(({ name: { tokens } }, at) => at === 0 || tokens.length > 0);
    }),
  );
}

const scanSets = new WeakMap<EntryInput[], ReturnType<typeof scanSetOf>>();

/**
 * Returns the best hit of each name that the scan finds for the query's readings. If the best reading may not block,
 * the best reading that may block follows.
 */
function byScan(entries: EntryInput[], query: string, threshold: number): Found[] {
  const set = scanSets.get(entries) ?? scanSetOf(entries);
  scanSets.set(entries, set);
  const sure = new Map<object, Found>();
  const forReview = new Map<object, Found>();
  const readings = [undefined, ...readingsIn(query, 'unknown')];
  const known = readingsOf(query);
  for (const reading of readings) {
    for (const { name: asked, entities } of readingsOf(reading?.text ?? query)) {
      const isKnown = known.some(
        (other) =>
          other.name.tokens.map(({ id }) => id).join(' ') ===
            asked.tokens.map(({ id }) => id).join(' ') &&
          (!other.entities || entities?.isSubsetOf(other.entities) === true),
      );
      if (reading && isKnown) continue;
      for (const { id, score, explanation } of scan(asked, set, threshold)) {
        const type = entries[id.entry]!.entityType;
        if (entities && !entities.has(entityHint(type))) continue;
        if (reading?.entities && !reading.entities.has(entityHint(type))) continue;
        if (reading?.isShip && type !== 'vessel' && type !== 'unknown') continue;
        if (reading?.isExactOnly && score < 95) continue;
        if (reading?.isComplete && explanation.unmatchedQuery.length > 0) continue;
        const best = reading?.mayBlock === false ? forReview : sure;
        if (score > (best.get(id)?.score ?? 0)) best.set(id, { ...id, score, explanation });
      }
    }
  }
  const more = [...forReview].filter(([id, { score }]) => score > (sure.get(id)?.score ?? 0));
  return [...sure.values(), ...more.map(([, found]) => found)].toSorted(order);
}

function byIndex(
  segment: Segment,
  query: string,
  threshold: number,
  removed?: Uint8Array,
): Found[] {
  return searchName(prepareName(query), segment, threshold, removed)
    .map(({ entry: i, text, score, explanation }) => ({ entry: i, text, score, explanation }))
    .toSorted(order);
}

const questions = fc.array(fc.record({ of: fc.nat(), slips, own: fc.option(name) }), {
  minLength: 1,
  maxLength: 6,
});
const thresholds = fc.constantFrom(50, 60, 70, 70.01, 77.5, 85, 92, 100);

describe('the index', () => {
  test('returns the same answers as a full scan for random names, slips and thresholds', () => {
    fc.assert(
      fc.property(
        fc.array(entry, { minLength: 1, maxLength: 40 }),
        questions,
        thresholds,
        (listed, asked, threshold) => {
          const entries = [...listed, ...OTHERS].map(toInput);
          const segment = buildSegment(entries);
          for (const { of, slips: edits, own } of asked) {
            const query = own ?? withSlips(entries[of % (2 * listed.length)]!.name, edits);
            if (canonicalise(query).canonical === '') continue;
            const found = byScan(entries, query, threshold);
            expect(byIndex(segment, query, threshold), query).toEqual(found);
            // At the highest threshold that a name reaches, the bounds have no margin.
            for (const least of new Set(found.map(({ score }) => score)))
              expect(byIndex(segment, query, least), `${query} ${least}`).toEqual(
                found.filter(({ score }) => score >= least),
              );
          }
        },
      ),
      { numRuns: cases(8, 30) },
    );
  });

  test('returns the answers of a scan without the entries that are marked as removed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(entry, fc.boolean()), { minLength: 1, maxLength: 20 }),
        name,
        (listed, query) => {
          const entries = listed.map(([one], i) => toInput(one, i));
          const segment = buildSegment(entries);
          const removed = new Uint8Array((entries.length + 7) >> 3);
          for (const [i, [, gone]] of listed.entries()) if (gone) removed[i >> 3]! |= 1 << (i & 7);
          const left = byScan(entries, query, 70).filter(({ entry: i }) => !listed[i]![1]);
          expect(byIndex(segment, query, 70, removed)).toEqual(left);
        },
      ),
      { numRuns: 30 },
    );
  });

  test('answers as the scan does from any thread, and when another thread has built it', async () => {
    const entries = WORDS.map((word, i) =>
      toInput(
        { name: `${word} ${WORDS[(i * 7) % WORDS.length]}`, aliases: [], entityType: 'person' },
        i,
      ),
    );
    const built = await buildInWorker(
      (async function* () {
        yield entries.slice(0, 50);
        yield entries.slice(50);
      })(),
    );
    const { port1, port2 } = new MessageChannel();
    const received = new Promise<SharedArrayBuffer>((resolve) => {
      port2.addEventListener('message', ({ data }) => resolve(data as SharedArrayBuffer));
      port2.start();
    });
    port1.postMessage(built.buffer);
    const sent = segmentFromBuffer(await received);
    port1.close();
    for (const { name: query } of entries.filter((_, i) => i % 4 === 0)) {
      const scanned = byScan(entries, query, 70);
      for (const segment of [built, sent])
        expect(byIndex(segment, query, 70), query).toEqual(scanned);
    }
  });

  /** At the highest threshold that the name reaches, the bounds have no margin. */
  const expectFound = (listed: string, query: string, others = OTHERS): void => {
    const entries = [{ name: listed, aliases: [], entityType: 'unknown' }, ...others].map(toInput);
    const [best] = byScan(entries, query, 70);
    expect(best?.text, query).toBe(listed);
    expect(byIndex(buildSegment(entries), query, best!.score), query).toEqual([best]);
  };

  test('answers as the scan does for a listed word that is like two words of the query', () => {
    expectFound('Ibrohm Torpono', 'Ibrahim Ibrohm Tarpano');
    expectFound('Ibrohm Torpono', 'Ibrohm Ibrahim Tarpano');
  });

  test('answers as the scan does for a listed word that counts little because it repeats a legal form', () => {
    expectFound('Partnership Volkov LLP', 'Volkov LLP');
  });

  test('answers as the scan does for a listed name with the largest number of compared words', () => {
    const words = OTHERS.flatMap(({ name: other }) => canonicalise(other).tokens)
      .filter(({ kind, key }) => kind === 'name' && key.length > 3)
      .map(({ text }) => text);
    const longest = [...new Set(words)].slice(0, 31).join(' ');
    const entries = [{ name: `${longest} Fayose`, aliases: [], entityType: 'unknown' }, ...OTHERS];
    for (const query of ['Fayose', `Fayose ${longest}`])
      expect(byIndex(buildSegment(entries.map(toInput)), query, 70), query).toEqual(
        byScan(entries.map(toInput), query, 70),
      );
  });

  test('answers as the scan does for a word found by look-up next to one found only by its consonants', () => {
    expectFound('Suleyman Torpono', 'Suleyman Tarpano');
    expectFound('Suleyman برتل', 'Suleyman Bratos');
  });

  test('answers as the scan does for a light word with an unknown partner, next to an unlike word', () => {
    expectFound('Abd Sundey Abd', 'Rabd Sundey Abd');
    expectFound('Limited Un Obrien Bank', 'Limited Un Obrie Ank');
  });

  test('answers as the scan does for Abd in Arabic script, which is one word with its article', () => {
    expectFound('عبدالرحمن Muhammad', 'Abdul Muhammad');
  });

  test('answers as the scan does for words that are near only by sound, among few words of their length', () => {
    const long = Array.from({ length: 400 }, (_, i) =>
      `${i.toString(4)}`.replaceAll(/./g, (digit) => ['zor', 'bel', 'kum', 'tix'][Number(digit)]!),
    );
    const others = long.map((other) => ({
      name: `${other}azor`,
      aliases: [],
      entityType: 'unknown',
    }));
    expectFound('Volkoff Smith', 'Santoz Volkoff Smir', others);
  });

  test('answers as the scan does for a word that the query has in two scripts', () => {
    expectFound('Ivanov', 'Иванов Ivanov');
    expectFound('Ivanov', 'Иванов Иванов Ivanov');
  });

  test("answers as the scan does for an organization with words that a person's name reads differently", () => {
    expectFound('Mac Prince Llp Santoz', 'Mac Prince Llp Santoz');
  });

  test('answers as the scan does for an initial of any word, even a long one', () => {
    for (const length of [10, 11, 12, 13, 39, 41, 127, 128, 129, 300]) {
      const word = 'xo'.repeat(length).slice(0, length);
      expectFound(`${word} Fayose Ogunbanjo`, 'X Fayose Ogunbanjo');
      expectFound(`X${word} Fayose Ogunbanjo`, 'Fayose X Ogunbanjo');
    }
  });

  test('answers as the scan does for words longer than the compared part', () => {
    const [long, slipped] = ['berg', 'bierg'].map(
      (part) => `volken${part}erstaffelhoffenmeisterdans`,
    );
    expectFound(`Second ${long}kovit`, `${slipped}kovitzkyx Ou Two`);
    expectFound(`Staffel ${long}kovitz`, `Staffel${long}kovitz`);
  });

  test('answers as the scan does after a query without similar names', () => {
    const segment = buildSegment([
      toInput({ name: 'Kasimir Threlkeldt', aliases: [], entityType: 'unknown' }, 0),
    ]);
    for (const threshold of [50, 85]) {
      expect(byIndex(segment, 'Adewale Ogunbanjo', threshold)).toEqual([]);
      expect(byIndex(segment, 'Kasimir Threlkeld', threshold)).toHaveLength(1);
    }
  });
});

/** Returns one of few letters, so that many words are near: letters of low and high cost, vowels, `h` and digits. */
const letter = fc.constantFrom(...'aeouhykqsztmnr12');
const word = fc.array(letter, { minLength: 1, maxLength: 18 }).map((letters) => letters.join(''));
test('letter-class keys find every string within the distance, whatever its length', () => {
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 60 }),
      fc.array(fc.tuple(fc.nat(59), slips), { maxLength: 30 }),
      fc.constantFrom(WIDE, COMPOUNDS, NEAR),
      fc.boolean(),
      fc.boolean(),
      (words, asked, tier, isPruned, ofSkeletons) => {
        const limits = ofSkeletons ? tier.skeletons : tier.letters;
        const budgets = ofSkeletons ? tier.skeletonBudgets : tier.letterBudgets;
        const space = ofSkeletons ? SPACE.skeleton : SPACE.class;
        const hashes: number[] = [];
        const endings: number[] = [];
        const codes = new Uint8Array(40);
        const letterClassKeyOf = (each: string): number => {
          const length = writeCodes(each, codes);
          eachBeginning(codes, length, (hash) => hashes.push(hash), space);
          eachEnding(codes, length, (hash) => endings.push(hash));
          return letterClassKey(codes, length, space);
        };
        const stored = Uint32Array.from(words, letterClassKeyOf);
        const shapes = {
          ...buildIndex(stored, Uint32Array.from(words.keys())),
          present: isPruned ? buildBits(stored) : undefined,
          beginnings: isPruned ? buildBits(Uint32Array.from(hashes)) : undefined,
          endings: isPruned && !ofSkeletons ? buildBits(Uint32Array.from(endings)) : undefined,
        };
        for (const [at, edits] of asked) {
          const query = withSlips(words[at % words.length]!, edits).replaceAll(' ', '');
          const ids = new Set<number>();
          const length = writeCodes(query, codes);
          new NearKeys().each(shapes, codes, length, budgets, (id) => ids.add(id), space);
          for (const [id, each] of words.entries()) {
            const limit = limits[Math.max(each.length, query.length)]!;
            // Digits are edited like letters, but only in consonant keys.
            const isFound = ofSkeletons || !/\d/.test(query + each);
            if (isFound && soundDistance(query, each) <= limit)
              expect(ids, `${query} ${each}`).toContain(id);
          }
        }
      },
    ),
    { numRuns: cases(30, 60) },
  );
});
