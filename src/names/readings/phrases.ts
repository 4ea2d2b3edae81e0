import { foldedWords, foldText } from '../canonical/fold.ts';

/** A word of a text with its position. */
export type PlacedWord = { readonly from: number; readonly to: number; readonly key: string };

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const ASCII = /^[\x20-\x7e]*$/;

/** Returns true if the character code is a lower-case ASCII letter or a digit. */
function isLetterOrDigit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

/** Returns the words of an ASCII text. In lower case, each of them is its own fold. */
function asciiWords(text: string): PlacedWord[] {
  const words: PlacedWord[] = [];
  const lower = text.toLowerCase();
  for (let from = 0; from < lower.length; from++) {
    if (!isLetterOrDigit(lower.charCodeAt(from))) continue;
    let to = from + 1;
    while (to < lower.length && isLetterOrDigit(lower.charCodeAt(to))) to++;
    words.push({ from, to, key: lower.slice(from, to) });
    from = to;
  }
  return words;
}

function otherWords(text: string): PlacedWord[] {
  const matches = [...text.matchAll(WORD)];
  const folded = foldedWords(text);
  // Unicode marks may split the words of one form and not of the other, so the counts can differ.
  const areSame = folded.length === matches.length;
  return matches.map(({ 0: word, index }, i) => ({
    from: index,
    to: index + word.length,
    key: areSame ? folded[i]! : foldText(word).replaceAll(' ', ''),
  }));
}

let last: { readonly text: string; readonly words: readonly PlacedWord[] } = {
  text: '',
  words: [],
};

/** Returns the words of a text with their positions. Caches those of the last text, because each rule asks. */
export function placedWords(text: string): readonly PlacedWord[] {
  if (text !== last.text)
    last = { text, words: ASCII.test(text) ? asciiWords(text) : otherWords(text) };
  return last.words;
}

/** Matches marks inside names and between their words. */
const INSIDE = /^[\s.\-'’]+$/u;
/** Returns some words of a text, with the marks inside names, and the & before a word. */
export function joinedWords(text: string, words: readonly PlacedWord[]): string {
  return words
    .map(({ from, to }, i) => {
      const before = text.slice(words[i - 1]?.to ?? from, from);
      const mark = before.includes('&') ? ' & ' : ' ';
      return (INSIDE.test(before) || i === 0 ? before : mark) + text.slice(from, to);
    })
    .join('');
}

/** A phrase of words. `marks` is the mark that must follow each word, a slash or a full stop; '' allows any. */
type Phrase<Kind> = {
  readonly kind: Kind;
  readonly words: readonly string[];
  readonly marks: readonly string[];
};

export type FoundPhrase<Kind> = { readonly kind: Kind; readonly span: number };

function markBehind(text: string, to: number): string {
  const mark = text[to] ?? '';
  return mark === '/' || mark === '.' ? mark : '';
}

function isPhraseAt(
  { words: said, marks }: Phrase<unknown>,
  text: string,
  words: readonly PlacedWord[],
  at: number,
): boolean {
  for (let i = 0; i < said.length; i++) {
    const here = words[at + i];
    const mark = marks[i]!;
    if (here?.key !== said[i] || (mark !== '' && text[here!.to] !== mark)) return false;
  }
  return true;
}

/** Phrases by their first words, longest first. */
export class Phrases<Kind> {
  readonly #byFirst = new Map<string, Phrase<Kind>[]>();

  /** Adds a form. A text must contain its slashes and full stops. */
  add(form: string, kind: Kind): void {
    const words = placedWords(form);
    const phrase = {
      kind,
      words: words.map(({ key }) => key),
      marks: words.map(({ to }) => markBehind(form, to)),
    };
    const first = phrase.words[0]!;
    const list = [...(this.#byFirst.get(first) ?? []), phrase];
    this.#byFirst.set(
      first,
      list.toSorted((a, b) => b.words.length - a.words.length),
    );
  }

  /** Returns the first word of each phrase without a slash, and the second if it has one. */
  *beginnings(): Generator<readonly [string, string?]> {
    for (const phrases of this.#byFirst.values())
      for (const { words, marks } of phrases)
        if (!marks.includes('/')) yield words.length > 1 ? [words[0]!, words[1]!] : [words[0]!];
  }

  /** Returns true if a phrase begins with a word. */
  mayBegin(word: string): boolean {
    return this.#byFirst.has(word);
  }

  /** Returns the longest phrase whose first word is word number `at`. */
  at(text: string, words: readonly PlacedWord[], at: number): FoundPhrase<Kind> | undefined {
    const phrases = this.#byFirst.get(words[at]?.key ?? '');
    if (phrases === undefined) return undefined;
    for (const phrase of phrases)
      if (isPhraseAt(phrase, text, words, at))
        return { kind: phrase.kind, span: phrase.words.length };
    return undefined;
  }

  /** Returns the longest phrase whose last word is word number `at`. */
  endingAt(text: string, words: readonly PlacedWord[], at: number): FoundPhrase<Kind> | undefined {
    for (let from = Math.max(0, at - 3); from <= at; from++) {
      const found = this.at(text, words, from);
      if (found && from + found.span === at + 1) return found;
    }
    return undefined;
  }
}
