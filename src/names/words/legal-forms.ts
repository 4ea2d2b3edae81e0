import { keyed, readLines, wrong, type DataLine } from '../data/read.ts';
import { isGlued } from './initials.ts';
import { isSlipOf, mayBeSlip } from './slips.ts';
import { SPELLING_CLASS } from './variants.ts';
import { GENERIC_WORDS, PARTICLES } from './word-classes.ts';

/** Legal forms by class, and those that are also words or names. */
type LegalForms = {
  readonly classes: Readonly<Record<string, readonly string[]>>;
  /** Maps a form to its standard spelling. */
  readonly spellings: ReadonlyMap<string, string>;
  readonly ambiguous: ReadonlySet<string>;
  readonly front: ReadonlySet<string>;
  readonly letters: ReadonlySet<string>;
  readonly initials: ReadonlySet<string>;
};

/**
 * A shorter word after a form could be any name (Ao Yun). In an organization's name it is one of the name's words (P.T.
 * Maju).
 */
const SHORTEST_BEHIND = { any: 5, organization: 4 };

const FORM = /^[\p{Ll}\p{Lo}]+(?: [\p{Ll}\p{Lo}]+)*$/u;

const SPELLING = 'spelling ';
const MARKS = ['ambiguous', 'front', 'letters', 'initials'] as const;
function isMark(key: string): key is (typeof MARKS)[number] {
  return (MARKS as readonly string[]).includes(key);
}

/**
 * Reads lines of `class: form, form` and `spelling form: form, form`. The classes of `MARKS` mark forms of the other
 * classes. Throws with file and line if a form is in two classes.
 */
export function legalForms(lines: readonly DataLine[]): LegalForms {
  const classOf = new Map<string, string>();
  const spellings = new Map<string, string>();
  const marked = {
    ambiguous: new Set<string>(),
    front: new Set<string>(),
    letters: new Set<string>(),
    initials: new Set<string>(),
  };
  for (const line of lines) {
    const [key, values] = keyed(line);
    for (const form of values.split(', ')) {
      if (!FORM.test(form)) wrong(line.where, `"${form}" is no form in canonical words`);
      if (isMark(key) || key.startsWith(SPELLING)) {
        if (!classOf.has(form)) wrong(line.where, `"${form}" is in no class`);
        if (isMark(key)) marked[key].add(form);
        else spellings.set(form, key.slice(SPELLING.length));
        continue;
      }
      const other = classOf.get(form);
      if (other !== undefined) wrong(line.where, `"${form}" is in class ${other} already`);
      classOf.set(form, key);
    }
  }
  const classes: Record<string, string[]> = {};
  for (const [form, key] of classOf) (classes[key] ??= []).push(form);
  return { classes, spellings, ...marked };
}

const listed = legalForms(readLines('legal-forms.txt'));

/** Legal forms of organizations by class (data/legal-forms.txt). Phrases are in canonical form. */
export const LEGAL_CLASSES = listed.classes;

/** Maps a legal form to its standard spelling. Forms of one class are not spellings of each other (Ltd, GmbH). */
export const LEGAL_SPELLINGS = listed.spellings;

/** Forms that are also words or names. They count as legal forms only at the end of a longer name. */
export const AMBIGUOUS_LEGAL = listed.ambiguous;

/** Returns true if a form with full stops or spaces (I.P.) is more often two initials. */
export function mayBeInitials(form: string): boolean {
  return listed.initials.has(form);
}

function isGeneric(word: string): boolean {
  return GENERIC_WORDS.has(word) || GENERIC_WORDS.has(SPELLING_CLASS.get(word) ?? '');
}

/** Returns true if a word is not a known name of a person. */
function isNoKnownName(word: string): boolean {
  return !SPELLING_CLASS.has(word) || isGeneric(word);
}

/** Returns true if a word can identify an organization. In "DP World", this prevents DP from being read as a form. */
function isNaming(word: string): boolean {
  return !isGeneric(word) && !PHRASES.has(word);
}

/**
 * Returns true if an ambiguous form precedes an organization's name: the word after it is not a known name of a
 * person. In a name that may be a person's, single letters are initials instead.
 */
function isInFront(
  form: string,
  at: number,
  isOrganization: boolean,
  rest: readonly string[],
): boolean {
  const [behind] = rest;
  const shortest = isOrganization ? SHORTEST_BEHIND.organization : SHORTEST_BEHIND.any;
  return (
    at === 0 &&
    listed.front.has(form) &&
    behind !== undefined &&
    behind.length >= shortest &&
    isNoKnownName(behind) &&
    rest.some(isNaming)
  );
}

/**
 * Returns true if a name may have a legal form at its beginning or end when it is read as an organization's, but not
 * when it is read as a person's.
 */
export function mayHaveForm(words: readonly string[]): boolean {
  const [first] = words;
  if (first === undefined || words.length === 1) return false;
  return listed.front.has(first) || isLetter(first) || isLetter(words.at(-1));
}

type LegalPhrase = {
  readonly words: readonly string[];
  readonly key: string;
};

const PHRASES: ReadonlyMap<string, readonly LegalPhrase[]> = (() => {
  const byFirst = new Map<string, LegalPhrase[]>();
  for (const [key, forms] of Object.entries(LEGAL_CLASSES)) {
    for (const form of forms) {
      const words = form.split(' ');
      const list = byFirst.get(words[0]!) ?? [];
      list.push({ words, key });
      byFirst.set(words[0]!, list);
    }
  }
  for (const list of byFirst.values()) list.sort((a, b) => b.words.length - a.words.length);
  return byFirst;
})();

const NO_PHRASES: readonly LegalPhrase[] = [];

/** First words of forms, by their first letter. */
const FIRST_WORDS: ReadonlyMap<string, readonly string[]> = Map.groupBy(
  PHRASES.keys(),
  (word) => word[0]!,
);

/** Returns the phrases whose first word is this one with one slip. */
function phrasesNear(word: string): readonly LegalPhrase[] {
  if (!mayBeSlip(word)) return NO_PHRASES;
  const near = FIRST_WORDS.get(word[0]!)?.filter((first) => isSlipOf(word, first)) ?? [];
  return near.length === 0 || !isNoKnownName(word)
    ? NO_PHRASES
    : near.flatMap((first) => PHRASES.get(first)!);
}

/** Maximum letters of a form that may be written letter by letter (l l c). */
const MOST_LETTERS = 5;

/** Phrases that may be written letter by letter, by their first letter. */
const PHRASES_BY_LETTER: ReadonlyMap<string, readonly LegalPhrase[]> = (() => {
  const byLetter = new Map<string, LegalPhrase[]>();
  for (const phrase of [...PHRASES.values()].flat()) {
    const [first] = phrase.words;
    const letter = first![0]!;
    if (first!.length <= MOST_LETTERS)
      byLetter.set(letter, [...(byLetter.get(letter) ?? []), phrase]);
  }
  for (const list of byLetter.values()) list.sort((a, b) => b.words.length - a.words.length);
  return byLetter;
})();

function isLetter(word: string | undefined): boolean {
  return word?.length === 1 && word >= 'a' && word <= 'z';
}

/**
 * Returns how many words from `at` spell `form`: 1, or one per letter if it is written as letters (s a, l l c); 0 if
 * none do.
 */
function spelled(words: readonly string[], at: number, form: string): number {
  const given = words[at];
  if (given === undefined) return 0;
  if (given === form || isSlipOf(given, form)) return listed.letters.has(form) ? 0 : 1;
  if (form.length < 2 || form.length > MOST_LETTERS || given !== form[0]) return 0;
  for (let i = 1; i < form.length; i++) if (words[at + i] !== form[i]) return 0;
  return isLetter(words[at - 1]) || isLetter(words[at + form.length]) ? 0 : form.length;
}

/** Number of words whose phrases are cached, since words recur in names. */
const WORDS_KEPT = 32_768;
const kept = new Map<string, readonly LegalPhrase[]>();

function phrasesFrom(word: string): readonly LegalPhrase[] | undefined {
  let phrases = kept.get(word);
  if (phrases === undefined) {
    phrases =
      (isLetter(word) ? PHRASES_BY_LETTER.get(word) : PHRASES.get(word)) ?? phrasesNear(word);
    if (kept.size >= WORDS_KEPT) kept.clear();
    kept.set(word, phrases);
  }
  return phrases.length === 0 ? undefined : phrases;
}

/** Returns true if a legal form can begin with this word. */
export function mayBeginLegalForm(word: string): boolean {
  return phrasesFrom(word) !== undefined;
}

/** The kind of owner of a name, if known. */
export type NameOwner = 'person' | 'organization' | 'any';

/** Maximum number of words after a form that may also be forms. */
const MOST_BEHIND = 4;

/** Returns true if the words from `at` on are only a few legal forms (Oy Ab, Tbk PT). */
function areFormsFrom(words: readonly string[], at: number, whose: NameOwner): boolean {
  if (at === words.length) return true;
  if (words.length - at > MOST_BEHIND) return false;
  const form = matchLegalForm(words, at, true, whose);
  return form !== undefined && areFormsFrom(words, at + form.span, whose);
}

/** Returns true if at most one word precedes the initials, which then follow a family name. Particles do not count. */
function hasOneName(words: readonly string[], at: number): boolean {
  return at < 2 || words.slice(0, at).filter((word) => !PARTICLES.has(word)).length < 2;
}

/**
 * Returns the legal form that begins at `at`, trying the longest phrase first. Ambiguous short forms (`sa`, `as`, `ab`)
 * and two single letters (`b v`) count only as the last words, after another word. Some also count at the beginning.
 * @param whose in a person's name, the last two letters are initials (Kerimov S.A.); if the type is unknown, only after
 * a single name
 */
export function matchLegalForm(
  words: readonly string[],
  at: number,
  hasName: boolean,
  whose: NameOwner,
): { span: number; key: string } | undefined {
  const isOrganization = whose === 'organization';
  const first = words[at]!;
  const candidates = phrasesFrom(first);
  if (candidates === undefined) return undefined;
  for (const { words: form, key } of candidates) {
    let end = at;
    for (const word of form) {
      const count = spelled(words, end, word);
      end = count === 0 ? -1 : end + count;
      if (end < 0) break;
    }
    if (end < 0 || end - at === words.length) continue;
    const areLetters = isLetter(first) && end - at === 2;
    const uncertain = AMBIGUOUS_LEGAL.has(form[0]!) || areLetters;
    const mayBeForm = isOrganization || !(areLetters || isGlued(first));
    const areInitials =
      areLetters &&
      hasOneName(words, at) &&
      (whose === 'person' || (whose === 'any' && listed.initials.has(form[0]!)));
    if (
      form.length === 1 &&
      uncertain &&
      !(mayBeForm && isInFront(form[0]!, at, isOrganization, words.slice(end))) &&
      !(hasName && !areInitials && areFormsFrom(words, end, whose))
    )
      continue;
    return { span: end - at, key };
  }
  return undefined;
}
