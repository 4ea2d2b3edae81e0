import { closestMatch } from 'leven';

/** Names from a caller are cut to this many characters in messages. */
const MAX_NAME = 64;

/** The name of a field as the caller wrote it, cut to fit a message. */
export function shownName(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME).toWellFormed()}…` : name;
}

/** Only the letters and digits, without case and separators: `first_name` and `firstName` are equal. */
function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Returns the known name that differs only by case, punctuation and up to three wrong letters. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_NAME) return undefined;
  const letters = lettersOf(name);
  // At most half of the letters may be wrong; otherwise any short name would match another.
  const maxDistance = Math.min(3, Math.floor(letters.length / 2));
  const candidates = known.map(lettersOf);
  const exact = candidates.indexOf(letters);
  if (exact >= 0) return known[exact];
  const closest = closestMatch(letters, candidates, { maxDistance });
  return closest === undefined ? undefined : known[candidates.indexOf(closest)];
}

/** The message about a field or query parameter that does not exist. */
export function unknownField(name: string, known: readonly string[]): string {
  const other = nearest(name, known);
  return `is not a known field${other === undefined ? '' : `; did you mean ${other}?`}`;
}
