/** Removes what follows a person without a mark: a place, a country, a company, a kind of account. */
import { tokensOf } from '../words/tokens.ts';
import { foldedWords } from '../canonical/fold.ts';
import { PLACE_WORDS } from '../words/word-classes.ts';
import { distinctiveWords, isOrganization, trimmed, without, type Field } from './field.ts';
import { placedWords, type PlacedWord } from './phrases.ts';
import { BESIDE_COMPANY, ENDS, WHERE } from './tables.ts';

const MOST_WORDS_OF_A_PLACE = 3;

/** Returns true if spaces are around the words from `at`. */
function isFree(text: string, words: readonly PlacedWord[], at: number, span: number): boolean {
  return (
    /\s$/u.test(text.slice(0, words[at]!.from)) && /^\s/u.test(text.slice(words[at + span - 1]!.to))
  );
}

function isPerson(text: string): boolean {
  return distinctiveWords(text) > 1 && !isOrganization(text, 'unknown');
}

/** Returns a person without what may be part of the name; two words must be the whole name. */
function unsure(field: Field, text: string, leftOut: string): Field {
  const rest = { ...without(field, text, leftOut), isUnsure: true };
  return { ...rest, isWholeOnly: distinctiveWords(rest.text) < 3 };
}

/** Removes a place behind a word (Anna Petrova in Lagos). Between two names the word may be an initial. */
export function withoutPlace(field: Field): Field {
  const { text } = field;
  const words = placedWords(text);
  const first = Math.max(2, words.length - 1 - MOST_WORDS_OF_A_PLACE);
  for (let at = first; at + 1 < words.length; at++) {
    const found = WHERE.at(text, words, at);
    if (!found || at + found.span >= words.length) continue;
    if (!isFree(text, words, at, found.span)) continue;
    const { from } = words[at]!;
    if (isPerson(text.slice(0, from))) return unsure(field, text.slice(0, from), text.slice(from));
  }
  return field;
}

/** Removes countries and kinds of accounts behind the name, which may be names as well (Anna Petrova Nigeria). */
export function withoutEndsThatAreNames(field: Field): Field {
  const { text } = field;
  const words = placedWords(text);
  let end = words.length;
  while (end > 2 && (PLACE_WORDS.has(words[end - 1]!.key) || ENDS.at(text, words, end - 1))) end--;
  if (end === words.length) return field;
  const { from } = words[end]!;
  return isPerson(text.slice(0, from))
    ? unsure(field, text.slice(0, from), text.slice(from))
    : field;
}

/** Returns true if a text is a company's name with a legal form behind it, unlike Sons Ltd and Partners LLP. */
function isCompany(text: string): boolean {
  const tokens = tokensOf(foldedWords(text), 'organization');
  const hasName = tokens.some(({ kind, key }) => kind === 'name' && key.length > 1);
  return hasName && tokens.at(-1)?.kind === 'legal';
}

/** Returns the person next to a company, compared with persons only: Anna Petrova and Acme Ltd, Anna Petrova of Acme Ltd. */
export function personBeside(field: Field): Field[] {
  const parts = field.text.split(' & ');
  if (parts.length > 2) return [];
  const text = parts.join(' and ');
  const words = placedWords(text);
  for (let at = 1; at + 1 < words.length; at++) {
    const found = BESIDE_COMPANY.at(text, words, at);
    const behind = words[at + (found?.span ?? 1)];
    if (!found || !behind || !isFree(text, words, at, found.span)) continue;
    const sides = [text.slice(0, words[at]!.from), text.slice(behind.from)].map(trimmed);
    const [person = '', company = ''] = isPerson(sides[0]!) ? sides : sides.toReversed();
    if (!isPerson(person) || !isCompany(company)) continue;
    const rest: Field = { ...without(field, person, company), kind: 'part', isPerson: true };
    return [{ ...rest, isUnsure: true, isWholeOnly: true }];
  }
  return [];
}
