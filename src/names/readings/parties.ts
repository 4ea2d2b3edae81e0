/** A field with several names, divided into them. */
import { foldedWords } from '../canonical/fold.ts';
import { distinctiveWords, isOrganization, isPlaceOnly, trimmed, without } from './field.ts';
import type { Field, NamedType } from './field.ts';
import { placedWords, type PlacedWord } from './phrases.ts';
import { hasAddressWord, withoutRemarks } from './stripped.ts';
import { DIVIDERS_BETWEEN, FOR_WHOM, JOINTS, LANGUAGES, REMARKS, type Divider } from './tables.ts';

/** Parties of a field that are read. */
const MOST_PARTIES = 4;
const BRACKETS = /[([（【]([^()[\]（）【】]*)[)\]）】]?/gu;
/** Between the names of several parties, or of one party in two languages. */
const JOINT_MARK = /\s*&\s*|(?<=\p{L}{3})\s*\/\s*(?=\p{L}{2})/gu;
const HARD_MARK = /\s\/\s|\/\/|;|\s\+\s|\s\|\s|\s\\\s|\r?\n/u;
/** Between parties, and between a family name and given names, or a name and what is said of it. */
const SOFT_MARK = /,\s+|\s-{1,2}\s|\s–\s/u;
const SPOKEN_AND = /\s(?:and|und|et|&|\+)\s/iu;
const QUOTED = /["“”„«»]([^"“”„«»]{2,})["“”„«»]/gu;

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

/** Given names with the family name that stands behind née, épouse or formerly: Olga Bergmann née Petrova is Olga Petrova. */
function withBirthName({ text }: Field, others: Field[], kind: Divider, type: NamedType): Field[] {
  if ((kind !== 'birth' && kind !== 'former') || isOrganization(text, type)) return others;
  const own = text.split(' ');
  if (own.length < 2) return others;
  return others.map((other) =>
    distinctiveWords(other.text) > 1
      ? other
      : { ...other, text: `${own.slice(0, -1).join(' ')} ${other.text}`, isUnsure: true },
  );
}

/** Letters that begin the words outside, or capitals alone: (CTI). */
function isAcronym(inside: string, outside: string): boolean {
  const letters = inside.replaceAll(/[^\p{L}]/gu, '');
  if (letters.length < 2 || letters.length > 8 || /\s/u.test(inside.trim())) return false;
  const first = new Set(foldedWords(outside).map(([letter]) => letter));
  const isInCapitals = letters === letters.toUpperCase() && outside !== outside.toUpperCase();
  return isInCapitals || [...letters.toLowerCase()].every((one) => first.has(one));
}

/** A person's nickname in quotation marks; what is quoted in a company's name is its name. */
function withoutQuotes(field: Field, type: NamedType): Field[] {
  const insides = Array.from(field.text.matchAll(QUOTED), ([, inside = '']) => inside);
  if (insides.length === 0 || isOrganization(field.text, type)) return [field];
  const outside = trimmed(field.text.replace(QUOTED, ' '));
  if (distinctiveWords(outside) < 2) return [field];
  const others = insides.filter((inside) => distinctiveWords(inside) > 1);
  return [
    without(field, outside, ...insides),
    ...others.flatMap((one) => otherNames({ ...field, leftOut: [outside] }, one, 'alias')),
  ];
}

/** Leaves out text in brackets and quotation marks; it is another name where it says so. */
export function withoutBrackets(field: Field, type: NamedType): Field[] {
  return withoutQuotes(field, type).flatMap((one) => withoutRound(one, type));
}

/** Who is an owner or a director in brackets: (director: Anna Petrova), not (director of Acme). */
function holdersIn(field: Field, words: readonly PlacedWord[]): Field[] {
  const span = REMARKS.at(field.text, words, 0)?.span ?? 0;
  const rest = trimmed(field.text.slice(words[span]?.from ?? field.text.length));
  const isParty = distinctiveWords(rest) > 1 && !/^(?:of|at|in|for|de|di)\s/iu.test(rest);
  return isParty ? [{ ...field, text: rest, kind: 'behind' }] : [];
}

function withoutRound(field: Field, type: NamedType): Field[] {
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
    else if (REMARKS.at(inside, words, 0)?.kind === 'office') {
      others.push(...holdersIn({ ...field, text: inside, leftOut: [outside] }, words));
      isRemark = true;
    } else if (/\d{3}/u.test(inside) || REMARKS.at(inside, words, 0) || isAcronym(inside, outside))
      isRemark = true;
  }
  // Zenith Bank (Ghana) Ltd is not Zenith Bank Ltd.
  const mayGo = isRemark || !(isOrganization(outside, type) || insides.every(isPlaceOnly));
  return [mayGo ? { ...without(field, outside, ...insides) } : field, ...others];
}

/** Before a person in a company. */
const ATTENTION = new Set(['attn', 'attention']);
const NEE = /(?<!\p{L})n(?:é|e\u0301)(?!\p{L})/giu;

/** Names before and behind a word such as alias or care of. */
export function divided(field: Field, type: NamedType): Field[] {
  const isCompany = isOrganization(field.text, type);
  // Lim Ah Kow @ Tan Bee: a person's other name in Malaysia and Singapore.
  const text = isCompany
    ? field.text
    : field.text.replaceAll(/ [@=~] /gu, ' alias ').replaceAll(NEE, 'nee');
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
    const isCompanyLeft = distinctiveWords(left) < 2 || isOrganization(left, type);
    if (found.kind === 'birth' && isCompany) continue;
    const isForWhom = found.kind === 'behind' && !isSlashed && !ATTENTION.has(words[at]!.key);
    if (isForWhom && isCompany && isCompanyLeft) continue;
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

/** A language and a colon before a name in it. */
export function withoutLanguage(field: Field): Field {
  const words = placedWords(field.text);
  const [first] = words;
  if (!first || words.length < 2 || field.text[first.to] !== ':') return field;
  if (!LANGUAGES.at(field.text, words, 0)) return field;
  return without(field, field.text.slice(words[1]!.from), first.key);
}

/** The joint at a word; one that is a word of names as well has spaces around it: not the O of P.O. Box. */
function jointAt(text: string, words: readonly PlacedWord[], at: number) {
  const joint = JOINTS.at(text, words, at);
  const last = words[at + (joint?.span ?? 1) - 1]!;
  return joint?.kind === 'name-too' && !/^\s/u.test(text.slice(last.to)) ? undefined : joint;
}

type Parts = { texts: string[]; isUnsure: boolean };

function partsAt(text: string, words: readonly PlacedWord[]): Parts {
  const parts: string[] = [];
  let from = 0;
  let isUnsure = false;
  for (let at = 1; at + 1 < words.length;) {
    const joint = jointAt(text, words, at);
    if (joint && at + joint.span < words.length) {
      if (joint.kind === 'name-too') isUnsure = true;
      parts.push(text.slice(from, words[at]!.from));
      from = words[at + joint.span]!.from;
    }
    at += joint?.span ?? 1;
  }
  return { texts: [...parts, text.slice(from)].map(trimmed), isUnsure };
}

/** The names of joint holders who share the family name: Igor and Olga Petrova. */
function shared(parts: readonly string[]): string[] | undefined {
  if (parts.length !== 2) return undefined;
  const [first, second] = parts.map((part) => part.split(' '));
  if (first!.length === 1 && second!.length >= 2 && second!.at(-1)!.length >= 2)
    return [`${first![0]} ${second!.at(-1)}`, parts[1]!];
  if (first!.length >= 2 && second!.length === 1 && first!.at(-1)!.length >= 2)
    return [parts[0]!, `${second![0]} ${first!.at(-1)}`];
  return undefined;
}

/** Parties between commas or dashes, each of two names or more; undefined where it is one name and what is said of it. */
function partsAtMarks(text: string): string[] | undefined {
  const parts = text.split(SOFT_MARK).map(trimmed);
  const areNames = parts.every((part) => {
    const isAbout = /\d/u.test(part) || isPlaceOnly(part) || hasAddressWord(part);
    return part.includes(' ') && distinctiveWords(part) > 1 && !isAbout;
  });
  return parts.length > 1 && areNames ? parts : undefined;
}

function parties(field: Field, parts: readonly string[]): Field[] {
  return parts.slice(0, MOST_PARTIES).map((text, i) => ({
    text,
    kind: field.kind === 'removed' ? 'part' : field.kind,
    leftOut: [...field.leftOut, ...parts.filter((_, other) => other !== i)],
  }));
}

/** Each of the parties of a field; nothing is divided inside an organization's name. */
export function jointParties(whole: Field, type: NamedType): Field[] {
  const isCompany = isOrganization(whole.text, type);
  const field = isCompany ? whole : withoutRemarks(whole);
  const { text } = field;
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
  const [name = '', place = ''] = hard;
  if (hard.length === 2 && isPlaceOnly(place) && !isPlaceOnly(name))
    return [without(field, name, place)];
  if (isCompany || type === 'person') return [field];
  const spoken = text.replace(/\band\s*\/\s*or\b/giu, 'and').replace(JOINT_MARK, ' and ');
  const { texts: parts, isUnsure } = partsAt(spoken, placedWords(spoken));
  if (parts.length < 2) {
    const marked = partsAtMarks(text);
    if (!marked) return [field];
    // A family name and given names, or two people.
    const isOnePerson = marked.length === 2 && marked.every((part) => part.split(' ').length === 2);
    const all = unsure(parties(field, marked));
    return [field, ...(isOnePerson ? all.map((one) => ({ ...one, isWholeOnly: true })) : all)];
  }
  if (parts.some((part) => distinctiveWords(part) === 0)) return [field];
  if (parts.every((part) => distinctiveWords(part) > 1)) {
    const all = parts.flatMap((part) => partsAtMarks(part) ?? [part]);
    return isUnsure ? [field, ...unsure(parties(field, all))] : parties(field, all);
  }
  const names = SPOKEN_AND.test(` ${text} `) ? shared(parts) : undefined;
  if (!names) return [field];
  return parties(field, names).map((one) =>
    parts.includes(one.text) ? one : { ...one, isUnsure: true },
  );
}

function unsure(fields: readonly Field[]): Field[] {
  return fields.map((one) => ({ ...one, isUnsure: true }));
}
