import { simplifiedSign } from './han-variants.ts';
import { keyed, readLines, wordsOf, wrong, type DataLine } from '../data/read.ts';

/** Matches one Han character or one Hangul syllable. */
const SIGN = /^[\p{Script=Han}\p{Script=Hangul}]$/u;
/** Keys of lists of characters, which are not readings. */
const MARKS = ['ja-family', 'ja-given'] as const;

type Signs = {
  readonly readings: ReadonlyMap<string, readonly string[]>;
  readonly marked: Readonly<Record<(typeof MARKS)[number], ReadonlySet<string>>>;
};

/**
 * Reads lines of `reading reading: sign sign`; `ja-family` and `ja-given` list characters of Japanese names. Throws
 * with file and line if a listed character has no reading.
 */
export function signReadings(lines: readonly DataLine[]): Signs {
  const readings = new Map<string, string[]>();
  const marked = { 'ja-family': new Set<string>(), 'ja-given': new Set<string>() };
  for (const line of lines) {
    const [key, text] = keyed(line);
    const mark = MARKS.find((each) => each === key);
    const words = mark === undefined ? wordsOf(key, line.where) : [];
    for (const sign of text.split(' ')) {
      if (!SIGN.test(sign)) wrong(line.where, `"${sign}" is no single sign`);
      const known = readings.get(sign) ?? [];
      if (mark === undefined) readings.set(sign, [...new Set([...known, ...words])]);
      else if (known.length === 0) wrong(line.where, `"${sign}" has no reading`);
      else marked[mark].add(sign);
    }
  }
  return { readings, marked };
}

const SIGNS = signReadings(readLines('sign-readings.txt'));
const NONE: readonly string[] = [];
/** A simplified character without its own readings has those of its traditional form. */
const READINGS: ReadonlyMap<string, readonly string[]> = new Map([
  ...Array.from(SIGNS.readings, ([sign, readings]) => [simplifiedSign(sign), readings] as const),
  ...SIGNS.readings,
]);

/**
 * Returns the other readings of a character, in addition to its key (data/sign-readings.txt): Cantonese, Korean,
 * Japanese.
 */
export function readingsOfSign(text: string): readonly string[] {
  return text.length === 1
    ? (READINGS.get(text) ?? READINGS.get(simplifiedSign(text)) ?? NONE)
    : NONE;
}

/** Returns true if a single character is a Japanese family name. */
export function isJapaneseFamily(sign: string): boolean {
  return SIGNS.marked['ja-family'].has(sign);
}

/** Returns true if a single character is a Japanese given name. */
export function isJapaneseGiven(sign: string): boolean {
  return SIGNS.marked['ja-given'].has(sign);
}
