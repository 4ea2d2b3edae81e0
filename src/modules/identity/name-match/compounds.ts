import type { Parsed, Word } from './words.ts';
import { wordOf } from './words.ts';

/** The maximum number of parts of one name: Abd al Rahman. */
const MAX_PARTS = 3;

/** Indices into `parts` that make up `target`, in any order, each used once. */
function segment(
  target: string,
  parts: readonly string[],
  used: readonly number[] = [],
): readonly number[] | undefined {
  if (target === '') return used.length > 1 ? used : undefined;
  if (used.length === MAX_PARTS) return undefined;
  for (const [i, part] of parts.entries()) {
    if (used.includes(i) || part === '' || !target.startsWith(part)) continue;
    const found = segment(target.slice(part.length), parts, [...used, i]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns the words of the name in which words are joined that `other` writes as one word; undefined if there are none.
 */
export function compoundLike(name: Parsed, other: Parsed): Word[] | undefined {
  let words = name.words;
  let joined = false;
  for (const { letters, form } of other.words) {
    if (words.some((word) => word.form === form)) continue;
    // The forms of the parts do not always combine to the form of the whole: Sarah Jane, Sarahjane.
    const parts = [...words.map((word) => word.letters), ...name.particles];
    const forms = [...words.map((word) => word.form), ...name.particles];
    const found = segment(letters, parts) ?? segment(form, forms);
    if (found === undefined || found.every((i) => i >= words.length)) continue;
    const text = found.map((i) => words[i]?.text ?? parts[i]!).join(' ');
    words = [...words.filter((_, i) => !found.includes(i)), wordOf(text)];
    joined = true;
  }
  return joined ? words : undefined;
}
