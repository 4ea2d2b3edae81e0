/** Other spellings of a name: short forms in full, and long forms shortened. */
import { distinctiveWords, trimmed, type Field } from './field.ts';
import { placedWords } from './phrases.ts';
import { FATHERS, HAN_PLACE, SHORT_FORMS } from './tables.ts';

const CHILD_WORDS: ReadonlySet<string> = new Set(['bin', 'binti', 'ibn']);
/** Returns short forms in full (v.d., Ma., s/o); undefined without one. */
function inFull(text: string): string | undefined {
  const words = placedWords(text);
  let full = '';
  let from = 0;
  for (let at = 0; at < words.length;) {
    // An exception is S.A. de C.V.
    const isFree = at === 0 || /\s$/u.test(text.slice(0, words[at]!.from));
    const found = isFree ? SHORT_FORMS.at(text, words, at) : undefined;
    const end = words[at + (found?.span ?? 1) - 1]!.to;
    const isChildInFront = at === 0 && CHILD_WORDS.has(found?.kind ?? '');
    if (found && words.length > found.span && !isChildInFront) {
      const isMarked = text[end] === '.';
      full += `${text.slice(from, words[at]!.from)}${found.kind} `;
      from = end + (isMarked ? 1 : 0);
    }
    at += found?.span ?? 1;
  }
  return from === 0 ? undefined : trimmed(full + text.slice(from));
}

const MARIA = /(?<!\p{L})m\.?ª\.?\s*/iu;
/** Matches Ma before two names, which may mean Maria. */
const MA_IN_FRONT = /^ma\s+(?=\p{L}{2,}\s+\p{L}{2})/iu;
/** Returns Maria for its short form without a full stop: Mª Lourdes Cruz. For Ma Lourdes Cruz the reading is unsure. */
function withMaria({ text, isUnsure = false }: Field): { text: string; isUnsure: boolean }[] {
  const sure = text.replace(MARIA, 'Maria ');
  if (sure !== text) return [{ text: sure, isUnsure }];
  return MA_IN_FRONT.test(text)
    ? [{ text: text.replace(MA_IN_FRONT, 'Maria '), isUnsure: true }]
    : [];
}

const CHILD =
  /^(.+?)[\s,]+(?:[asdhwf]\/o\.?f?|a\/[lp]|[sd]\.o\.|anak(?: lelaki| perempuan)?|ak|walad|son of|daughter of|hijo de|hija de|fils de|fille de)\s/iu;
/** Returns the name without the father's name, which writers often omit. */
function withoutFather(text: string): string | undefined {
  const own = CHILD.exec(text)?.[1];
  return own !== undefined && distinctiveWords(own) > 1 ? own : undefined;
}

/**
 * Returns the name without the father's name before a word for child (Elchin Rauf oglu Mammadov); undefined without
 * one.
 */
function withoutFatherBefore(text: string): string | undefined {
  const words = placedWords(text);
  for (let at = 2; at < words.length; at++) {
    const found = FATHERS.at(text, words, at);
    if (!found) continue;
    const own = `${text.slice(0, words[at - 1]!.from)}${text.slice(words[at + found.span - 1]!.to)}`;
    return distinctiveWords(own) > 1 ? trimmed(own) : undefined;
  }
  return undefined;
}

/** Matches the end of a word before a short form. */
export const COMPANY = 'gesellschaft';
const OF_LIMITED_LIABILITY = new RegExp(
  String.raw`(?<=\p{L}{3}s?)${COMPANY} (?:mbh|m\. ?b\. ?h\.?)`,
  'iu',
);
/** Handelsgesellschaft mbH means Handels GmbH. */
function withShortForm(text: string): string | undefined {
  return OF_LIMITED_LIABILITY.test(text) ? text.replace(OF_LIMITED_LIABILITY, ' GmbH') : undefined;
}

/**
 * Digits and signs with the letters that they resemble. A second one is less frequent, or is the letter that the digit
 * is written for in Arabic names (Mu7ammad, 5alid).
 */
const SIGNS_AS_LETTERS: Readonly<Record<string, readonly [string, string?]>> = {
  '0': ['o'],
  '1': ['i', 'l'],
  '2': ['z'],
  '3': ['e', 'a'],
  '4': ['a'],
  '5': ['s', 'kh'],
  '6': ['b', 'g'],
  '7': ['t', 'h'],
  '8': ['b'],
  '9': ['g', 'q'],
  '@': ['a'],
  $: ['s'],
  '€': ['e'],
  '£': ['l'],
  '!': ['i', 'l'],
  '|': ['i', 'l'],
};
/**
 * Matches a word of letters with a mistyped digit, or with a sign or a few of them in place of letters: Andre1, A8d,
 * Test0b0ut, V!ktor. At the end, `!` and `|` are punctuation.
 */
const WITH_SIGN = (() => {
  const letter = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]`;
  const sign = '[\\d@$€£!|]';
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?!\d(?:st|nd|rd|th)(?!\p{L}))(?=[\p{L}\p{N}@$€£!|]{3})(?:${letter}*[\d@$€£]${letter}*|${letter}*[!|]${letter}+|${sign}?${letter}+(?:${sign}{1,2}${letter}+){1,3}[\d@$€£]?|${letter}{3,}_?\d)(?![\p{L}\p{N}])`,
    'gu',
  );
})();
/** Returns true if a digit or a sign may be a mistyped letter. */
export function mayHaveTypedSign(text: string): boolean {
  return text.search(WITH_SIGN) >= 0;
}

/**
 * Returns the names of a party without mistyped digits and signs. Each becomes the letter that it resembles, or a digit
 * disappears at the end of a word.
 */
export function withoutTypedSigns(text: string): string[] {
  const as = (isSecond: boolean): string =>
    text.replaceAll(WITH_SIGN, (word) =>
      word.replaceAll(/[\d@$€£!|]/gu, (sign) => {
        const [first, second] = SIGNS_AS_LETTERS[sign]!;
        return (isSecond && second) || first;
      }),
    );
  const without = text.replaceAll(WITH_SIGN, (word) => word.replace(/^(\D+?)_?\d$/, '$1'));
  return [as(false), as(true), without].filter((other) => other !== text);
}

const NUMERALS: Readonly<Record<string, string>> = { i: '1', v: '5', x: '10' };
/** Sea Star I is Sea Star 1. Longer numerals are numbers in any name. */
function inDigits(text: string): string | undefined {
  const numeral = /(?<=\p{L}{2} )[ivx]$/iu.exec(text)?.[0];
  return numeral && text.slice(0, -1) + NUMERALS[numeral.toLowerCase()]!;
}

const CITY = /^(?:\p{Script=Han}{2,3}?[市省县縣区區])+(?=\p{Script=Han}{2})/u;
/** The legal forms of companies in signs, as a part of an expression. */
export const COMPANY_FORM =
  /(?:股份有限公司|有限责任公司|有限責任公司|集团有限公司|集團有限公司|有限公司|股份公司|集团公司|集團公司|总公司|總公司|公司|\(集[团團]\)(?:股份有限公司|有限公司|公司)?|集团|集團|株式会社|株式會社|有限会社|有限會社|合同会社|주식회사|유한회사|\(주\)|\(유\)|\(株\)|\(有\))/u
    .source;
const FORM_BEHIND = new RegExp(
  `(?<=[\\p{Script=Han}\\p{Script=Hangul}\\p{Script=Katakana})]{2}) ?${COMPANY_FORM}$`,
  'u',
);
const FORM_IN_FRONT = new RegExp(
  `^${COMPANY_FORM} ?(?=[\\p{Script=Han}\\p{Script=Hangul}\\p{Script=Katakana}]{2})`,
  'u',
);

const BETWEEN_SIGNS = /(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu;
const PLACES = new RegExp(`^(?:${HAN_PLACE}|\\p{Script=Han}{2,3}?[市省县縣区區])+`, 'u');
const PLACE_IN_BRACKETS = new RegExp(`\\(${HAN_PLACE}\\)`, 'u');
const BRANCH =
  /(?<=公司)\p{Script=Han}{2,10}(?:分公司|办事处|辦事處|代表处|代表處|分行|支行|分店|分厂|分廠)$/u;
/** The minimum number of signs of a name without its place. Fewer signs are a business word. */
const FEWEST_SIGNS = 4;

function joinedSigns(text: string): string {
  return text.normalize('NFKC').replaceAll(BETWEEN_SIGNS, '').trim();
}

function withoutForm(text: string): string {
  return text.replace(FORM_BEHIND, '').replace(FORM_IN_FRONT, '');
}

/**
 * Returns readings of companies in Han and Hangul: without the sign for a city or province after the name; without the
 * legal form; without its places; and as the company of a branch, which may be another branch.
 */
function withoutHanForms(text: string): { text: string; isUnsure: boolean }[] {
  const plain = joinedSigns(text);
  const named = withoutForm(plain);
  const bare = named.replace(CITY, (cities) => cities.replaceAll(/[市省县縣区區]/gu, ''));
  const placeless = withoutForm(plain.replace(BRANCH, '').replace(PLACE_IN_BRACKETS, ''));
  const own = placeless.replace(PLACES, '');
  return [
    ...(bare === plain || [...bare].length < 3 || BRANCH.test(plain)
      ? []
      : [{ text: bare, isUnsure: false }]),
    ...[placeless, own]
      .filter((other) => other !== named && [...other].length >= FEWEST_SIGNS)
      .map((other) => ({ text: other, isUnsure: true })),
  ];
}

/** Returns true if a text begins with a place in China and continues after it. */
export function beginsWithPlace(text: string): boolean {
  const plain = joinedSigns(text);
  const [place = ''] = PLACES.exec(plain) ?? [];
  return place !== '' && plain.length - place.length >= FEWEST_SIGNS;
}

const WITH_STROKE = /đ/giu;
const ASIAN = /[\p{Script=Han}\p{Script=Hangul}]/u;

/**
 * Returns other spellings of the name; none for most names.
 * @param isCompany undefined for an unknown type
 */
export function writtenOtherwise(field: Field, isCompany: boolean | undefined): Field[] {
  const { text } = field;
  const as = (other: string | undefined): Field[] =>
    other === undefined ? [] : [{ ...field, text: other }];
  const mayBeCompany = isCompany !== false;
  const [full = field] = isCompany === true ? [] : as(inFull(text));
  return [
    ...(full === field ? [] : [full]),
    ...as(
      full.text.search(WITH_STROKE) >= 0
        ? full.text.replace(WITH_STROKE, (letter) => (letter === 'đ' ? 'dj' : 'Dj'))
        : undefined,
    ),
    ...(isCompany ? [] : [withoutFather(text), withoutFatherBefore(text)])
      .flatMap(as)
      .map((own) => ({ ...own, isUnsure: true })),
    ...(isCompany ? [] : withMaria(field).map((other) => ({ ...field, ...other }))),
    ...(mayBeCompany ? [...as(inDigits(text)), ...as(withShortForm(text))] : []),
    ...(mayBeCompany && ASIAN.test(text)
      ? withoutHanForms(text).map((other) => ({ ...field, ...other }))
      : []),
  ];
}
