/** A field with several names, divided into them. */
import { foldedWords } from '../canonical/fold.ts';
import { distinctiveWords, isOrganization, isPlaceOnly, trimmed, without } from './field.ts';
import type { Field, NamedType } from './field.ts';
import { placedWords, type PlacedWord } from './phrases.ts';
import { DIVIDERS_BETWEEN, FOR_WHOM, JOINTS, LANGUAGES, REMARKS, type Divider } from './tables.ts';

/** Parties of a field that are read. */
const MOST_PARTIES = 4;
const BRACKETS = /[([（【]([^()[\]（）【】]*)[)\]）】]?/gu;
/** Between the names of several parties, or of one party in two languages. */
const JOINT_MARK = /\s*&\s*|(?<=\p{L}{3})\s*\/\s*(?=\p{L}{2})/gu;
const HARD_MARK = /\s\/\s|\/\/|;|\s\+\s|\s\|\s|\r?\n/u;

/** Other names, of which there may be several: also known as SBC Holding and Semabank. */
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

/** Letters that begin the words outside, or capitals alone: (CTI). */
function isAcronym(inside: string, outside: string): boolean {
  const letters = inside.replaceAll(/[^\p{L}]/gu, '');
  if (letters.length < 2 || letters.length > 8 || /\s/u.test(inside.trim())) return false;
  const first = new Set(foldedWords(outside).map(([letter]) => letter));
  const isInCapitals = letters === letters.toUpperCase() && outside !== outside.toUpperCase();
  return isInCapitals || [...letters.toLowerCase()].every((one) => first.has(one));
}

/** Leaves out text in brackets; it is another name where it says so. */
export function withoutBrackets(field: Field, type: NamedType): Field[] {
  const insides = Array.from(field.text.matchAll(BRACKETS), ([, inside = '']) => inside);
  if (insides.length === 0) return [field];
  const outside = trimmed(field.text.replace(BRACKETS, ' '));
  if (outside === '') return [field];
  const others: Field[] = [];
  let isRemark = false;
  for (const inside of insides) {
    const words = placedWords(inside);
    const phrase = DIVIDERS_BETWEEN.at(inside, words, 0);
    if (phrase) {
      const rest = inside.slice(words[phrase.span]?.from ?? inside.length);
      others.push(...otherNames({ ...field, leftOut: [outside] }, rest, phrase.kind));
      isRemark = true;
    } else if (isPlaceOnly(inside)) continue;
    else if (/\d{4}/u.test(inside) || REMARKS.at(inside, words, 0) || isAcronym(inside, outside))
      isRemark = true;
  }
  // Zenith Bank (Ghana) Ltd is not Zenith Bank Ltd.
  const mayGo = isRemark || !(isOrganization(outside, type) || insides.every(isPlaceOnly));
  return [mayGo ? { ...without(field, outside, ...insides) } : field, ...others];
}

/** Names before and behind a word such as alias or care of. */
export function divided(field: Field, type: NamedType): Field[] {
  const isCompany = isOrganization(field.text, type);
  // Lim Ah Kow @ Tan Bee: a person's other name in Malaysia and Singapore.
  const text = isCompany ? field.text : field.text.replaceAll(' @ ', ' alias ');
  const words = placedWords(text);
  const whom = FOR_WHOM.at(text, words, 0);
  if (whom && words.length > whom.span && type !== 'organization') {
    const from = words[whom.span]!.from;
    return [{ ...without(field, text.slice(from), text.slice(0, from)), kind: 'behind' }];
  }
  for (let at = 1; at + 1 < words.length; at++) {
    const found = DIVIDERS_BETWEEN.at(text, words, at);
    if (!found || at + found.span >= words.length) continue;
    const left = trimmed(text.slice(0, words[at]!.from));
    const right = text.slice(words[at + found.span]!.from);
    // A foundation for children has no one behind it.
    const isSlashed = text[words[at]!.to] === '/';
    if (found.kind === 'behind' && !isSlashed && isOrganization(text, type)) continue;
    if (distinctiveWords(left) === 0) continue;
    const said = text.slice(words[at]!.from);
    const holder: Field = {
      ...without(field, left, said),
      kind: field.kind === 'removed' ? 'part' : field.kind,
    };
    return [
      holder,
      ...otherNames({ ...field, leftOut: [left] }, right, found.kind).flatMap((other) =>
        found.kind === 'behind' ? [other] : divided(other, type),
      ),
    ].slice(0, MOST_PARTIES + 2);
  }
  return [field];
}

/** A language and a colon before a name in it. */
export function withoutLanguage(field: Field): Field {
  const words = placedWords(field.text);
  const [first] = words;
  if (!first || words.length < 2 || field.text[first.to] !== ':') return field;
  if (!LANGUAGES.at(field.text, words, 0)) return field;
  return without(field, field.text.slice(words[1]!.from), first.key);
}

function partsAt(text: string, words: readonly PlacedWord[]): string[] {
  const parts: string[] = [];
  let from = 0;
  words.forEach((word, i) => {
    const joint = i > 0 && i + 1 < words.length ? JOINTS.at(text, words, i) : undefined;
    if (!joint || i + joint.span >= words.length) return;
    parts.push(text.slice(from, word.from));
    from = words[i + joint.span]!.from;
  });
  return [...parts, text.slice(from)];
}

/** The names of joint holders who share the family name: Igor and Olga Petrova. */
function shared(parts: readonly string[]): string[] | undefined {
  if (parts.length !== 2) return undefined;
  const [first, second] = parts.map((part) => part.split(' '));
  if (first!.length !== 1 || second!.length < 2 || second!.at(-1)!.length < 2) return undefined;
  return [`${first![0]} ${second!.at(-1)}`, parts[1]!];
}

function parties(field: Field, parts: readonly string[]): Field[] {
  return parts.slice(0, MOST_PARTIES).map((text, i) => ({
    text,
    kind: field.kind === 'removed' ? 'part' : field.kind,
    leftOut: [...field.leftOut, ...parts.filter((_, other) => other !== i)],
  }));
}

/** Each of the parties of a field; nothing is divided inside an organization's name. */
export function jointParties(field: Field, type: NamedType): Field[] {
  const { text } = field;
  const isCompany = isOrganization(text, type);
  const hard = text
    .split(HARD_MARK)
    .map(trimmed)
    .filter((one) => one !== '');
  if (
    hard.length > 1 &&
    hard.every((part) => distinctiveWords(part) > 0) &&
    hard.some((part) => distinctiveWords(part) > 1)
  )
    return parties(field, hard);
  if (isCompany || type === 'person') return [field];
  const spoken = text.replace(/\band\s*\/\s*or\b/giu, 'and').replace(JOINT_MARK, ' and ');
  const parts = partsAt(spoken, placedWords(spoken)).map(trimmed);
  if (parts.length < 2 || parts.some((part) => distinctiveWords(part) === 0)) return [field];
  if (parts.every((part) => distinctiveWords(part) > 1)) return parties(field, parts);
  const names = shared(parts);
  return names
    ? parties(field, names).map((one, i) => (i === 0 ? { ...one, isUnsure: true } : one))
    : [field];
}
