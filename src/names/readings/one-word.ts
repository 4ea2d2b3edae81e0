/** Finds the only word of a company's name, next to its legal forms. */
import { foldedWords, foldText } from '../canonical/fold.ts';
import { HARD_TITLES } from '../words/honorifics.ts';
import { isGlued } from '../words/initials.ts';
import { matchLegalForm, mayBeginLegalForm } from '../words/legal-forms.ts';
import { tokensOf } from '../words/tokens.ts';
import { SPELLING_CLASS } from '../words/variants.ts';
import { without, type Field } from './field.ts';
import { FILLERS } from './tables.ts';

/** The minimum length: a shorter word next to a legal form is too common to identify a company. */
const SHORTEST_NAME = 5;

/**
 * Returns the only word of a company's name and its legal forms; undefined if there are no legal forms, or other words.
 */
function wordWithForms({ text }: Field): { name: string; forms: string[] } | undefined {
  const tokens = tokensOf(foldedWords(text), 'organization');
  const forms = tokens.filter(({ kind }) => kind === 'legal');
  const name = tokens.find(({ kind }) => kind === 'name');
  if (forms.length === 0 || forms.length !== tokens.length - 1) return undefined;
  if (!name || name.key.length < SHORTEST_NAME) return undefined;
  return { name: name.text, forms: forms.map((form) => form.text) };
}

/**
 * Returns the only word among legal forms, because the list may have another form (Havanatur LLC, JSC Havanatur, PT
 * Havanatur Tbk, Havanatur Company S.A.).
 */
export function withoutLegalForm(field: Field): Field | undefined {
  const found = wordWithForms(field);
  return found && without(field, found.name, ...found.forms);
}

/**
 * Returns a listed name of one word with only the last of its legal forms (PT Havanatur Tbk). A question may have
 * others.
 */
export function withOneForm(field: Field): Field | undefined {
  const { name, forms = [] } = wordWithForms(field) ?? {};
  if (forms.length < 2) return undefined;
  return without(field, `${name} ${forms.at(-1)}`, ...forms.slice(0, -1));
}

/**
 * Returns true if a name is one word that is written twice because a form requires two words, and is not a given name
 * (Martin Martin).
 */
export function isRepeated([first, second, ...more]: readonly string[]): boolean {
  return (
    first !== undefined &&
    first.length > 2 &&
    first === second &&
    more.length === 0 &&
    !SPELLING_CLASS.has(first)
  );
}

/** Returns the word of a name that has it twice, and no other. */
export function withoutRepetition(field: Field): Field | undefined {
  const [word, ...more] = isRepeated(foldedWords(field.text)) ? field.text.split(/\s+/u) : [];
  return word === undefined ? undefined : { ...without(field, word, ...more), isUnsure: true };
}

/** The maximum number of words of a name and its legal forms, which may be written letter by letter. */
const LONGEST_WITH_FORMS = 10;

/** Returns the number of words of the legal forms that begin at word `at`. */
function formsFrom(words: readonly string[], at: number): number {
  const form =
    at < words.length && mayBeginLegalForm(words[at]!)
      ? matchLegalForm(words, at, at > 0, 'organization')
      : undefined;
  return form === undefined ? 0 : form.span + formsFrom(words, at + form.span);
}

/**
 * Returns true if one word is long enough to be compared without the legal forms around it. A word of another script
 * becomes longer in Latin letters.
 */
export function isOneWordWithForm(words: readonly string[]): boolean {
  if (words.length < 2 || words.length > LONGEST_WITH_FORMS) return false;
  const inFront = formsFrom(words, 0);
  const name = words[inFront];
  if (name === undefined || (name.length < SHORTEST_NAME && /^[a-z]*$/.test(name))) return false;
  return inFront + 1 + formsFrom(words, inFront + 1) === words.length;
}

/** Matches a name and two capital letters, which may be initials (Petrov SA, SA Petrov). */
const WITH_LETTERS = /^(?:(\p{L}{4,}),? (\p{Lu}{2})|(\p{Lu}{2}) (\p{L}{4,}))$/u;
const CAPITALS = /^\p{Lu}+$/u;
const CYRILLIC = /\p{Script=Cyrillic}/u;
/**
 * Returns a family name with two initials that are written together before or after it, even if they can also be a
 * legal form (Petrov SA); undefined without such initials. In a name of capital Latin letters only a legal form may be
 * initials. Two consonants are initials in any reading.
 */
export function withOpenInitials(text: string): string | undefined {
  const [, before, behind, front, last] = WITH_LETTERS.exec(text) ?? [];
  const [name, letters] = [before ?? last, behind ?? front];
  if (name === undefined || letters === undefined) return undefined;
  const small = foldText(letters);
  // A frequent name with a legal form is a company (Johnson SA).
  const isOther =
    SPELLING_CLASS.has(small) || HARD_TITLES.has(small) || SPELLING_CLASS.has(foldText(name));
  if (isOther || isGlued(small) || FILLERS.mayBegin(small)) return undefined;
  if (CAPITALS.test(name) && !mayBeginLegalForm(small) && !CYRILLIC.test(letters)) return undefined;
  const initials = [...letters].join(' ');
  return behind === undefined ? `${initials} ${name}` : `${name} ${initials}`;
}
