/** Removes a branch after the name of a company. */
import { mayBeginLegalForm } from '../words/legal-forms.ts';
import { PLACE_WORDS } from '../words/word-classes.ts';
import { distinctiveWords, isPlaceOnly, without, type Field } from './field.ts';
import { placedWords, type PlacedWord } from './phrases.ts';
import { cut } from './published.ts';
import { ENDS, formsOf, JOINTS, TRADE_WORDS, WORDS_OF_RULES } from './tables.ts';

const OFFICE = new RegExp(String.raw`\s*[,(–-]\s*\p{L}+ ${formsOf('seat')}\)?$`, 'iu');
/** The maximum number of words of the place after the word branch: branch in Dubai, sucursal de Panama. */
const MOST_BEHIND = 4;
/** The maximum number of words of a place between a mark and the word branch. */
const MOST_BEFORE = 3;
const MARK = /[,;:(–—]\s*$|\s-\s*$/u;

/** Returns true if the words from `at` may be the place of a branch, and not part of the company's name. */
function mayBePlaceFrom(words: readonly PlacedWord[], at: number): boolean {
  const behind = words.slice(at).map(({ key }) => key);
  return (
    behind.length <= MOST_BEHIND &&
    !behind.some((word) => mayBeginLegalForm(word) || TRADE_WORDS.mayBegin(word))
  );
}

/**
 * Returns the number of words of the place before word `at`: a known place, or the words after a mark.
 * @param isLast true if no text follows the branch, so that an unknown word before it may be its place
 */
function spanOfPlace(
  text: string,
  words: readonly PlacedWord[],
  at: number,
  isLast: boolean,
): number {
  const city = ENDS.endingAt(text, words, at - 1)?.span;
  if (city !== undefined) return city;
  for (let span = 0; span <= Math.min(MOST_BEFORE, at - 1); span++)
    if (MARK.test(text.slice(words[at - span - 1]!.to, words[at - span]!.from))) return span;
  return isLast || PLACE_WORDS.has(words[at - 1]!.key) ? 1 : 0;
}

/**
 * Returns the places where a branch may begin: Acme Bank Dubai Branch, Acme Bank, branch in Dubai, Acme Bank and Dubai
 * Branch.
 */
function branchIn(text: string): number[] {
  const words = placedWords(text);
  for (let at = 1; at < words.length; at++) {
    const found = WORDS_OF_RULES.at(text, words, at);
    const end = at + (found?.span ?? 0);
    if (found?.kind !== 'branch' || !mayBePlaceFrom(words, end)) continue;
    const first = at - spanOfPlace(text, words, at, end === words.length);
    const joint = JOINTS.endingAt(text, words, first - 1)?.span ?? 0;
    return [first - joint, at].filter((one) => one > 0).map((one) => words[one]!.from);
  }
  return [];
}

/** Returns true if a text may be a company's whole name. */
function isName(text: string): boolean {
  return distinctiveWords(text) > 1 && !isPlaceOnly(text);
}

const IN: ReadonlySet<string> = new Set(['in', 'en', 'at', 'a', 'в', 'im']);
/** Removes the place of a branch after its company: in Dubai. */
function withoutPlace(field: Field): Field {
  const { text } = field;
  const words = placedWords(text);
  const at = words.findLastIndex(({ key }) => IN.has(key));
  if (at < 1 || !mayBePlaceFrom(words, at)) return field;
  return without(field, text.slice(0, words[at]!.from), text.slice(words[at]!.from));
}

/** Words between a branch and its company. */
const OF: ReadonlySet<string> = new Set(['of', 'de', 'der', 'du', 'da', 'do', 'di', 'des', 'von']);
/**
 * Returns the start of the company that follows its branch: Dubai branch of Acme Bank, Branch of Acme Bank in Dubai.
 */
function companyBehind(text: string): number | undefined {
  const words = placedWords(text);
  for (let at = 0; at <= Math.min(MOST_BEFORE, words.length - 1); at++) {
    const found = WORDS_OF_RULES.at(text, words, at);
    if (found?.kind !== 'branch' || !OF.has(words[at + found.span]?.key ?? '')) continue;
    const next = at + found.span + 1;
    return words[words[next]?.key === 'the' ? next + 1 : next]?.from;
  }
  return undefined;
}

/** Returns a company without its branch. The list may have another branch. */
export function withoutBranch(field: Field): Field[] {
  const { text } = field;
  const behind = companyBehind(text);
  if (behind !== undefined) {
    const rest = without(field, text.slice(behind), text.slice(0, behind));
    // The Olive Branch of Peace Foundation is not the Peace Foundation of another place.
    const main: Field = { ...rest, isUnsure: true, isWholeOnly: distinctiveWords(rest.text) < 3 };
    const bare = withoutPlace(main);
    return (bare === main ? [main] : [main, bare]).filter(({ text: own }) => isName(own));
  }
  const starts = branchIn(text);
  const found = starts.map((from) => without(field, text.slice(0, from), text.slice(from)));
  return (found.length > 0 ? found : [cut(field, OFFICE)])
    .filter((rest) => rest !== field && isName(rest.text))
    .map((rest) => ({ ...rest, isUnsure: true }));
}
