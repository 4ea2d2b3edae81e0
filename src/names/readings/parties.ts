/** Divides a field with several names. */
import { foldedWords } from '../canonical/fold.ts';
import { distinctiveWords, isOrganization, isPlaceOnly, trimmed, without } from './field.ts';
import type { Field, NamedType } from './field.ts';
import { placedWords, type PlacedWord } from './phrases.ts';
import { isTitle } from './stripped.ts';
import {
  DIVIDERS_BETWEEN,
  FOR_WHOM,
  JOINTS,
  MOST_PARTIES,
  REMARKS,
  SHIP_PREFIXES,
  TITLES_IN_FRONT,
  formsOf,
  type Divider,
} from './tables.ts';

const OPENING = '([{<（［｛＜【〔〖〈《「『';
const CLOSING = ')\\]}>）］｝＞】〕〗〉》」』';
const BRACKETS = new RegExp(`[${OPENING}]([^${OPENING}${CLOSING}]*)[${CLOSING}]?`, 'gu');
/** Matches text between marks, which may be a joint: (JT), "and", /or/. */
const BETWEEN_MARKS = new RegExp(
  `(?:[${OPENING}]([^${OPENING}${CLOSING}]*)[${CLOSING}]|["“”„«»]([^"“”„«»]*)["“”„«»]|(?<=\\s)/([^/]*)/(?=\\s))`,
  'gu',
);
const PARTY_MARK = ' / ';
const NUMBER_OF_PARTY = /^\s*(?:\d{1,2}|i{1,3}|iv|[a-d])\s*$/iu;
/** A nickname in marks that are apostrophes as well. */
const SINGLE_QUOTED = /(?<=^|\s)['‘]((?:[^'‘’]|['’](?=\p{L})){2,})['’](?=$|[\s,])/gu;
const QUOTED = /["“”„«»]([^"“”„«»]{2,})["“”„«»]/gu;

/** Returns other names, of which a field may have several: also known as SBC Holding and Semabank. */
function otherNames(field: Field, text: string, kind: Divider): Field[] {
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

/** Given names with the family name that is behind née, épouse or formerly: Olga Bergmann née Petrova is Olga Petrova. */
function withBirthName({ text }: Field, others: Field[], kind: Divider, type: NamedType): Field[] {
  if ((kind !== 'birth' && kind !== 'former') || isOrganization(text, type)) return others;
  const own = text.split(' ');
  if (own.length < 2) return others;
  return others.map((other) =>
    distinctiveWords(other.text) > 1 || isTitleOnly(other.text)
      ? other
      : { ...other, text: `${own.slice(0, -1).join(' ')} ${other.text}`, isUnsure: true },
  );
}

/** Returns true for the first letters of the words outside the brackets, or for capitals alone: (CTI). */
function isAcronym(inside: string, outside: string): boolean {
  const letters = inside.replaceAll(/[^\p{L}]/gu, '');
  if (letters.length < 2 || letters.length > 8 || /\s/u.test(inside.trim())) return false;
  const first = new Set(foldedWords(outside).map(([letter]) => letter));
  const isInCapitals = letters === letters.toUpperCase() && outside !== outside.toUpperCase();
  return isInCapitals || [...letters.toLowerCase()].every((one) => first.has(one));
}

/** Returns a text without the quotation marks around another name behind a word for it: a.k.a. "Abu Petrov". */
function withOpenAliases(text: string): string {
  return text.replace(QUOTED, (whole, inside: string, from: number) => {
    const before = text.slice(0, from);
    const words = placedWords(before);
    const isAlias = DIVIDERS_BETWEEN.endingAt(before, words, words.length - 1) !== undefined;
    return isAlias ? inside : whole;
  });
}

/** Removes a person's nickname in quotation marks. In a company's name, quoted words are the name. */
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
  const others = insides.filter((inside) => distinctiveWords(inside) > 1);
  return [
    without(field, outside, ...insides),
    ...others.flatMap((one) => otherNames({ ...field, leftOut: [outside] }, one, 'alias')),
  ];
}

/** With a mark between parties for a joint in brackets: A (JT) B, A (and B); without one at an end. */
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
    // A letter is an initial or a word between names.
    if (joint.kind === 'name-too') return isWhole ? ` ${inside} ` : whole;
    leftOut.push(inside.slice(0, words[joint.span]?.from));
    return `${PARTY_MARK}${inside.slice(words[joint.span]?.from ?? inside.length)}`;
  });
  if (text === field.text || isOrganization(field.text, type)) return field;
  return without(field, text, ...leftOut);
}

/** Leaves out text in brackets and quotation marks; it is another name where it contains a word for that. */
export function withoutBrackets(whole: Field, type: NamedType): Field[] {
  const field = { ...whole, text: whole.text.replaceAll(SINGLE_QUOTED, '"$1"') };
  return withoutQuotes(withOpenJoints(field, type), type).flatMap((one) => withoutRound(one, type));
}

function isOffice(remark: { readonly kind: string } | undefined): boolean {
  return remark?.kind === 'office' || remark?.kind === 'owner';
}

/** Returns owners and directors in brackets: (director: Anna Petrova), not (director of Acme). */
function holdersIn(field: Field, words: readonly PlacedWord[]): Field[] {
  const span = REMARKS.at(field.text, words, 0)?.span ?? 0;
  const rest = trimmed(field.text.slice(words[span]?.from ?? field.text.length));
  const isParty = distinctiveWords(rest) > 1 && !/^(?:of|at|in|for|de|di)\s/iu.test(rest);
  return isParty ? [{ ...field, text: rest, kind: 'behind' }] : [];
}

/** Each in brackets: (A) (B); a single one may have the prefix of a ship before it. */
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

/** A person's other name in brackets, or the family name of birth behind the name: Anna Bergmann (Petrova). */
function nameIn(inside: string, outside: string, field: Field, type: NamedType): Field[] {
  if (/\d/u.test(inside)) return [];
  const own: Field = { ...field, text: trimmed(inside), kind: 'part', leftOut: [outside] };
  if (isOrganization(outside, type))
    return type === 'unknown' && /\S\s+\S/u.test(inside) && distinctiveWords(inside) > 1
      ? [{ ...own, isUnsure: true, isWholeOnly: true }]
      : [];
  if (distinctiveWords(inside) > 1) return [{ ...own, isUnsure: true }];
  if (!field.text.slice(0, -1).endsWith(inside)) return [];
  const holder = { ...field, text: outside };
  return withBirthName(holder, [own], 'birth', type).filter((one) => one !== own);
}

function withoutRound(field: Field, type: NamedType): Field[] {
  const insides = Array.from(field.text.matchAll(BRACKETS), ([, inside = '']) => inside);
  if (insides.length === 0) return [field];
  const outside = trimmed(field.text.replace(BRACKETS, ' '));
  if (distinctiveWords(outside) === 0 && !isOrganization(field.text, type))
    return parties(field, insides.map(trimmed));
  const others: Field[] = [];
  let isRemark = false;
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
    } else if (isPlaceOnly(inside)) continue;
    else if (isOffice(REMARKS.at(inside, words, 0))) {
      others.push(...holdersIn({ ...field, text: inside, leftOut: [outside] }, words));
      isRemark = true;
    } else if (/\d{3}/u.test(inside) || REMARKS.at(inside, words, 0) || isAcronym(inside, outside))
      isRemark = true;
    else others.push(...nameIn(inside, outside, field, type));
  }
  // Zenith Bank (Ghana) Ltd is not Zenith Bank Ltd.
  const mayGo = isRemark || !(isOrganization(outside, type) || insides.every(isPlaceOnly));
  return [mayGo ? { ...without(field, outside, ...insides) } : field, ...others];
}

/** Words before a person in a company. */
const ATTENTION = new Set(['attn', 'attention']);
/** Words before the owner of a company: PVH Energy, a subsidiary of Petrovest Holdings. */
const OWNED =
  /^(?:a |an )?(?:wholly )?(?:owned |controlled |subsidiary |affiliate |division |part |belonging |tochter)/iu;
const BEHIND_MARK = /[,;:–-]\s*$/u;
const NEE = /(?<!\p{L})n(?:é|e\u0301)(?!\p{L})/giu;

/** Returns the owner or director behind a mark and a company's name: Bergmann Motors, proprietor Anna Petrova. */
function ownersFrom(
  field: Field,
  text: string,
  words: readonly PlacedWord[],
  at: number,
  isCompany: boolean,
): Field[] {
  const { from } = words[at]!;
  const before = text.slice(0, from);
  const isMarked = BEHIND_MARK.test(before);
  if (!isMarked && !/\s$/u.test(before)) return [];
  const office = REMARKS.at(text, words, at);
  if (
    !isOffice(office) ||
    !(office?.kind === 'owner' ? isMarked || isCompany : isMarked && isCompany)
  )
    return [];
  const said = { ...field, text: text.slice(from), leftOut: [trimmed(text.slice(0, from))] };
  return holdersIn(said, placedWords(said.text));
}

/**
 * Returns true if a word such as `for` can name the purpose of the organization before it: a foundation for children
 * acts for no person.
 */
export function isPurpose(text: string, words: readonly PlacedWord[], at: number): boolean {
  const { from, to, key } = words[at]!;
  return text[to] !== '/' && !ATTENTION.has(key) && !OWNED.test(text.slice(from));
}

/** Whose an estate or a trust is: Anna Petrova's estate, The Petrov Family Trust. */
export const OWNER_OF = new RegExp(
  String.raw`^(?:the\s)?(.+?)(?:['’]s\s${formsOf('estate')}|\s(?:${formsOf('trust')}\s)+${formsOf('estate')})(?!\p{L})`,
  'iu',
);

/** Returns the names before and behind a word such as alias or care of. */
export function divided(field: Field, type: NamedType): Field[] {
  const isCompany = isOrganization(field.text, type);
  // In Malaysia and Singapore, Lim Ah Kow @ Tan Bee is a person with two names.
  const text = isCompany
    ? field.text
    : field.text.replaceAll(/\s[@=~]\s?/gu, ' alias ').replaceAll(NEE, 'nee');
  const words = placedWords(text);
  const first = DIVIDERS_BETWEEN.at(text, words, 0);
  const whom = FOR_WHOM.at(text, words, 0) ?? (first?.kind === 'behind' ? first : undefined);
  if (whom && words.length > whom.span && type !== 'organization') {
    const from = words[whom.span]!.from;
    const rest: Field = without(field, text.slice(from), text.slice(0, from));
    return divided({ ...rest, kind: 'behind' }, type);
  }
  const owner = OWNER_OF.exec(text)?.[1];
  if (owner !== undefined && distinctiveWords(owner) > 1)
    return [field, { ...field, text: trimmed(owner), kind: 'behind' }];
  for (let at = 1; at + 1 < words.length; at++) {
    const found = DIVIDERS_BETWEEN.at(text, words, at);
    const holders = found ? [] : ownersFrom(field, text, words, at, isCompany);
    if (holders.length > 0) return [field, ...holders];
    if (!found || at + found.span >= words.length) continue;
    const left = trimmed(text.slice(0, words[at]!.from));
    const right = text.slice(words[at + found.span]!.from);
    const isCompanyLeft = distinctiveWords(left) < 2 || isOrganization(left, type);
    if (found.kind === 'birth' && isCompany) continue;
    const isOwned = OWNED.test(text.slice(words[at]!.from));
    // The 33rd Division of the Army has this name.
    if (isOwned && !BEHIND_MARK.test(text.slice(0, words[at]!.from))) continue;
    const mayBePurpose = found.kind === 'behind' && isPurpose(text, words, at);
    if (mayBePurpose && isCompany && isCompanyLeft) continue;
    if (distinctiveWords(left) === 0) continue;
    const said = text.slice(words[at]!.from);
    const holder: Field = {
      ...without(field, left, said),
      kind: field.kind === 'removed' ? 'part' : field.kind,
    };
    const others = otherNames({ ...field, leftOut: [left] }, right, found.kind);
    return [
      holder,
      ...withBirthName(holder, others, found.kind, type).flatMap((other) =>
        found.kind === 'behind' ? [other] : divided(other, type),
      ),
    ].slice(0, MOST_PARTIES + 2);
  }
  return [field];
}
