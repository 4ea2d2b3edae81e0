/** Twelve ways in which people write a listed name differently. */
import anyAscii from 'any-ascii';

/** Returns numbers from 0 to 1, the same for the same seed (mulberry32, public domain). */
export type Random = () => number;
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<T>(items: readonly T[], random: Random): T {
  return items[Math.floor(random() * items.length)]!;
}

export type Named = { text: string; type: string };
/** Undefined if the variation does not apply to the name. */
type Variation = (name: Named, random: Random) => string | undefined;

const TITLES = ['Mr', 'Mrs', 'Dr', 'Prof.', 'Eng.', 'Hon.', 'Sheikh', 'Alhaji', 'General', 'Sir'];
const SUFFIXES = [', Jr.', ' Jr', ', PhD', ', MD', ' Sr.'];
const RESPELLINGS: readonly (readonly [string, string])[] = [
  ['ph', 'f'],
  ['ou', 'u'],
  ['kh', 'h'],
  ['ee', 'i'],
  ['oo', 'u'],
  ['dj', 'j'],
  ['ck', 'k'],
  ['q', 'k'],
  ['y', 'i'],
  ['z', 's'],
];
const NUMBERS: readonly (readonly [string, string])[] = [
  ['2', 'II'],
  ['3', 'III'],
  ['4', 'Four'],
  ['5', 'Five'],
  ['6', 'Six'],
  ['7', 'Seven'],
  ['8', 'Eight'],
];
const LEGAL_FORMS: readonly (readonly [string, string])[] = [
  ['Ltd', 'Limited'],
  ['Limited', 'Ltd'],
  ['Co', 'Company'],
  ['Company', 'Co'],
  ['Corp', 'Corporation'],
  ['Corporation', 'Corp'],
  ['LLC', 'L.L.C.'],
  ['Inc', 'Incorporated'],
  ['JSC', 'Joint Stock Company'],
  ['GmbH', 'G.m.b.H.'],
];
const ACCENTS: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ö',
  u: 'ü',
  c: 'ç',
  n: 'ñ',
};
/** Transliteration in Russian passports; the longest letters first. */
const CYRILLIC: readonly (readonly [string, string])[] = [
  ['shch', 'щ'],
  ['kh', 'х'],
  ['zh', 'ж'],
  ['ch', 'ч'],
  ['sh', 'ш'],
  ['ts', 'ц'],
  ['yu', 'ю'],
  ['ya', 'я'],
  ...[...'abvgdeziyklmnoprstuf'].map(
    (letter, i) => [letter, [...'абвгдезийклмнопрстуф'][i]!] as const,
  ),
];
/** Scripts whose names would lack vowels if they were converted letter by letter. People do not write such forms. */
const WITHOUT_VOWELS = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}]/u;
const LATIN = /^[\p{Script=Latin}\p{N}\p{P}\p{Z}\p{S}]+$/u;
const PERSONS = new Set(['person', 'unknown']);

function wordsOf(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}

function isPerson({ text, type }: Named): boolean {
  return type === 'person' && wordsOf(text).length >= 2;
}

/** Returns the text with one word replaced; undefined if no word is suitable. */
function withWord(
  text: string,
  random: Random,
  fits: (word: string, place: number, count: number) => boolean,
  change: (word: string) => string,
): string | undefined {
  const words = wordsOf(text);
  const places = words.flatMap((word, i) => (fits(word, i, words.length) ? [i] : []));
  if (places.length === 0) return undefined;
  const place = pick(places, random);
  return words.map((word, i) => (i === place ? change(word) : word)).join(' ');
}

/**
 * Replaces a letter with another of the same case, swaps two letters, omits one, or doubles one. Never changes the
 * first letter.
 */
function slip(word: string, random: Random): string {
  const at = 1 + Math.floor(random() * (word.length - 2));
  const [before, letter, after] = [word.slice(0, at), word[at]!, word.slice(at + 1)];
  const other = pick(
    [...'aeiourstln'].filter((one) => one !== letter.toLowerCase()),
    random,
  );
  return pick(
    [
      before + (letter === letter.toUpperCase() ? other.toUpperCase() : other) + after,
      before + after[0]! + letter + after.slice(1),
      before + after,
      before + letter + letter + after,
    ],
    random,
  );
}

function replaced(
  text: string,
  pairs: readonly (readonly [string, string])[],
  random: Random,
): string | undefined {
  const lower = text.toLowerCase();
  const found = pairs.filter(([from]) => lower.slice(1).includes(from));
  if (found.length === 0) return undefined;
  const [from, to] = pick(found, random);
  const at = lower.indexOf(from, 1);
  return text.slice(0, at) + to + text.slice(at + from.length);
}

function replacedWord(
  text: string,
  pairs: readonly (readonly [string, string])[],
): string | undefined {
  const words = wordsOf(text);
  for (const [i, word] of words.entries()) {
    const plain = word.replaceAll(/[.,]/g, '').toLowerCase();
    const to = pairs.find(([from]) => from.toLowerCase() === plain)?.[1];
    if (to !== undefined) return words.map((one, j) => (i === j ? to : one)).join(' ');
  }
  return undefined;
}

function inCyrillic(text: string): string | undefined {
  let rest = text.toLowerCase();
  let written = '';
  while (rest !== '') {
    const pair = CYRILLIC.find(([from]) => rest.startsWith(from));
    if (!pair && /[a-z]/.test(rest[0]!)) return undefined;
    written += pair ? pair[1] : rest[0]!;
    rest = rest.slice(pair ? pair[0].length : 1);
  }
  return written;
}

const LETTERS = /^[A-Za-z]+$/;
/**
 * Words that are not a name alone. A variation neither shortens them to an initial nor keeps them without their
 * successor.
 */
const PARTICLES =
  /^(?:abd|abdul|abdel|abou|abu|al|ben|bin|bint|da|de|del|der|di|el|haj|haji|hajj|hajji|ibn|la|le|mullah|qari|sayyid|shaykh|sheikh|um|umm|van|von)$/i;

function isParticle(word: string): boolean {
  return word.includes('-') || PARTICLES.test(word);
}

/** By the names of the kinds, in the order of reports. */
const VARIATIONS = {
  titles: (name, random) => (isPerson(name) ? `${pick(TITLES, random)} ${name.text}` : undefined),
  suffixes: (name, random) => (isPerson(name) ? name.text + pick(SUFFIXES, random) : undefined),
  order: (name) => {
    if (!isPerson(name)) return undefined;
    const words = wordsOf(name.text);
    return [words.at(-1), ...words.slice(0, -1)].join(' ');
  },
  'one slip': ({ text }, random) =>
    withWord(
      text,
      random,
      (word) => word.length >= 6 && LETTERS.test(word),
      (word) => slip(word, random),
    ),
  initials: (name, random) =>
    isPerson(name) && wordsOf(name.text).length > 2
      ? withWord(
          name.text,
          random,
          (word, place, count) =>
            LETTERS.test(word) && word.length > 2 && place < count - 1 && !isParticle(word),
          (word) => `${word[0]}.`,
        )
      : undefined,
  'missing middle name': (name) => {
    const words = wordsOf(name.text);
    if (!isPerson(name) || words.length < 3 || isParticle(words[0]!) || isParticle(words[1]!))
      return undefined;
    return [...words.slice(0, 1), ...words.slice(2)].join(' ');
  },
  'joined and split words': ({ text, type }, random) => {
    if (type === 'organization') return undefined;
    const words = wordsOf(text);
    if (text.includes('-') && random() < 0.5) return text.replace('-', '');
    const isWord = (word = ''): boolean => LETTERS.test(word) && word.length > 2;
    const at = words.findIndex(
      (word, i) => word.length <= 5 && isWord(word) && isWord(words[i + 1]) && !isParticle(word),
    );
    if (at < 0) return undefined;
    return words
      .flatMap((word, i) => (i === at ? [word + words[at + 1]!] : i === at + 1 ? [] : [word]))
      .join(' ');
  },
  'accents and hyphens': ({ text }, random) => {
    if (!LATIN.test(text)) return undefined;
    if (random() < 0.5 && text.includes(' ')) return text.replace(' ', '-');
    const accented = text.replace(/[aeioucn]/, (letter) => ACCENTS[letter]!);
    return accented === text ? undefined : accented;
  },
  respelling: ({ text, type }, random) =>
    PERSONS.has(type) && LATIN.test(text) ? replaced(text, RESPELLINGS, random) : undefined,
  digits: ({ text, type }) => (type === 'person' ? undefined : replacedWord(text, NUMBERS)),
  transliteration: ({ text, type }) => {
    if (WITHOUT_VOWELS.test(text)) return undefined;
    if (!LATIN.test(text)) return anyAscii(text).replaceAll(/['`]/g, '');
    return type === 'person' ? inCyrillic(text) : undefined;
  },
  'legal forms': ({ text, type }) =>
    type === 'person' ? undefined : replacedWord(text, LEGAL_FORMS),
} satisfies Record<string, Variation>;
export type VariationKind = keyof typeof VARIATIONS;
export const VARIATION_KINDS = Object.keys(VARIATIONS) as VariationKind[];

/** Returns the varied name; undefined if the variation does not apply or changes nothing. */
export function varied(kind: VariationKind, name: Named, random: Random): string | undefined {
  const variation: Variation = VARIATIONS[kind];
  const text = variation(name, random);
  return text === name.text || text?.trim() === '' ? undefined : text;
}
