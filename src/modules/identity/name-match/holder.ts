import { placedWords } from '../../../names/readings/phrases.ts';
import { DIVIDERS_BETWEEN, FOR_WHOM } from '../../../names/readings/tables.ts';
import { DECEASED_WORDS } from './tables.ts';

/** The reason why the name in a record is not that of a holder who can be verified. */
export type HolderProblem = 'held_for_another' | 'deceased';

/** The text of a record that names its holder. */
export type Holder = { text: string; problem: HolderProblem | undefined };

/** The place of a phrase such as `c/o`, `for` or `estate of`: what follows is the name of another party. */
function placeOfBehind(text: string): number | undefined {
  const words = placedWords(text);
  for (const [i, { from }] of words.entries()) {
    const isLast = (span: number) => i + span >= words.length;
    const whom = FOR_WHOM.at(text, words, i);
    if (whom && !isLast(whom.span)) return from;
    const found = DIVIDERS_BETWEEN.at(text, words, i);
    if (found?.kind === 'behind' && !isLast(found.span)) return from;
  }
  return undefined;
}

/** Tells whether a text names a party for whom, or at whose place, its holder is. */
export function namesAnother(text: string): boolean {
  return placeOfBehind(text) !== undefined;
}

/**
 * The holder whom a record names. Text behind `c/o`, `for`, `ITF`, `F/O`, `estate of` or `trustees of` is left out,
 * because the account or number is not that party's.
 */
export function holderIn(record: string): Holder {
  const place = placeOfBehind(record);
  const text = place === undefined ? record : record.slice(0, place);
  if (place !== undefined) return { text, problem: 'held_for_another' };
  const isDeceased = placedWords(text).some(({ key }) => DECEASED_WORDS.has(key));
  return { text, problem: isDeceased ? 'deceased' : undefined };
}
