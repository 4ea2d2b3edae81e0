/** Names written in full that are written short, and the other way round. */
import { distinctiveWords, trimmed, type Field } from './field.ts';
import { placedWords } from './phrases.ts';
import { SHORT_FORMS } from './tables.ts';

/** Short forms in full (v.d., Ma., s/o); undefined without one. */
function inFull(text: string): string | undefined {
  const words = placedWords(text);
  let full = '';
  let from = 0;
  for (let at = 0; at < words.length;) {
    // Not in S.A. de C.V.
    const isFree = at === 0 || /\s$/u.test(text.slice(0, words[at]!.from));
    const found = isFree ? SHORT_FORMS.at(text, words, at) : undefined;
    const end = words[at + (found?.span ?? 1) - 1]!.to;
    if (found && words.length > found.span) {
      const isMarked = text[end] === '.';
      full += `${text.slice(from, words[at]!.from)}${found.kind} `;
      from = end + (isMarked ? 1 : 0);
    }
    at += found?.span ?? 1;
  }
  return from === 0 ? undefined : trimmed(full + text.slice(from));
}

const CHILD = /^(.+?)[\s,]+(?:[as]\/[lo]|[ad]\/[po]|son of|daughter of)\s/iu;
/** The name without that of the father, which is often left out. */
function withoutFather(text: string): string | undefined {
  const own = CHILD.exec(text)?.[1];
  return own !== undefined && distinctiveWords(own) > 1 ? own : undefined;
}

const OF_LIMITED_LIABILITY = /(?<=\p{L}{3}s?)gesellschaft (?:mbh|m\. ?b\. ?h\.?)/iu;
/** Handelsgesellschaft mbH is Handels GmbH. */
function withShortForm(text: string): string | undefined {
  return OF_LIMITED_LIABILITY.test(text) ? text.replace(OF_LIMITED_LIABILITY, ' GmbH') : undefined;
}

const DIGITS_AS_LETTERS = { '0': 'o', '3': 'e', '4': 'a', '5': 's', '8': 'b' } as const;
/** A word of letters in which one digit was typed: Andre1, A8d. */
const WITH_DIGIT = /(?<![\p{L}\p{N}])(?=[\p{L}\p{N}]{3})\p{L}*[013458]\p{L}*(?![\p{L}\p{N}])/gu;
/** Tells whether a digit may have been typed for a letter. */
export function mayHaveTypedDigit(text: string): boolean {
  return text.search(WITH_DIGIT) >= 0;
}

/** The names of a person that digits were typed in: each digit is the letter that looks like it, or behind a word none. */
export function withoutTypedDigits(text: string): string[] {
  const as = (one: string, isOff: boolean): string =>
    text.replaceAll(WITH_DIGIT, (word) =>
      isOff
        ? word.replace(/\d$/, '')
        : word.replace(/\d/, (digit) =>
            digit === '1' ? one : DIGITS_AS_LETTERS[digit as keyof typeof DIGITS_AS_LETTERS],
          ),
    );
  return [as('i', false), as('l', false), as('', true)].filter((other) => other !== text);
}

const NUMERALS: Readonly<Record<string, string>> = { i: '1', v: '5', x: '10' };
/** Sea Star I is Sea Star 1; the numerals of more letters are numbers in any name. */
function inDigits(text: string): string | undefined {
  const numeral = /(?<=\p{L}{2} )[ivx]$/iu.exec(text)?.[0];
  return numeral && text.slice(0, -1) + NUMERALS[numeral.toLowerCase()]!;
}

const CITY = /^(?:\p{Script=Han}{2,3}?[市省县縣区區])+(?=\p{Script=Han}{2})/u;
const FORM =
  /(?:股份有限公司|有限责任公司|有限責任公司|集团有限公司|集團有限公司|有限公司|股份公司|集团公司|集團公司|总公司|總公司|公司|集团|集團|株式会社|株式會社|有限会社|有限會社|合同会社|주식회사|유한회사|\(주\)|\(유\))/u;
const FORM_BEHIND = new RegExp(
  `(?<=[\\p{Script=Han}\\p{Script=Hangul}\\p{Script=Katakana}]{2}) ?${FORM.source}$`,
  'u',
);
const FORM_IN_FRONT = new RegExp(
  `^${FORM.source} ?(?=[\\p{Script=Han}\\p{Script=Hangul}\\p{Script=Katakana}]{2})`,
  'u',
);

/** Without the sign for a city or province behind its name, and without the legal form, in Han and Hangul. */
function withoutHanForms(text: string): string | undefined {
  const plain = text.normalize('NFKC').trim();
  const named = plain.replace(FORM_BEHIND, '').replace(FORM_IN_FRONT, '');
  const bare = named.replace(CITY, (cities) => cities.replaceAll(/[市省县縣区區]/gu, ''));
  return bare === plain || [...bare].length < 3 ? undefined : bare;
}

const WITH_STROKE = /đ/giu;
const ASIAN = /[\p{Script=Han}\p{Script=Hangul}]/u;

/**
 * The other ways to write the name; none for most.
 * @param isCompany undefined where the type is not known
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
    ...as(withoutFather(text)).map((own) => ({ ...own, isUnsure: true })),
    ...(mayBeCompany ? [...as(inDigits(text)), ...as(withShortForm(text))] : []),
    ...(mayBeCompany && ASIAN.test(text) ? as(withoutHanForms(text)) : []),
  ];
}
