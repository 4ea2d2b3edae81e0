/**
 * Changes that names go through between a list and a customer file. Each changes one thing, as the guidance for tests of
 * screening asks: a test finds out which change a system does not survive.
 */
import anyAscii from 'any-ascii';
import type { Random } from '../../../platform/crypto/seeded-random.ts';

export const KINDS = [
  'exact',
  'title',
  'suffix',
  'order',
  'slip',
  'initial',
  'missing_middle',
  'joined_or_split',
  'accents_and_hyphens',
  'respelling',
  'digit',
  'transliteration',
  'legal_form',
] as const;
export type Kind = (typeof KINDS)[number];

/** A listed name, with the type of its entry. */
export type Listed = { readonly name: string; readonly type: string };
/** @returns the name as somebody would write it; undefined where the kind does not apply to the name */
type Variation = (listed: Listed, random: Random) => string | undefined;

const TITLES = ['Mr', 'Mrs', 'Dr', 'Prof.', 'Sheikh', 'Chief', 'General', 'Sir'];
const VESSEL_TITLES = ['MV', 'M/V', 'MT', 'M/T'];
const SUFFIXES = ['Jr.', 'Sr.', 'PhD', 'MBA', 'Esq.'];
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Digits that scanned letters become. */
const DIGITS: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1', s: '5', b: '8' };
/** Spellings of the same sound, either for the other. */
const SPELLINGS = [
  ['ph', 'f'],
  ['kh', 'h'],
  ['ou', 'u'],
  ['oo', 'u'],
  ['ee', 'i'],
  ['ck', 'k'],
  ['y', 'i'],
  ['q', 'k'],
  ['w', 'v'],
  ['dh', 'd'],
  ['th', 't'],
] as const;
/** Legal forms, with their other way of writing. */
const LEGAL_FORMS: readonly (readonly [RegExp, string])[] = [
  [/\bLIMITED\b\.?$/i, 'Ltd'],
  [/\bLTD\b\.?$/i, 'Limited'],
  [/\bINCORPORATED$/i, 'Inc.'],
  [/\bINC\b\.?$/i, 'Incorporated'],
  [/\bCOMPANY$/i, 'Co.'],
  [/\bCO\b\.?$/i, 'Company'],
  [/\bCORPORATION$/i, 'Corp.'],
  [/\bCORP\b\.?$/i, 'Corporation'],
  [/\bL\.?L\.?C\b\.?$/i, 'LLC'],
  [/\bGMBH$/i, 'Gesellschaft mit beschränkter Haftung'],
];
/** Latin letters as Russian registers write them; the longer ones first. */
const CYRILLIC: readonly (readonly [string, string])[] = [
  ['shch', 'щ'],
  ['zh', 'ж'],
  ['kh', 'х'],
  ['ts', 'ц'],
  ['ch', 'ч'],
  ['sh', 'ш'],
  ['yu', 'ю'],
  ['ya', 'я'],
  ['yo', 'ё'],
  ...[...'abvgdezijklmnoprstufhyc'].map(
    (letter, i) => [letter, [...'абвгдезийклмнопрстуфхыц'][i]!] as const,
  ),
];

function isPerson({ type }: Listed): boolean {
  return type === 'person';
}
function isLatin(text: string): boolean {
  return !/[^\p{Script=Latin}\p{Script=Common}]/u.test(text);
}
function wordsOf(name: string): string[] {
  return name.split(/[\s,]+/).filter((word) => word !== '');
}

function withWord(words: readonly string[], at: number, ...changed: string[]): string {
  return words.toSpliced(at, 1, ...changed).join(' ');
}

/** A word that is long enough to bear a slip. */
function longWord(words: readonly string[], random: Random): number | undefined {
  const long = words.flatMap((word, i) => (/^\p{Script=Latin}{5,}$/u.test(word) ? [i] : []));
  return long.length === 0 ? undefined : random.pick(long);
}

function slip(name: string, random: Random): string | undefined {
  const words = wordsOf(name);
  const at = longWord(words, random);
  if (at === undefined) return undefined;
  const word = words[at]!;
  const i = 1 + random.below(word.length - 2);
  const other = LETTERS[random.below(LETTERS.length)]!;
  const slips = [
    word.slice(0, i) + word.slice(i + 1),
    word.slice(0, i) + word[i]! + word.slice(i),
    word.slice(0, i) + other + word.slice(i + 1),
    word.slice(0, i) + word[i + 1]! + word[i]! + word.slice(i + 2),
  ];
  const changed = random.pick(slips);
  return changed.toLowerCase() === word.toLowerCase() ? undefined : withWord(words, at, changed);
}

/** The name with one occurrence of a piece, chosen at random, replaced; in the case of its letters. */
function replaceOne(
  name: string,
  pairs: readonly (readonly [string, string])[],
  random: Random,
): string | undefined {
  const lower = name.toLowerCase();
  // A letter whose lower case is longer would move the places.
  if (lower.length !== name.length) return undefined;
  const places = pairs.flatMap(([from, to]) => {
    const at = lower.indexOf(from, 1);
    return at < 1 || !/\p{L}/u.test(lower[at - 1]!) ? [] : [{ at, from, to }];
  });
  if (places.length === 0) return undefined;
  const { at, from, to } = random.pick(places);
  const isUpper = name[at] !== lower[at];
  return name.slice(0, at) + (isUpper ? to.toUpperCase() : to) + name.slice(at + from.length);
}

function joinedOrSplit(name: string, random: Random): string | undefined {
  const words = wordsOf(name);
  if (words.length >= 2 && random.below(2) === 0) {
    const at = random.below(words.length - 1);
    return words.toSpliced(at, 2, words[at]! + words[at + 1]!.toLowerCase()).join(' ');
  }
  const long = words.flatMap((word, i) => (/^\p{Script=Latin}{8,}$/u.test(word) ? [i] : []));
  if (long.length === 0) return undefined;
  const at = random.pick(long);
  const word = words[at]!;
  const middle = 3 + random.below(word.length - 5);
  return withWord(words, at, word.slice(0, middle), word.slice(middle));
}

function accents(name: string, random: Random): string | undefined {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  if (plain !== name.normalize('NFKD')) return plain;
  if (/\p{L}-\p{L}/u.test(name)) return name.replaceAll('-', ' ');
  const pairs = [
    ['a', 'á'],
    ['e', 'é'],
    ['o', 'ö'],
    ['u', 'ü'],
  ] as const;
  return replaceOne(name, pairs, random);
}

function toCyrillic(name: string): string {
  let rest = name.toLowerCase();
  let text = '';
  while (rest !== '') {
    const found = CYRILLIC.find(([latin]) => rest.startsWith(latin));
    text += found ? found[1] : rest[0]!;
    rest = rest.slice(found ? found[0].length : 1);
  }
  return text;
}

/** A Cyrillic or Greek name in Latin letters, a Russian one in Cyrillic ones. Other scripts leave vowels to the reader. */
function transliterated({ name, type }: Listed): string | undefined {
  if (/[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(name)) return anyAscii(name);
  const isRussian = /(ov|ev|in|sky|skiy|ova|eva|ina|skaya|ich|enko)$/i.test(name);
  return type === 'person' && isRussian && /^[a-z ,]+$/i.test(name) ? toCyrillic(name) : undefined;
}

function legalForm(name: string): string | undefined {
  const found = LEGAL_FORMS.find(([form]) => form.test(name));
  if (!found) return undefined;
  const [form, other] = found;
  const changed = name.replace(form, other);
  return changed === name ? undefined : changed;
}

const VARIATIONS: Readonly<Record<Kind, Variation>> = {
  exact: ({ name }) => name,
  title: (listed, random) => {
    if (isPerson(listed)) return `${random.pick(TITLES)} ${listed.name}`;
    return listed.type === 'vessel' ? `${random.pick(VESSEL_TITLES)} ${listed.name}` : undefined;
  },
  suffix: (listed, random) =>
    isPerson(listed) && isLatin(listed.name)
      ? `${listed.name} ${random.pick(SUFFIXES)}`
      : undefined,
  order: (listed) => {
    const words = wordsOf(listed.name);
    if (!isPerson(listed) || words.length < 2) return undefined;
    return [words.at(-1)!, ...words.slice(0, -1)].join(' ');
  },
  slip: ({ name }, random) => slip(name, random),
  initial: (listed, random) => {
    const words = wordsOf(listed.name);
    if (!isPerson(listed) || words.length < 3 || !isLatin(listed.name)) return undefined;
    const at = random.below(words.length - 1);
    return words[at]!.length < 3 ? undefined : withWord(words, at, `${words[at]![0]!}.`);
  },
  missing_middle: (listed, random) => {
    const words = wordsOf(listed.name);
    if (!isPerson(listed) || words.length < 3) return undefined;
    return withWord(words, 1 + random.below(words.length - 2));
  },
  joined_or_split: ({ name }, random) => joinedOrSplit(name, random),
  accents_and_hyphens: ({ name }, random) => (isLatin(name) ? accents(name, random) : undefined),
  respelling: ({ name }, random) =>
    isLatin(name)
      ? replaceOne(name, [...SPELLINGS, ...SPELLINGS.map(([a, b]) => [b, a] as const)], random)
      : undefined,
  digit: ({ name }, random) =>
    isLatin(name) && longWord(wordsOf(name), random) !== undefined
      ? replaceOne(name, Object.entries(DIGITS), random)
      : undefined,
  transliteration: transliterated,
  legal_form: (listed) => (listed.type === 'organization' ? legalForm(listed.name) : undefined),
};

/** @returns undefined where the kind does not apply, or leaves the name as it is */
export function varied(kind: Kind, listed: Listed, random: Random): string | undefined {
  const text = VARIATIONS[kind](listed, random)?.trim();
  return text === '' || (kind !== 'exact' && text === listed.name) ? undefined : text;
}
