/** Divides a field at words between names: alias, trading as, care of, for. */
import {
  distinctiveWords,
  hasName,
  isCompanyWithForm,
  isOrganization,
  isPersonsName,
  trimmed,
  without,
} from './field.ts';
import type { Field, NamedType } from './field.ts';
import { holdersIn, isOffice, otherNames, withBirthName } from './parties.ts';
import { placedWords, type PlacedWord } from './phrases.ts';
import { DIVIDERS_BETWEEN, FOR_WHOM, MOST_PARTIES, REMARKS, formsOf } from './tables.ts';

/** Matches the words before a party for which a company acts. `for` alone may also begin the company's purpose. */
const FOR_A_PARTY =
  /^(?:attn|attention|obo|fbo|ifo|itf|as|on|acting|for (?:and )?on behalf|for (?:the )?account|for (?:further )?credit|в лице|в особі|от имени|від імені|в интересах|по доверенности|по поручению)(?!\p{L})/iu;
/** Words before the owner of a company: PVH Energy, a subsidiary of Petrovest Holdings. */
const OWNED =
  /^(?:a |an )?(?:wholly )?(?:owned |controlled |subsidiary |affiliate |division |part |belonging |tochter)/iu;
const BEHIND_MARK = /[,;:–-]\s*$/u;
const NEE = /(?<!\p{L})n(?:é|e\u0301)(?!\p{L})/giu;

/** Returns the owner or director after a mark and a company's name: Bergmann Motors, proprietor Anna Petrova. */
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
 * Returns true if a word such as `for` can name the purpose of the organization before it. A foundation for children
 * acts for no person.
 */
export function isPurpose(text: string, words: readonly PlacedWord[], at: number): boolean {
  const { from, to } = words[at]!;
  const said = text.slice(from);
  return text[to] !== '/' && !FOR_A_PARTY.test(said) && !OWNED.test(said);
}

/** Matches the words before a party whose agent a company is. The company's own name seldom contains them. */
const AGENT_OF =
  /^(?:as |its |the )?(?:\p{L}+ )?(?:agent|agente|nominee|broker|attorney|representative|mandataire|mandatario|proxy|proxie)(?:s|n)?(?!\p{L})/iu;
/**
 * Returns the party for which a company with a legal form acts: Smith Ltd for Anna Petrova, Smith Ltd, agent of Acme.
 * @param said the text that begins with the word before the party
 */
function behindForm(field: Field, company: string, text: string, said: string): Field | undefined {
  if (!isCompanyWithForm(company) || /^the\s/iu.test(text)) return undefined;
  const behind: Field = { ...field, text: trimmed(text), kind: 'behind', leftOut: [company] };
  if (isPersonsName(text)) return { ...behind, isPerson: true };
  return isCompanyWithForm(text) || AGENT_OF.test(said) ? behind : undefined;
}

/** Matches the owner of an estate or a trust: Anna Petrova's estate, The Petrov Family Trust. */
export const OWNER_OF = new RegExp(
  String.raw`^(?:the\s)?(.+?)(?:['’]s\s${formsOf('estate')}|\s(?:${formsOf('trust')}\s)+${formsOf('estate')})(?![\p{L}\p{N}])`,
  'iu',
);

/** Matches a trust that only this word marks: Anna Petrova Settlement, Anna Petrova 2012 Trust. */
export const OWNER_ALONE =
  /^(?:the\s)?(\S+\s\S.*?)(?:\s\d{4})?\s(?:settlement|estate|trust)(?:\s\d{4})?$/iu;

/** Returns true if a word such as alias or care of is in a text. */
function isDivided(text: string): boolean {
  const words = placedWords(text);
  return words.some((_, at) => at > 0 && DIVIDERS_BETWEEN.at(text, words, at) !== undefined);
}

/** Returns the names before and after a word such as alias or care of. */
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
  if (owner !== undefined && distinctiveWords(owner) > 1 && !isDivided(owner))
    return [field, { ...field, text: trimmed(owner), kind: 'behind' }];
  const person = type === 'unknown' ? OWNER_ALONE.exec(text)?.[1] : undefined;
  if (person !== undefined && isPersonsName(person))
    return [
      field,
      { ...field, text: trimmed(person), kind: 'behind', isWholeOnly: true, isPerson: true },
    ];
  // An example is The A B Foundation Trust.
  if (person !== undefined && isOrganization(person, type) && hasName(person))
    return [field, { ...field, text: trimmed(person), kind: 'behind', isWholeOnly: true }];
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
    // The 33rd Division of the Army has such a name.
    const isApart = BEHIND_MARK.test(text.slice(0, words[at]!.from)) || isCompanyWithForm(left);
    if (isOwned && !isApart) continue;
    const mayBePurpose = found.kind === 'behind' && isPurpose(text, words, at);
    if (mayBePurpose && isCompany && isCompanyLeft) {
      const behind = behindForm(field, left, right, text.slice(words[at]!.from));
      if (behind) return [field, behind];
      continue;
    }
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
