/** Names of organizations that publishers write in brackets after another: a translation, or an acronym. */
import { canonicalise, foldedWords } from '../../../names/index.ts';
import { countryOf } from './country-names.ts';

export type Bracketed = { name: string; isSure: boolean };

const BRACKETS = /[([（【]([^()[\]（）【】]*)[)\]）】]/gu;
const ACRONYM = /^\p{Lu}[\p{Lu}\p{N}.&-]{1,7}$/u;
const SCRIPTS = ['Latin', 'Cyrillic', 'Arabic', 'Han', 'Hangul', 'Hebrew', 'Greek'].map(
  (script) => new RegExp(String.raw`\p{Script=${script}}`, 'u'),
);
/** Letters of the shortest word that two names of one organization may share. */
const SHORTEST_SHARED = 4;

function scriptsOf(text: string): boolean[] {
  return SCRIPTS.map((script) => script.test(text));
}

/** Returns the words that are neither legal forms nor business words nor places. */
function naming(text: string): string[] {
  const { tokens } = canonicalise(text, { entity: 'organization' });
  return tokens.filter(({ kind }) => kind === 'name' || kind === 'common').map((one) => one.text);
}

/**
 * Returns true for capitals that all occur in the name outside the brackets, in the same order, and the first of them
 * at the beginning of a word.
 */
function isAcronymOf(inside: string, outside: string): boolean {
  if (!/\p{Script=Latin}/u.test(outside)) return true;
  const words = foldedWords(outside);
  const [first = '', ...letters] = [...inside.toLowerCase()].filter((one) => /\p{L}/u.test(one));
  const begin = words.findIndex((word) => word.startsWith(first));
  const rest = words.slice(begin).join('');
  let at = 0;
  return begin >= 0 && letters.every((letter) => (at = rest.indexOf(letter, at + 1)) > 0);
}

/** Returns true for a text of legal forms only, such as Ltd. */
function isLegalForm(text: string): boolean {
  const { tokens } = canonicalise(`Salyut ${text}`, { entity: 'organization' });
  return tokens.slice(1).every(({ kind }) => kind === 'legal');
}

/** Returns the other name in brackets; undefined for remarks, places and parts of the name. */
function nameIn(inside: string, outside: string): Bracketed | undefined {
  const own = naming(inside);
  if (/\d{3}/u.test(inside) || own.length === 0 || isLegalForm(inside)) return undefined;
  if (countryOf(inside) !== undefined) return undefined;
  if (ACRONYM.test(inside))
    return isAcronymOf(inside, outside) ? { name: inside, isSure: false } : undefined;
  const [scripts, others] = [scriptsOf(inside), scriptsOf(outside)];
  const isOtherScript = scripts.every((has, i) => !(has && others[i]));
  const known = new Set(naming(outside));
  const isShared = own.some((word) => word.length >= SHORTEST_SHARED && known.has(word));
  const isName = isOtherScript || (isShared && foldedWords(inside).length > 1);
  return isName ? { name: inside, isSure: true } : undefined;
}

/**
 * Returns the names of an organization that are in brackets, and the name outside them. A name in brackets is in
 * another script, shares a distinctive word with the name outside, or is an acronym of it, which may be a coincidence.
 */
export function bracketedNames(text: string): Bracketed[] {
  const insides = Array.from(text.matchAll(BRACKETS), ([, inside = '']) => inside.trim());
  if (insides.length === 0) return [];
  const outside = text.replaceAll(BRACKETS, ' ').replaceAll(/\s+/gu, ' ').trim();
  if (naming(outside).length === 0) return [];
  const found = insides.flatMap((inside) => nameIn(inside, outside) ?? []);
  return found.length > 0 ? [{ name: outside, isSure: true }, ...found] : [];
}
