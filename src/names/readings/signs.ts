/** Adds spaces and marks between parties in Chinese, Japanese and Korean signs, which are written without them. */
import { without, type Field, type NamedType } from './field.ts';
import { placedWords } from './phrases.ts';
import {
  GLUED_BEHIND,
  GLUED_FRONT,
  SIGN_DIVIDERS,
  SIGN_JOINTS,
  TITLES_BEHIND,
  TITLES_IN_FRONT,
} from './tables.ts';
import { COMPANY_FORM } from './written.ts';

const HAS_SIGN = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}]/u;
const ONLY_SIGNS =
  /^[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Hangul}ー\d\s,、·・()]+$/u;
/** Matches words of organizations, whose names are not divided. */
export const SIGNS_OF_ORGANIZATIONS =
  /公司|集团|集團|会社|會社|銀行|银行|大学|大學|协会|協会|協會|学校|學校|医院|病院|委员会|委員会|委員會|基金|财团|財団|组织|組織|中心|工厂|工場|共和|人民|회사|은행|대학|학교|협회|위원회|재단|그룹|\([주유株有]\)/u;
/** Matches the number of further parties after a name. */
const OTHERS =
  /(?<=[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}]{2})\s*(?:[等他外另]|(?:\s외|\s등))\s*(?:[\d一二三四五六七八九十兩两几]+\s*[人名位명인])$|(?<=\p{Script=Han}{3})等$/u;
/** Matches a name. The match is the shortest, so that the word after it is as long as possible. */
const PART = String.raw`(?:\p{Script=Han}{2,4}?|[\p{Script=Han}\p{Script=Katakana}ー]{3,8}?)`;
const BETWEEN = new RegExp(`^(${PART})(${SIGN_DIVIDERS}|${SIGN_JOINTS})(?=${PART})`, 'u');
/** Matches a word before another name, after a bracket or a comma. */
const BEHIND_MARK = new RegExp(`(?<=[(,]\\s*)(${SIGN_DIVIDERS})(?=${PART})`, 'gu');
/** Matches a Korean word for and, which is written together with the name before it. */
const HANGUL_JOINT =
  /(?<=^|[\s,])(\p{Script=Hangul}{2,4})(와|과|하고|및)\s+(?=\p{Script=Hangul}{2,4}(?:[\s,]|$))/gu;
const ENUMERATION = '、';
const SPACED_JOINT = new RegExp(` (?:${SIGN_JOINTS}) `, 'gu');
const MARK = /\s*[,·・]\s*|\s+/gu;
const FULL_NAME = /^(?:\p{Script=Han}{3,4}|\p{Script=Hangul}{3,4})$/u;
const NAME = /^(?:\p{Script=Han}{2,4}|\p{Script=Hangul}{2,4})$/u;

/** Returns a word of signs with spaces around the words between parties. */
function opened(word: string): string {
  const [all, name, between] = BETWEEN.exec(word) ?? [];
  return all === undefined ? word : `${name} ${between} ${opened(word.slice(all.length))}`;
}

function isTitle(word: string): boolean {
  const words = placedWords(word);
  return (
    GLUED_FRONT.exec(word)?.[0] === word ||
    GLUED_BEHIND.test(`王大${word}`) ||
    TITLES_IN_FRONT.at(word, words, 0) !== undefined ||
    TITLES_BEHIND.at(word, words, 0) !== undefined
  );
}

/** Returns the text with commas between parties, if each is a full name. */
function withCommas(text: string): string {
  const words = text.split(MARK);
  if (words.length < 2 || words.some(isTitle)) return text;
  const name = text.includes(',') ? NAME : FULL_NAME;
  const areNames = words.every((word) => name.test(word.replace(GLUED_BEHIND, '')));
  return areNames ? words.join(', ') : text;
}

/** Returns a field in which the parties in signs are separate: 李小明和王大明, 김영희와 김철수, 王大明 李小明. */
export function withOpenSigns(field: Field): Field {
  if (!HAS_SIGN.test(field.text)) return field;
  const plain = field.text.normalize('NFKC');
  if (!ONLY_SIGNS.test(plain) || SIGNS_OF_ORGANIZATIONS.test(plain)) return field;
  const bare = plain.replace(OTHERS, '');
  const apart = bare
    .replaceAll(HANGUL_JOINT, '$1 $2 ')
    .replaceAll(BEHIND_MARK, '$1 ')
    .replaceAll(/[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}ー]+/gu, opened);
  const text = apart.includes(ENUMERATION)
    ? apart.replaceAll(SPACED_JOINT, ENUMERATION)
    : withCommas(apart);
  if (text === plain) return field;
  return bare === plain ? { ...field, text } : without(field, text, plain.slice(bare.length));
}

const OFFICER = new RegExp(
  `^(.*(?:${SIGNS_OF_ORGANIZATIONS.source}).*?)\\s*(?:${GLUED_FRONT.source.slice(1)})\\s*(\\p{Script=Han}{2,4}|\\p{Script=Hangul}{2,4})$`,
  'u',
);
const FORM = new RegExp(COMPANY_FORM, 'u');
const BETWEEN_WORDS = /\s+/gu;
/** Matches a name of three signs after the legal form of a company. */
const AFTER_FORM =
  /^(.{2,}(?:有限公司|责任公司|責任公司|株式会社|株式會社|有限会社|주식회사))(\p{Script=Han}{3}|\p{Script=Hangul}{3})$/u;

/** Returns true for the name of an organization in signs that has more than a legal form. */
function isOrganizationInSigns(text: string): boolean {
  const rest = text.replace(FORM, '').replaceAll(BETWEEN_WORDS, '');
  return SIGNS_OF_ORGANIZATIONS.test(text) && rest.length > 1;
}

/** Returns a company in signs and the person before or after it: 株式会社太陽 王大明, 김철수 (주)태양. */
function besideOrganization(text: string): readonly [company: string, name: string] | undefined {
  const [, company, behind] = AFTER_FORM.exec(text) ?? [];
  if (company !== undefined && behind !== undefined) return [company, behind];
  const words = text.split(BETWEEN_WORDS);
  if (words.length < 2) return undefined;
  const sides = [
    [words.slice(0, -1), words.at(-1)!],
    [words.slice(1), words[0]!],
  ] as const;
  for (const [others, said] of sides) {
    const name = said.replace(GLUED_BEHIND, '').replace(GLUED_FRONT, '');
    const whole = others.join(' ');
    const isName = FULL_NAME.test(name) && !SIGNS_OF_ORGANIZATIONS.test(name);
    if (isName && !isTitle(said) && isOrganizationInSigns(whole)) return [whole, name];
  }
  return undefined;
}

/** Returns a field in which a company and the person next to it are separate: 太陽株式会社代表取締役王大明, 株式会社太陽 王大明. */
export function withOfficer(field: Field, type: NamedType): Field[] {
  if (!HAS_SIGN.test(field.text)) return [field];
  const text = field.text.normalize('NFKC');
  if (!SIGNS_OF_ORGANIZATIONS.test(text)) return [field];
  const [, company, name] = OFFICER.exec(text) ?? [];
  if (company !== undefined && name !== undefined)
    return [field, { ...field, text: name, kind: 'behind', leftOut: [company], isPerson: true }];
  const beside = type === 'unknown' ? besideOrganization(text) : undefined;
  if (!beside) return [field];
  const [whole, person] = beside;
  const other: Field = { ...field, text: whole, kind: 'part', leftOut: [person], isUnsure: true };
  return [
    field,
    { ...other, text: person, leftOut: [whole], isPerson: true, isWholeOnly: true },
    { ...other, isWholeOnly: true },
  ];
}
