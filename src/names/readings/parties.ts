/** Removes text in brackets and quotation marks, or reads another name in it. */
import { foldedWords, foldText } from '../canonical/fold.ts';
import { SPELLING_CLASS } from '../words/variants.ts';
import { distinctiveWords, isOrganization, isPlaceOnly, trimmed, without } from './field.ts';
import type { Field, NamedType } from './field.ts';
import { placedWords, type PlacedWord } from './phrases.ts';
import { mayBeSingle } from './single.ts';
import { isTitle } from './stripped.ts';
import {
  DIVIDERS_BETWEEN,
  JOINTS,
  MOST_PARTIES,
  REMARKS,
  SHIP_PREFIXES,
  TITLES_IN_FRONT,
  type Divider,
} from './tables.ts';

const OPENING = '([{<（［｛＜【〔〖〈《「『';
const CLOSING = ')\\]}>）］｝＞】〕〗〉》」』';
const BRACKETS = new RegExp(`[${OPENING}]([^${OPENING}${CLOSING}]*)[${CLOSING}]?`, 'gu');
/** Matches text between marks that may be a joining word: (JT), "and", /or/. */
const BETWEEN_MARKS = new RegExp(
  `(?:[${OPENING}]([^${OPENING}${CLOSING}]*)[${CLOSING}]|["“”„«»]([^"“”„«»]*)["“”„«»]|(?<=\\s)/([^/]*)/(?=\\s))`,
  'gu',
);
const PARTY_MARK = ' / ';
const NUMBER_OF_PARTY = /^\s*(?:\d{1,2}|i{1,3}|iv|[a-d])\s*$/iu;
/** Matches a nickname in marks that are also apostrophes. */
const SINGLE_QUOTED = /(?<=^|\s)['‘]((?:[^'‘’]|['’](?=\p{L})){2,})['’](?=$|[\s,])/gu;
const QUOTED = /["“”„«»]([^"“”„«»]{2,})["“”„«»]/gu;

/** Returns the other names in a text, which may have several: also known as SBC Holding and Semabank. */
export function otherNames(field: Field, text: string, kind: Divider): Field[] {
  const whole = trimmed(text);
  if (whole === '') return [];
  const isOther = kind === 'former' || kind === 'behind';
  const own: Field = { ...field, text: whole, kind: isOther ? kind : 'part' };
  if (isOther) return [own];
  const several = whole.split(/\s*[;/]\s*|\s*,?\s+(?:and|or)\s+/u).map(trimmed);
  if (several.length < 2 || several.some((one) => one === '')) return [own];
  return [own, ...several.slice(0, MOST_PARTIES).map((one) => ({ ...own, text: one }))];
}

/** Returns true if a text is a title, or one letter: (Commander), (M). */
function isTitleOnly(text: string): boolean {
  const words = placedWords(text);
  const [{ key = '' } = {}] = words;
  return (
    (words.length === 1 && (key.length < 2 || isTitle(key))) ||
    TITLES_IN_FRONT.at(text, words, 0)?.span === words.length
  );
}

const CAPITAL_WORD = /^[^\p{Ll}]*\p{Lu}{2}[^\p{Ll}]*$/u;
const BESIDE_WORDS = new RegExp(`[\\s,${OPENING}${CLOSING}]+`, 'u');
const CAPITALS = /^[^\p{Ll}]*\p{Lu}[^\p{Ll}]*$/u;
/** Returns the words without the family name, which may be the last or the first (Petrova Olga). */
function givenNames(words: readonly string[]): (readonly string[])[] {
  const [front, behind] = [words.slice(0, -1), words.slice(1)];
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const isFirst = first.endsWith(',') || (CAPITALS.test(first) && !CAPITALS.test(last));
  if (isFirst) return [behind];
  const isLast =
    (CAPITALS.test(last) && !CAPITALS.test(first)) ||
    (SPELLING_CLASS.has(foldText(first)) && !SPELLING_CLASS.has(foldText(last)));
  return isLast ? [front] : [front, behind];
}

/**
 * Returns given names with the family name after née, épouse or formerly: Olga Bergmann née Petrova is Olga Petrova.
 */
export function withBirthName(
  { text }: Field,
  others: Field[],
  kind: Divider,
  type: NamedType,
): Field[] {
  if ((kind !== 'birth' && kind !== 'former') || isOrganization(text, type)) return others;
  const said = text.split(' ');
  const own = said.slice(said.findIndex((word) => !isTitle(foldText(word))));
  if (own.length < 2) return others;
  return others.flatMap((other) => {
    if (distinctiveWords(other.text) > 1 || isTitleOnly(other.text)) return [other];
    const born = givenNames(own).map((given): Field => ({
      ...other,
      text: `${given.join(' ')} ${other.text}`,
      isUnsure: true,
    }));
    // The former name of a ship may be one word.
    return kind === 'former' && type === 'unknown' ? [...born, other] : born;
  });
}

/** Returns true if a text contains the letters in this order. */
function hasInOrder(text: string, letters: string): boolean {
  let from = 0;
  for (const letter of letters) {
    from = text.indexOf(letter, from) + 1;
    if (from === 0) return false;
  }
  return true;
}

/**
 * Returns true for the first letters of the words outside the brackets, for capitals alone (CTI), and for letters of an
 * organization's name (PEDCO).
 */
function isAcronym(inside: string, outside: string, isCompany: boolean): boolean {
  const letters = inside.replaceAll(/[^\p{L}]/gu, '');
  if (letters.length < 2 || letters.length > 8 || /\s/u.test(inside.trim())) return false;
  const first = new Set(foldedWords(outside).map(([letter]) => letter));
  // In PETROVA (MARKOVIC) Mirjana, each family name is in capitals.
  const isInCapitals =
    letters === letters.toUpperCase() &&
    outside !== outside.toUpperCase() &&
    (isCompany || !outside.split(' ').some((word) => CAPITAL_WORD.test(word)));
  const small = letters.toLowerCase();
  if (isInCapitals || [...small].every((one) => first.has(one))) return true;
  return isCompany && first.has(small[0]!) && hasInOrder(foldedWords(outside).join(''), small);
}

/**
 * Returns a text without the quotation marks around another name, if a word such as a.k.a. comes before it: a.k.a. "Abu
 * Petrov".
 */
function withOpenAliases(text: string): string {
  return text.replace(QUOTED, (whole, inside: string, from: number) => {
    const before = text.slice(0, from);
    const words = placedWords(before);
    const isAlias = DIVIDERS_BETWEEN.endingAt(before, words, words.length - 1) !== undefined;
    return isAlias ? inside : whole;
  });
}

/** Removes a person's nickname in quotation marks. In a company's name, quoted words are part of the name. */
function withoutQuotes(whole: Field, type: NamedType): Field[] {
  const field = { ...whole, text: withOpenAliases(whole.text) };
  const insides = Array.from(field.text.matchAll(QUOTED), ([, inside = '']) => inside);
  if (insides.length === 0 || isOrganization(field.text, type)) return [field];
  const outside = trimmed(field.text.replace(QUOTED, ' '));
  const around = placedWords(outside);
  // In Buque Tanque "Santa Rosa" the quoted words are the ship's name.
  if (SHIP_PREFIXES.at(outside, around, 0)?.span === around.length)
    return [{ ...field, text: field.text.replace(QUOTED, '$1') }];
  if (distinctiveWords(outside) < 2) return [field];
  const others = insides.filter((inside) => distinctiveWords(inside) > 1 || mayBeSingle(inside));
  return [
    without(field, outside, ...insides),
    ...others.flatMap((one) => otherNames({ ...field, leftOut: [outside] }, one, 'alias')),
  ];
}

/** Replaces a joining word in brackets by a mark between parties, and removes one at an end: A (JT) B, A (and B). */
function withOpenJoints(field: Field, type: NamedType): Field {
  const leftOut: string[] = [];
  const text = field.text.replace(BETWEEN_MARKS, (whole, ...found: (string | undefined)[]) => {
    const inside = found.slice(0, 3).find((one) => one !== undefined)!;
    const mark = /^[\s&+/]+/u.exec(inside)?.[0] ?? '';
    if (mark.trim() !== '') return PARTY_MARK + inside.slice(mark.length);
    if (NUMBER_OF_PARTY.test(inside)) return PARTY_MARK;
    const words = placedWords(inside);
    const joint = JOINTS.at(inside, words, 0);
    if (!joint || REMARKS.at(inside, words, 0)) return whole;
    const isWhole = joint.span === words.length;
    // A letter may be an initial or a joining word.
    if (joint.kind === 'name-too') return isWhole ? ` ${inside} ` : whole;
    leftOut.push(inside.slice(0, words[joint.span]?.from));
    return `${PARTY_MARK}${inside.slice(words[joint.span]?.from ?? inside.length)}`;
  });
  if (text === field.text || isOrganization(field.text, type)) return field;
  return without(field, text, ...leftOut);
}

/** Removes text in brackets and quotation marks. It is another name if it contains a word for that. */
export function withoutBrackets(whole: Field, type: NamedType): Field[] {
  const field = { ...whole, text: whole.text.replaceAll(SINGLE_QUOTED, '"$1"') };
  return withoutQuotes(withOpenJoints(field, type), type).flatMap((one) => withoutRound(one, type));
}

export function isOffice(remark: { readonly kind: string } | undefined): boolean {
  return remark?.kind === 'office' || remark?.kind === 'owner';
}

/** Returns owners and directors in brackets: (director: Anna Petrova), not (director of Acme). */
export function holdersIn(field: Field, words: readonly PlacedWord[]): Field[] {
  const span = REMARKS.at(field.text, words, 0)?.span ?? 0;
  const rest = trimmed(field.text.slice(words[span]?.from ?? field.text.length));
  const isParty = distinctiveWords(rest) > 1 && !/^(?:of|at|in|for|de|di)\s/iu.test(rest);
  return isParty ? [{ ...field, text: rest, kind: 'behind' }] : [];
}

/** Each is in brackets: (A) (B). A single one may have the prefix of a ship before it. */
function parties(field: Field, insides: readonly string[]): Field[] {
  if (insides.length === 1)
    return [{ ...field, text: trimmed(field.text.replace(BRACKETS, ' $1 ')) }];
  return insides.slice(0, MOST_PARTIES).map((text) => ({
    ...field,
    text,
    kind: 'part',
    leftOut: insides.filter((other) => other !== text),
  }));
}

/**
 * Returns a name in which the family name of birth, in brackets between the other names, replaces the word next to it:
 * Petrova (Markovic) Mirjana, Mirjana (Markovic) Petrova.
 */
function bornInside({ text }: Field, inside: string, own: Field): Field[] {
  const at = text.indexOf(inside);
  const [front = [], behind = []] = [text.slice(0, at), text.slice(at + inside.length)].map(
    (part) => part.split(BESIDE_WORDS).filter((word) => word !== '' && !isTitle(foldText(word))),
  );
  if (front.length === 0 || behind.length === 0) return [];
  const isGiven = SPELLING_CLASS.has(foldText(own.text));
  return [
    ...(front.length === 1 ? [[own.text, ...behind]] : []),
    ...(behind.length === 1 && !isGiven ? [[...front, own.text]] : []),
  ].map((words) => ({ ...own, text: words.join(' '), isUnsure: true }));
}

/** Returns a person's other name in brackets, or the family name of birth after the name: Anna Bergmann (Petrova). */
function nameIn(inside: string, outside: string, field: Field, type: NamedType): Field[] {
  if (/\d/u.test(inside)) return [];
  const own: Field = { ...field, text: trimmed(inside), kind: 'part', leftOut: [outside] };
  if (isOrganization(outside, type))
    return type === 'unknown' && /\S\s+\S/u.test(inside) && distinctiveWords(inside) > 1
      ? [{ ...own, isUnsure: true, isWholeOnly: true }]
      : [];
  if (distinctiveWords(inside) > 1) return [{ ...own, isUnsure: true }];
  if (!field.text.slice(0, -1).endsWith(inside)) return bornInside(field, inside, own);
  const holder = { ...field, text: outside };
  const born = withBirthName(holder, [own], 'birth', type).filter((one) => one !== own);
  return mayBeSingle(own.text) ? [...born, { ...own, isUnsure: true, isWholeOnly: true }] : born;
}

/** The minimum length: too many organizations share a shorter acronym. */
const SHORTEST_ACRONYM = 3;
/** Returns the acronym in brackets by which a question may name a listed organization: (HTS). */
function acronymIn(inside: string, outside: string, field: Field, type: NamedType): Field[] {
  if (type !== 'organization' || inside.length < SHORTEST_ACRONYM) return [];
  return [
    { ...field, text: inside, kind: 'part', leftOut: [outside], isUnsure: true, isWholeOnly: true },
  ];
}

function withoutRound(field: Field, type: NamedType): Field[] {
  const insides = Array.from(field.text.matchAll(BRACKETS), ([, inside = '']) => inside);
  if (insides.length === 0) return [field];
  const outside = trimmed(field.text.replace(BRACKETS, ' '));
  if (distinctiveWords(outside) === 0 && !isOrganization(field.text, type))
    return parties(field, insides.map(trimmed));
  const others: Field[] = [];
  let isRemark = false;
  let isDivided = false;
  for (const inside of insides) {
    const words = placedWords(inside);
    const phrase = DIVIDERS_BETWEEN.at(inside, words, 0);
    if (phrase) {
      const rest = inside.slice(words[phrase.span]?.from ?? inside.length);
      const holder = { ...field, text: outside };
      others.push(
        ...withBirthName(
          holder,
          otherNames({ ...field, leftOut: [outside] }, rest, phrase.kind),
          phrase.kind,
          type,
        ),
      );
      isRemark = true;
      isDivided = true;
    } else if (isPlaceOnly(inside)) continue;
    else if (isOffice(REMARKS.at(inside, words, 0))) {
      others.push(...holdersIn({ ...field, text: inside, leftOut: [outside] }, words));
      isRemark = true;
    } else if (isAcronym(inside, outside, isOrganization(outside, type))) {
      others.push(...acronymIn(inside, outside, field, type));
      isRemark = true;
    } else if (/\d{3}/u.test(inside) || REMARKS.at(inside, words, 0)) isRemark = true;
    else {
      const names = nameIn(inside, outside, field, type);
      others.push(...names);
      isDivided ||= names.length > 0;
    }
  }
  // Zenith Bank (Ghana) Ltd is not Zenith Bank Ltd.
  const mayGo = isRemark || !(isOrganization(outside, type) || insides.every(isPlaceOnly));
  const whole = without(field, outside, ...insides);
  const rest: Field = isDivided && field.kind === 'removed' ? { ...whole, kind: 'part' } : whole;
  if (mayGo) return [rest, ...others];
  // The list may have a single word without its country, or a company without a person: Havanatur (Cuba), Acme
  // (Petrova).
  const isSingle =
    type === 'unknown' &&
    (others.length > 0 || (insides.every(isPlaceOnly) && distinctiveWords(outside) < 2));
  return [field, ...(isSingle ? [{ ...rest, isUnsure: true, isWholeOnly: true }] : []), ...others];
}
