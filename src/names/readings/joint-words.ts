/** Finds the words that join parties: and, y, his wife. */
import { foldedWords } from '../canonical/fold.ts';
import { nativeKey } from '../words/native-spellings.ts';
import { trimmed } from './field.ts';
import { placedWords, type PlacedWord } from './phrases.ts';
import { isTitle } from './stripped.ts';
import { COMPANIONS, JOINTS } from './tables.ts';

/** Returns true if a letter is the first of two initials, or has a full stop: И.П. Петров, Петров И П. */
function isInitial(text: string, words: readonly PlacedWord[], at: number): boolean {
  const { key, to } = words[at]!;
  if (key.length > 1) return false;
  const [before, next, behind] = [words[at - 1], words[at + 1], words[at + 2]];
  if (text[to] === '.' && next?.from === to + 1) return true;
  if (next?.key.length !== 1) return false;
  const isBehindName = before !== undefined && before.key.length > 1;
  return isBehindName && (behind === undefined || JOINTS.mayBegin(behind.key));
}

/**
 * Returns the separator at a word. A word that is also part of names must have spaces around it and no title before it.
 * This excludes the O of P.O. Box and the A of Mrs A Petrova.
 */
function jointAt(text: string, words: readonly PlacedWord[], at: number) {
  const joint = JOINTS.at(text, words, at);
  if (joint?.span === 1 && isInitial(text, words, at)) return undefined;
  if (joint?.kind === 'name-too' && isTitle(words[at - 1]?.key)) return undefined;
  if (joint?.kind !== 'name-too') return joint;
  const last = words[at + joint.span - 1]!;
  const isFree = /\s$/u.test(text.slice(0, words[at]!.from)) && /^\s/u.test(text.slice(last.to));
  return isFree ? joint : undefined;
}

/** Returns the parts of a text between its separators of some kinds. */
export function partsAt(
  text: string,
  words: readonly PlacedWord[],
  isOfKind: (kind: string, joint: string) => boolean,
): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = 1; at + 1 < words.length;) {
    const joint = jointAt(text, words, at);
    const behind = words[at + (joint?.span ?? 1)];
    const said = joint && text.slice(words[at]!.from, words[at + joint.span - 1]?.to);
    if (joint && behind && isOfKind(joint.kind, said!)) {
      // The second of two joining words in a row (and/or) follows no party.
      if (words[at]!.from > from) parts.push(text.slice(from, words[at]!.from));
      from = behind.from;
    }
    at += joint?.span ?? 1;
  }
  return [...parts, text.slice(from)].map(trimmed);
}

/**
 * Returns a text without the words for relatives and further parties after joining words: A et son épouse B, A y otros.
 */
export function withoutCompanions(text: string): string {
  const words = placedWords(text);
  let rest = '';
  let from = 0;
  for (let at = 1; at + 1 < words.length; at++) {
    const joint = jointAt(text, words, at)?.span;
    if (joint === undefined) continue;
    let end = at + joint;
    for (let found; (found = COMPANIONS.at(text, words, end));) end += found.span;
    if (end === at + joint) continue;
    // If nothing else follows a joining word, the companions are not parties.
    rest += text.slice(from, end < words.length ? words[at + joint]!.from : words[at]!.from);
    from = words[end]?.from ?? text.length;
    at = end - 1;
  }
  return from === 0 ? text : trimmed(rest + text.slice(from));
}

const AND_BEFORE_NAME = /^(\S+\s.*\S)\s+و(\p{Script=Arabic}{3,}\s+\S.*)$/u;
const AND = 'و';
/** Returns the names around the Arabic word for and, which is written together with a known name after it. */
export function namesAroundAnd(text: string): string[] {
  if (!text.includes(AND)) return [];
  const [, before = '', behind = ''] = AND_BEFORE_NAME.exec(text) ?? [];
  const [given = ''] = foldedWords(behind);
  const isAnd = nativeKey(given) !== undefined && nativeKey(`و${given}`) === undefined;
  return isAnd ? [before, behind] : [];
}
