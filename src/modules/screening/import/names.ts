/** Names as lists write them, turned into the order in which people say them. */

/** Characters. Longer "names" are damaged rows; the longest of the real OFAC list has 158. */
export const maxNameLength = 1000;

/** Suffixes that follow a comma of their own: "DELOS REYES, Feliciano Semborio, Jr.". */
const suffix = /^(?:jr|sr|i{2,3}|iv)\.?$/i;

/** One line, single spaces, no space around. */
export function cleanText(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * "SURNAME, Given Names" as "Given Names SURNAME". A suffix stays last, and further commas separate
 * given names: "KNOWLES, JR., Samuel" is "Samuel KNOWLES JR.". A name without a comma is as it is.
 */
export function surnameLast(name: string): string {
  const [surname = '', ...others] = name
    .split(',')
    .map(cleanText)
    .filter((part) => part !== '');
  const given = others.filter((part) => !suffix.test(part));
  const suffixes = others.filter((part) => suffix.test(part));
  return [...given, surname, ...suffixes].join(' ');
}
