/** Guesses the code page of a file that is not in UTF-8 from the letters of its languages. */

/** Letters beyond ASCII, by code page. Of equally good pages the first counts. */
const LANGUAGES: readonly (readonly [string, string])[] = [
  ['windows-1252', 'àâæçéèêëîïôœùûüÿ'],
  ['windows-1252', 'äöüßåæøéèëïóñáíúãõêâôçà'],
  ['windows-1252', 'áðéíóúýþæö'],
  ['windows-1250', 'ąćęłńóśźż'],
  ['windows-1250', 'áčďéěíňóřšťúůýžĺľŕäô'],
  ['windows-1250', 'áéíóöőúüű'],
  ['windows-1250', 'čćđšž'],
  ['windows-1250', 'ăâîşţ'],
  ['windows-1254', 'çğıöşüâî'],
  ['windows-1251', 'абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґђљњћџјў'],
  ['windows-1253', 'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋ'],
  ['windows-1255', 'אבגדהוזחטיךכלםמןנסעףפץצקרשתְֱֲֳִֵֶַָֹֻּׁׂ'],
  ['windows-1256', 'ابتثجحخدذرزسشصضطظعغفقكلمنهويةىءآأؤإئپچژگ'],
  ['windows-1257', 'ąčęėįšųūž'],
  ['windows-1257', 'āčēģīķļņšūž'],
  ['windows-1257', 'äõöüšž'],
  ['windows-1258', 'ăâđêôơưàáèéìíòóùúýãõ'],
];
const DEFAULT = 'windows-1252';
const LETTERS = /[^\0-\x7f\p{P}\p{S}\p{Z}\p{C}]/gu;
/**
 * The limits below which the guess is uncertain: few letters, or another code page this near. A page may differ more in
 * a short text.
 */
const FEWEST_LETTERS = 5;
const NEAR = 0.98;
const SHORT = { letters: 12, near: 0.85 };
/** Matches a mark or a control character in place of a letter. */
const NO_LETTER = /[\u0080-\u009f]|[^\0-\x7f\p{L}\p{M}\p{Z}\p{P}]/gu;

export type GuessedPage = { encoding: string; isSure: boolean };

function capitalless(text: string): string {
  return text.replaceAll('İ', 'i').replaceAll('I', 'i').toLowerCase();
}

/** Matches a capital after a small letter, of which at least one is not ASCII. */
const MIDDLE_CAPITAL = /[^\0-\x7f\P{Ll}]\p{Lu}|\p{Ll}[^\0-\x7f\P{Lu}]/gu;

/** Matches two capitals before a small letter: an accented letter of another code page. */
const TWO_CAPITALS = /[^\0-\x7f\P{Lu}]{2}\p{Ll}/gu;

/** Matches three accented letters in a row: a word of another script. */
const ALL_ACCENTED = /(?:(?![\0-\x7f])\p{Script=Latin}){3}/gu;

/** Matches an ASCII letter next to a letter of another script. */
const MIXED_SCRIPTS = /[a-z](?=(?!\p{Script=Latin})\p{L})|(?!\p{Script=Latin})\p{L}(?=[a-z])/giu;
/** Matches a Greek, Hebrew or Arabic letter that only ends words, inside a word. */
const FINAL_INSIDE = /[ςךםןףץةى](?=[\p{L}\p{M}])/gu;
/** Matches a Cyrillic or Greek letter that begins no word, and a Cyrillic one that follows no consonant. */
const MISPLACED = /(?<!\p{L})[ЪЬΪΫ]|(?<=[бвгджзклмнпрстфхцчшщ])й/giu;
/**
 * Matches a letter at the end of a word that ends no word of its languages, such as that of Petrović in another code
 * page.
 */
const LAST_OUTSIDE = /(?<=i)æ(?!\p{L})/giu;
/** Matches a vowel point without a letter. */
const POINT_ALONE = /(?<!\p{L}\p{M}?)\p{M}/gu;

function withCapitals(letters: string): string {
  return letters + letters.toUpperCase();
}

const CYRILLIC_CONSONANTS = 'бвгджзйклмнпрстфхцчшщґђљњћџјўѓќ';
const GREEK_CONSONANTS = 'βγδζθκλμνξπρσςτφχψ';
/**
 * Matches four consonants in a row, of which one is a small letter: an acronym has no vowels. Letters of another script,
 * read as these, have few vowels.
 */
const NO_VOWELS = new RegExp(
  `(?!\\p{Lu}{4})(?:[${withCapitals(CYRILLIC_CONSONANTS)}]{4}|[${withCapitals(GREEK_CONSONANTS)}]{4})`,
  'gu',
);
const MISFITS = [
  NO_LETTER,
  MIDDLE_CAPITAL,
  TWO_CAPITALS,
  ALL_ACCENTED,
  MIXED_SCRIPTS,
  FINAL_INSIDE,
  MISPLACED,
  LAST_OUTSIDE,
  POINT_ALONE,
  NO_VOWELS,
];

/** Code pages of scripts with capitals, and a word that begins with a capital of such a script. */
const CASED = new Set(['windows-1251', 'windows-1253']);
const CAPITAL = /(?<!\p{L})(?=\p{Lu})[\p{Script=Cyrillic}\p{Script=Greek}]/u;
/** Part of its share that a text without any capital keeps: the letters of Hebrew are small ones in these pages. */
const WITHOUT_CAPITALS = 0.95;

/** Guesses the code page of lines that are not UTF-8. */
export function guessCodePage(bytes: Uint8Array): GuessedPage {
  const read = new Map<string, string>();
  const scored = LANGUAGES.map(([encoding, alphabet]) => {
    const text = read.get(encoding) ?? new TextDecoder(encoding).decode(bytes);
    read.set(encoding, text);
    const letters = capitalless(text).match(LETTERS) ?? [];
    const known = new Set(alphabet);
    const odd = MISFITS.reduce((sum, form) => sum + (text.match(form) ?? []).length, 0);
    const fits = letters.filter((letter) => known.has(letter)).length;
    const total = letters.length + odd;
    const weight = CASED.has(encoding) && !CAPITAL.test(text) ? WITHOUT_CAPITALS : 1;
    return { encoding, letters: total, share: total === 0 ? 0 : (weight * fits) / total };
  });
  const best = scored.reduce((a, b) => (b.share > a.share ? b : a));
  if (best.letters === 0) return { encoding: DEFAULT, isSure: false };
  const near = best.letters < SHORT.letters ? SHORT.near : NEAR;
  const others = scored.filter(
    ({ encoding, share }) =>
      share >= best.share * near && read.get(encoding) !== read.get(best.encoding),
  );
  const isSure = best.share > 0.9 && best.letters >= FEWEST_LETTERS && others.length === 0;
  return { encoding: best.encoding, isSure };
}
