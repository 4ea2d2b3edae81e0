/** Skips the reading rules for names that have only one reading. */
import { foldedWords } from '../canonical/fold.ts';
import { mayBeginLegalForm } from '../words/legal-forms.ts';
import { PLACE_WORDS } from '../words/word-classes.ts';
import { acronymIn } from './acronym.ts';
import { CODE, partiesBeside, withoutCity, withoutEndsLikeCompanies } from './beside.ts';
import { mayBeDeclined } from './cases.ts';
import { mayHaveCutOffEnd } from './cut-off.ts';
import { isOrganization, isTitled, type Field, type NamedType } from './field.ts';
import { APOSTROPHE, classesIn, FOREIGN, hasNumber, mayBeMarked, mayDivide } from './marks.ts';
import { isPurpose, OWNER_ALONE, OWNER_OF } from './divided.ts';
import { partiesLikeCompany } from './joint.ts';
import { isOneWordWithForm, isRepeated, withOpenInitials } from './one-word.ts';
import { FEWEST_LETTERS, mayBeJoined } from './spaced.ts';
import { mayHaveUnknown, namesBeforeStreet } from './unknown-words.ts';
import { placedWords, type PlacedWord } from './phrases.ts';
import { BOX, isPoliteBefore } from './stripped.ts';
import {
  BESIDE_COMPANY,
  DIVIDERS_BETWEEN,
  ENDS,
  FATHERS,
  FILLERS,
  FOR_WHOM,
  HUSBANDS,
  JOINTS,
  LABELS,
  REMARKS,
  SHIP_PREFIXES,
  SHORT_FORMS,
  TITLES_BEHIND,
  TITLES_IN_FRONT,
  WHERE,
  WORDS_OF_RULES,
} from './tables.ts';
import {
  ADDRESS,
  ANY,
  BESIDE,
  CITY,
  COMPANY_WORD,
  FORM,
  PERSON,
  PLACE,
  TITLE,
  bitsAt,
  isOfCompany,
} from './word-bits.ts';
import { COMPANY } from './written.ts';

/** The short form of street after a name. */
const STREET = 'st';
const ASCII = /^[\x20-\x7e]*$/;
const NUMERAL = /\s[ivx]$/i;

/** Returns true if a remark is also a remark of companies. */
function isRemark(remark: { readonly kind: string } | undefined): boolean {
  return (remark?.kind ?? 'person') !== 'person';
}

/** Returns true if a label needs no mark. */
function isLabel(label: { readonly kind: string } | undefined): boolean {
  return label?.kind === 'label' || label?.kind === 'name-too';
}

/** Returns true if `count` words may be two distinctive words. One word in another script may be several syllables. */
function mayBeTwo(count: number, text: string): boolean {
  return count > 1 || (count === 1 && !ASCII.test(text));
}

/** Returns true if words next to a joining word may be a person's name. */
function mayBePerson(words: readonly string[], text: string): boolean {
  return mayBeTwo(words.length, text) && !words.some(isOfCompany);
}

/** A text whose words are checked one by one. */
class Look {
  readonly #text: string;
  readonly #type: NamedType;
  readonly #placed: readonly PlacedWord[];
  readonly #isCompany: boolean;

  /** @param isCompany true if words mark the text as an organization's name */
  constructor(text: string, type: NamedType, isCompany: boolean) {
    this.#text = text;
    this.#type = type;
    this.#placed = placedWords(text);
    this.#isCompany = isCompany;
  }

  #isSpaceBefore(at: number): boolean {
    return at === 0 || /\s$/u.test(this.#text.slice(0, this.#placed[at]!.from));
  }

  #isSpaceBehind(at: number): boolean {
    return /^\s/u.test(this.#text.slice(this.#placed[at]!.to));
  }

  #isSpaceBetween(at: number): boolean {
    const word = this.#placed[at];
    return word !== undefined && /\s/u.test(this.#text.slice(this.#placed[at - 1]!.to, word.from));
  }

  /** Returns true if the expression of a rule may match because of a word. */
  #isOfRule(at: number): boolean {
    const rule = WORDS_OF_RULES.at(this.#text, this.#placed, at)?.kind;
    if (rule !== 'estate' && rule !== 'trust') return rule !== undefined;
    return OWNER_OF.test(this.#text) || (this.#type === 'unknown' && OWNER_ALONE.test(this.#text));
  }

  /** Returns true if a word may divide the name. In the name of an organization, `for` names its purpose. */
  #mayDivide(at: number): boolean {
    const [text, placed] = [this.#text, this.#placed];
    const divider = DIVIDERS_BETWEEN.at(text, placed, at);
    if (divider?.kind !== 'behind' || !this.#isCompany) return divider !== undefined;
    const isAtEnd = at === 0 || at + divider.span === placed.length;
    return (
      isAtEnd ||
      !isPurpose(text, placed, at) ||
      mayBeginLegalForm(placed[at - 1]!.key) ||
      !placed.slice(0, at).some(({ key }) => isOfCompany(key))
    );
  }

  /** Returns true if a phrase that begins at a word may give readings to any kind of name. */
  isForAny(at: number): boolean {
    const [text, placed] = [this.#text, this.#placed];
    const last = placed.length;
    if (this.#isOfRule(at) || this.#mayDivide(at)) return true;
    if (at === 0 && (FOR_WHOM.at(text, placed, 0) || isLabel(LABELS.at(text, placed, 0))))
      return true;
    const isApart = at > 0 && /[\s,;:–-]/u.test(text.slice(placed[at - 1]!.to, placed[at]!.from));
    if ((isApart || at === 0) && isRemark(REMARKS.at(text, placed, at))) return true;
    const filler = FILLERS.at(text, placed, at);
    const isAlone = filler?.kind !== 'alone' || filler.span + 1 === last;
    if (filler && isAlone && (filler.kind === 'filler' || this.#type === 'unknown')) return true;
    if (this.#type !== 'unknown' && this.#type !== 'vessel') return false;
    const prefix = SHIP_PREFIXES.at(text, placed, at);
    return prefix !== undefined && (at === 0 || at + prefix.span === last);
  }

  /** Returns true if there may be a person on one side of a word, and a company on the other. */
  isBeside(at: number): boolean {
    const [text, placed] = [this.#text, this.#placed];
    const span = BESIDE_COMPANY.at(text, placed, at)?.span;
    if (span === undefined || at === 0 || at + span === placed.length) return false;
    if (!this.#isSpaceBefore(at) || !this.#isSpaceBehind(at + span - 1)) return false;
    const words = placed.map(({ key }) => key);
    return mayBePerson(words.slice(0, at), text) || mayBePerson(words.slice(at + span), text);
  }

  /** Returns true if a phrase that begins at a word may give readings to a person's name. */
  isForPerson(at: number, isInFront: boolean): boolean {
    const [text, placed] = [this.#text, this.#placed];
    const last = placed.length;
    const title = isInFront ? TITLES_IN_FRONT.at(text, placed, at) : undefined;
    // Ba in Ba'asyir is not a title.
    const front = title && this.#isSpaceBetween(at + title.span) ? title : undefined;
    if (front?.kind === 'sure' || (front && mayBeTwo(last - at - front.span, text))) return true;
    const given = front?.kind === 'polite' ? placed.slice(at + front.span) : [];
    const words = given.map(({ key }) => key);
    if (this.#type === 'unknown' && isPoliteBefore(front?.kind, words)) return true;
    if (REMARKS.at(text, placed, at)?.kind === 'person') return true;
    const degree = TITLES_BEHIND.at(text, placed, at);
    if (degree && at + degree.span === last) return true;
    if (this.#isSpaceBefore(at) && SHORT_FORMS.at(text, placed, at)) return true;
    const husband = at > 0 && mayBeTwo(last - 2, text) ? HUSBANDS.at(text, placed, at) : undefined;
    const name = placed[at + (husband?.span ?? 0)];
    if (husband && name && /^\s*(?:,|$)/u.test(text.slice(name.to))) return true;
    if (at > 1 && FATHERS.at(text, placed, at)) return true;
    const isAsked = this.#type === 'unknown' && at > 1;
    const isPlace = isAsked && at + 1 < last && WHERE.at(text, placed, at) !== undefined;
    const end = isAsked ? ENDS.at(text, placed, at) : undefined;
    const behind = end ? placed[at + end.span] : undefined;
    const isCode = behind !== undefined && at + end!.span + 1 === last && CODE.test(behind.key);
    if (isPlace || (end && (behind === undefined || isCode))) return true;
    const joint = JOINTS.at(text, placed, at);
    if (!joint) return false;
    const isAtEnd = at === 0 || at + joint.span === last;
    if (joint.kind === 'joint') return isAtEnd || this.#type === 'unknown';
    if (this.#type !== 'unknown' || isAtEnd || !this.#isSpaceBefore(at)) return false;
    return this.#isSpaceBehind(at + joint.span - 1);
  }
}

/** Returns true if a word may come before a short form (Handelsgesellschaft mbH). */
function isCompanyWord(word: string): boolean {
  return word.length > COMPANY.length && (word.endsWith(COMPANY) || word.endsWith(`${COMPANY}s`));
}

/** Returns true if words alone mark a text as an organization's name. */
function isMarkedCompany(words: readonly string[], type: NamedType, bits: number): boolean {
  return (
    type === 'unknown' &&
    (bits & COMPANY_WORD) > 0 &&
    !words.includes('son') &&
    !TITLES_IN_FRONT.mayBegin(words[0] ?? '')
  );
}

/** Returns true if words after a person may be those of a company. */
function mayEndLikeCompany(text: string, words: readonly string[]): boolean {
  const last = words.at(-1) ?? '';
  if (words.length < 4 || !(last.length === 2 || isOfCompany(last))) return false;
  const field: Field = { text, kind: 'removed', leftOut: [] };
  return withoutEndsLikeCompanies(field) !== field;
}

/**
 * Returns false only for a text without readings. Checks each character and each word once, and checks words that begin
 * a phrase of a table more closely.
 */
export function mayHaveReadings(text: string, type: NamedType): boolean {
  const classes = classesIn(text);
  if (classes > 0 && mayBeMarked(text, classes)) return true;
  const isAscii = (classes & FOREIGN) === 0;
  const words = isAscii ? foldedWords(text) : placedWords(text).map(({ key }) => key);
  if (words.at(-1)?.length === 1 && NUMERAL.test(text)) return true;
  if ((type === 'unknown' || type === 'organization') && isOneWordWithForm(words)) return true;
  if (type === 'unknown' && words.length === 2 && withOpenInitials(text) !== undefined) return true;
  if (type === 'unknown' && (isRepeated(words) || acronymIn(words) !== undefined)) return true;
  if (type === 'unknown' && (mayHaveUnknown(text, words) || mayBeJoined(text))) return true;
  let bits = 0;
  let letters = 0;
  let isInFront = true;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    letters = word.length === 1 ? letters + 1 : 0;
    if (word === BOX || isCompanyWord(word) || letters === FEWEST_LETTERS) return true;
    const own = bitsAt(words, at, isInFront);
    bits |= own;
    isInFront &&= (own & TITLE) > 0;
  }
  const mayBeAddress = (bits & ADDRESS) > 0 || words.at(-1) === STREET;
  if (mayBeAddress && hasNumber(text, classes)) return true;
  if (type === 'unknown' && mayEndLikeCompany(text, words)) return true;
  const isCompany = isMarkedCompany(words, type, bits);
  const isAsked = type === 'unknown';
  const isCut =
    isAsked && mayHaveCutOffEnd(text, words.at(-1), (bits & COMPANY_WORD) > 0, (bits & FORM) > 0);
  if (isCut || (isAsked && mayBeDeclined(text))) return true;
  const whole: Field = { text, kind: 'removed', leftOut: [] };
  if (isAsked && (bits & CITY) > 0 && withoutCity(whole) !== whole) return true;
  const mayBeStreet = isAsked && !isCompany && (bits & ADDRESS) > 0;
  if (mayBeStreet && namesBeforeStreet(text).length > 0) return true;
  let isPersonal = isAsked && words.length > 2 && PLACE_WORDS.has(words.at(-1)!);
  let isBeside =
    isAsked &&
    text.includes(' & ') &&
    text.split(' & ').some((side) => mayBePerson(foldedWords(side), text));
  if ((bits & (ANY | BESIDE | (isCompany ? 0 : PERSON))) > 0) {
    const look = new Look(text, type, isCompany);
    isInFront = true;
    for (let at = 0; at < words.length; at++) {
      const own = bitsAt(words, at, isInFront);
      if ((own & ANY) > 0 && look.isForAny(at)) return true;
      isPersonal ||= !isCompany && (own & PERSON) > 0 && look.isForPerson(at, isInFront);
      isBeside ||= isAsked && (own & BESIDE) > 0 && look.isBeside(at);
      isInFront &&= (own & TITLE) > 0;
    }
  }
  const mayBeDivided = (classes & ~APOSTROPHE) > 0 && mayDivide(text, type, (bits & PLACE) > 0);
  if (!isPersonal && !mayBeDivided && !isBeside) return false;
  if (!isCompany && !isOrganization(text, type)) return isPersonal || mayBeDivided;
  if (isAsked && TITLES_IN_FRONT.mayBegin(words[0] ?? '') && isTitled(text)) return true;
  if (!isAsked) return false;
  if (partiesLikeCompany(whole).length > 0) return true;
  return (isBeside || mayBeDivided) && partiesBeside(whole).length > 0;
}
