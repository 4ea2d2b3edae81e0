/** Code points of a preview. */
const MAX_LENGTH = 140;
/** Becomes a space: line breaks of Unicode (UAX #14: BK, CR, LF, NL) and the tab. */
const SPACES = /\r\n|[\t\n\v\f\r\u0085\u2028\u2029]/gu;
/** Cc, and the characters of Unicode's property Bidi_Control (PropList.txt). */
const REMOVED = /[\p{Cc}\p{Bidi_Control}]/gu;
/** Contents are read in pieces of so many UTF-16 units, because most of a long one is not needed. */
const PIECE = 1024;

/**
 * The beginning of a content as lists show it: on one line, without characters that could hide, reorder or replace what
 * stands beside it. The content itself stays as it was sent.
 */
export function previewOf(content: string): string {
  const kept: string[] = [];
  let at = 0;
  while (at < content.length && kept.length < MAX_LENGTH) {
    let end = at + PIECE;
    // Neither a surrogate pair nor a line break is cut in two.
    while (/[\ud800-\udbff\r]/.test(content.charAt(end - 1))) end += 1;
    kept.push(...content.slice(at, end).replaceAll(SPACES, ' ').replaceAll(REMOVED, ''));
    at = end;
  }
  return kept.slice(0, MAX_LENGTH).join('');
}
