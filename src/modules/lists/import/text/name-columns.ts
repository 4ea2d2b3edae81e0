/** The names of a row that has a name and its parts in separate columns. */
import { foldedWords } from '../../../../names/index.ts';
import type { Role } from '../generic-header.ts';

/** Scripts that write a whole name as one word. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

function join(...parts: string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

/** Returns true for a word that is only a first name or a surname if the row has the other in another column. */
function isPart(name: string): boolean {
  return !/\s/.test(name) && !UNSPACED.test(name);
}

/**
 * Returns the names of a row; the first is its main name. First, middle and last name are joined in this order. The
 * name replaces a missing first or last name. A name of two or more words stays a name.
 */
export function namesOf(cellOf: (role: Role) => string): [string, ...string[]] {
  const name = cellOf('name').trim();
  const [first, middle, last] = (['firstName', 'middleName', 'lastName'] as const).map((role) =>
    cellOf(role).trim(),
  ) as [string, string, string];
  const parts = join(first, middle, last);
  if (name === '') return [parts];
  const words = new Set(foldedWords(name));
  const partWords = foldedWords(parts);
  const isNew = partWords.some((word) => !words.has(word));
  if (first !== '' && last !== '') {
    if (isPart(name) && partWords.includes([...words].join(' '))) return [parts];
    return isNew || words.size > new Set(partWords).size ? [name, parts] : [name];
  }
  if (!isNew) return [name];
  const joined = first === '' ? join(name, middle, last) : join(first, middle, name);
  return isPart(name) ? [joined] : [name, joined];
}
