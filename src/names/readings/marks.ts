/** Finds marks, digits and letters that may give a name readings. Checks each character once. */
import { foldedWords } from '../canonical/fold.ts';
import { GENERIC_WORDS, PLACE_WORDS } from '../words/word-classes.ts';
import type { Field, NamedType } from './field.ts';
import { FAMILY_IN_CAPITALS, mayBeSingleParties } from './joint.ts';
import { BIRTH, NUMBER_INSIDE, REFERENCE } from './published.ts';
import { withOfficer, withOpenSigns } from './signs.ts';
import { MIDDLE_LETTER } from './stripped.ts';
import { ADDRESS_WORDS, GLUED_BEHIND, GLUED_FRONT } from './tables.ts';
import { beginsWithPlace, mayHaveTypedSign } from './written.ts';

/** Marks that may divide a field of any kind. */
const MARKS = /[()[{<（［｛＜【〔〖〈《「『;；、•→*·/+|:：@%\n"“”„«»=~\\]/;
const DASH = /\s(?:--?|[–—])\s|->/;
const SINGLE_QUOTES = /(?:^|\s)['‘].*['’](?:$|[\s,])/;
const ADDRESS_OF_WEB = /www\./i;
const LETTERS = /[\p{Script=Thai}\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}]/u;
const ASIAN_COMPANY =
  /^\p{Script=Han}{2,3}?[市省]\p{Script=Han}{2}|公司|集团|集團|会社|會社|회사|\(주\)|㈜|㈱|\(株\)/u;
/** Matches the number of a voyage or a party, and a number after a mark. */
const MARKED_NUMBER =
  /\bv(?:oy(?:age)?)?[\s.:#-]*\d|(?<!\d)(?:\d{7}|\d{9})$|[\s,;/(-]bl.*\d|(?:^|\s)\d[.)]|(?:[,，]|\s[-–]).*\d/iu;

/** Bits for classes of characters that are neither ASCII letters nor spaces. */
const HYPHEN = 1;
export const APOSTROPHE = 2;
const COMMA = 4;
const STOP = 8;
const DIGIT = 16;
const MARK = 32;
export const FOREIGN = 64;
const CLASSES = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/[a-z ]/i.test(char)) return 0;
  if (/\d/.test(char)) return DIGIT;
  return { '-': HYPHEN, "'": APOSTROPHE, ',': COMMA, '.': STOP }[char] ?? MARK;
});
/** Returns the classes of a text's characters. */
export function classesIn(text: string): number {
  let classes = 0;
  for (let i = 0; i < text.length; i++) classes |= CLASSES[text.charCodeAt(i)] ?? FOREIGN;
  return classes;
}

/** Returns true if a text has several parties in signs. */
function haveSignsParties(text: string): boolean {
  const field: Field = { text, kind: 'removed', leftOut: [] };
  return withOpenSigns(field) !== field || withOfficer(field, 'unknown').length > 1;
}

/** Returns true if a text has letters of its script that names omit or write differently. */
function mayBeOtherwise(text: string): boolean {
  if (/[đª™®©℠]|[轮輪号號]$|(?<!\p{L})n(?:é|e\u0301)(?!\p{L})/iu.test(text)) return true;
  const composed = text.normalize('NFC');
  if (!LETTERS.test(composed)) return false;
  return (
    GLUED_FRONT.test(composed) ||
    GLUED_BEHIND.test(composed) ||
    ASIAN_COMPANY.test(composed) ||
    /[,，]/u.test(text) ||
    haveSignsParties(text) ||
    beginsWithPlace(composed)
  );
}

/** Returns true if marks, digits or unusual letters may give the name readings. */
export function mayBeMarked(text: string, classes: number): boolean {
  const has = (some: number): boolean => (classes & some) > 0;
  if (has(MARK | FOREIGN) && (MARKS.test(text) || hasTypedSign(text))) return true;
  if (has(HYPHEN | FOREIGN) && DASH.test(text)) return true;
  if (has(APOSTROPHE | FOREIGN) && SINGLE_QUOTES.test(text)) return true;
  if (has(STOP) && (MIDDLE_LETTER.test(text) || ADDRESS_OF_WEB.test(text))) return true;
  if (hasNumber(text, classes) && hasMarkedNumber(text)) return true;
  return has(FOREIGN) && mayBeOtherwise(text);
}

const SIGN = /[$€£!]/;
/** Returns true if a text has a sign in place of a letter, other than a mark that may divide it. */
function hasTypedSign(text: string): boolean {
  return SIGN.test(text) && mayHaveTypedSign(text);
}

/** Returns true if a text has a digit of any script. */
export function hasNumber(text: string, classes: number): boolean {
  return (classes & DIGIT) > 0 || ((classes & FOREIGN) > 0 && /\p{N}/u.test(text));
}

/** Returns true if a number may not be part of the name, or may be a mistyped letter. */
function hasMarkedNumber(text: string): boolean {
  return (
    MARKED_NUMBER.test(text) ||
    mayHaveTypedSign(text) ||
    text.search(BIRTH) >= 0 ||
    text.search(NUMBER_INSIDE) >= 0 ||
    text.search(REFERENCE) >= 0
  );
}

/** Marks that never divide an organization's name. */
const PERSONAL_MARKS = /[,，&]|\s[-–]/u;
const BEHIND_COMMA = /[,，]\s*/u;
/** Returns true if a mark may divide the name of one or two persons, or an address may follow it. */
export function mayDivide(text: string, type: NamedType, mayBeAddress: boolean): boolean {
  if (!PERSONAL_MARKS.test(text)) return false;
  if (text.includes('&') || /\s[-–]/u.test(text)) return true;
  const areNames = type === 'unknown' && mayBeSingleParties(text.split(BEHIND_COMMA));
  if (areNames && !FAMILY_IN_CAPITALS.test(text)) return true;
  return mayBeAddress && hasAddressBehind(text);
}

/** Returns true if an address may follow two words. */
function hasAddressBehind(text: string): boolean {
  let before = 0;
  for (const part of text.split(',')) {
    const [first, ...more] = foldedWords(part);
    if (first === undefined) continue;
    const mayBePlace = PLACE_WORDS.has(first) || GENERIC_WORDS.has(first);
    if (before > 1 && (mayBePlace || [first, ...more].some((word) => ADDRESS_WORDS.mayBegin(word))))
      return true;
    before += 1 + more.length;
  }
  return false;
}
