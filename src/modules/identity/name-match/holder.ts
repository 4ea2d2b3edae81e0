import { placedWords } from '../../../names/readings/phrases.ts';
import { DIVIDERS_BETWEEN, FOR_WHOM } from '../../../names/readings/tables.ts';
import { BEHIND_OF, BEHIND_WORDS, DECEASED_WORDS, PARENTS } from './tables.ts';

/** The reason why a record does not name a holder who can be verified. */
export type HolderProblem = 'held_for_another' | 'deceased';

/** The text of a record that names its holder. */
export type Holder = {
  text: string;
  problem: HolderProblem | undefined;
  /** The part before a parent's name, if there is one. */
  child: string | undefined;
};

/** Returns a text of the same length with abbreviations in one form: I.T.F. becomes ITF, C\\O becomes C/O. */
function inOneWriting(text: string): string {
  return text
    .replaceAll('\\', '/')
    .replaceAll(/(?<!\p{L})(?:\p{L}\.){3,}/gu, (dotted) =>
      dotted.replaceAll('.', '').padEnd(dotted.length),
    );
}

/**
 * Returns the position of a phrase such as `c/o`, `for` or `estate of`, after which the name of another party follows.
 */
function placeOfBehind(written: string): number | undefined {
  const text = inOneWriting(written);
  const words = placedWords(text);
  for (const [i, { from, key }] of words.entries()) {
    const isLast = (span: number) => i + span >= words.length;
    const whom = FOR_WHOM.at(text, words, i);
    if (whom && !isLast(whom.span)) return from;
    const found = DIVIDERS_BETWEEN.at(text, words, i);
    if (found?.kind === 'behind' && !isLast(found.span)) return from;
    if (BEHIND_WORDS.has(key) && !isLast(1)) return from;
    if (BEHIND_OF.has(key) && words[i + 1]?.key === 'of' && !isLast(2)) return from;
  }
  return undefined;
}

/** A quick check that excludes parent phrases in nearly every text. */
const MAY_NAME_PARENT = /[sd]\.?[/\\.]\s*o|(?:son|daughter)\s+of/i;

/** Returns a text without `s/o`, `daughter of` and similar phrases, and the part before them. */
function childIn(text: string): { text: string; child: string | undefined } {
  if (!MAY_NAME_PARENT.test(text)) return { text, child: undefined };
  const written = inOneWriting(text);
  const words = placedWords(written);
  for (const [i, { from }] of words.entries()) {
    const span = PARENTS.at(written, words, i)?.span;
    if (span === undefined) continue;
    const child = text.slice(0, from);
    return { text: `${child} ${text.slice(words[i + span - 1]!.to)}`, child };
  }
  return { text, child: undefined };
}

/**
 * The holder that a record names. Text after `c/o`, `for`, `ITF`, `F/O`, `estate of` or `trustees of` is dropped,
 * because the account or number does not belong to that party.
 */
export function holderIn(record: string): Holder {
  const place = placeOfBehind(record);
  const { text, child } = childIn(place === undefined ? record : record.slice(0, place));
  if (place !== undefined) return { text, problem: 'held_for_another', child };
  const isDeceased = placedWords(text).some(({ key }) => DECEASED_WORDS.has(key));
  return { text, problem: isDeceased ? 'deceased' : undefined, child };
}
