import { keyed, readLines, wrong, type DataLine } from '../data/read.ts';
import { isGlued } from './initials.ts';
import { isSlipOf, mayBeSlip } from './slips.ts';
import { SPELLING_CLASS } from './variants.ts';
import { GENERIC_WORDS, PARTICLES } from './word-classes.ts';

/** Legal forms by class, and those that are words or names as well. */
type LegalForms = {
  readonly classes: Readonly<Record<string, readonly string[]>>;
  /** A form to the one that it is a spelling of. */
  readonly spellings: ReadonlyMap<string, string>;
  readonly ambiguous: ReadonlySet<string>;
  readonly front: ReadonlySet<string>;
  readonly letters: ReadonlySet<string>;
  readonly initials: ReadonlySet<string>;
};

/** A shorter word behind a form may be any name (Ao Yun); in an organization's name it is one of its words (P.T. Maju). */
const SHORTEST_BEHIND = { any: 5, organization: 4 };

const FORM = /^[\p{Ll}\p{Lo}]+(?: [\p{Ll}\p{Lo}]+)*$/u;

const SPELLING = 'spelling ';
const MARKS = ['ambiguous', 'front', 'letters', 'initials'] as const;
function isMark(key: string): key is (typeof MARKS)[number] {
  return (MARKS as readonly string[]).includes(key);
}

/**
 * Reads lines of `class: form, form` and `spelling form: form, form`; the classes of `MARKS` mark forms of the others. Throws with file and
 * line when a form is in two classes.
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

/** Legal forms of organisations, by class (data/legal-forms.txt); phrases are in canonical form. */
export const LEGAL_CLASSES = listed.classes;

/** A legal form to the one that it is a spelling of; forms of one class are not (Ltd, GmbH). */
export const LEGAL_SPELLINGS = listed.spellings;

/** Forms that are also words or names: a legal form only at the end of a longer name. */
export const AMBIGUOUS_LEGAL = listed.ambiguous;

function isGeneric(word: string): boolean {
  return GENERIC_WORDS.has(word) || GENERIC_WORDS.has(SPELLING_CLASS.get(word) ?? '');
}

/** Tells whether a word is no known name of a person. */
function isNoKnownName(word: string): boolean {
  return !SPELLING_CLASS.has(word) || isGeneric(word);
}

/** Tells whether a word says whose name it is: what stands before DP World is no form. */
function isNaming(word: string): boolean {
  return !isGeneric(word) && !PHRASES.has(word);
}

/**
 * Tells whether an ambiguous form stands before a name of an organisation: the word behind it is no known name. Letters
 * with dots or spaces are initials where the name may be a person's.
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

/** Tells whether a name may have a legal form as an organization's that it has not as a person's: at its begin or end. */
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

/** First words of forms by their first letter. */
const FIRST_WORDS: ReadonlyMap<string, readonly string[]> = Map.groupBy(
  PHRASES.keys(),
  (word) => word[0]!,
);

/** Words whose near phrases are kept: words of names come again. */
const NEAR_KEPT = 32_768;
const nearKept = new Map<string, readonly LegalPhrase[] | undefined>();

/** The phrases whose first word is this one with a slip. */
function phrasesNear(word: string): readonly LegalPhrase[] | undefined {
  if (!mayBeSlip(word)) return undefined;
  const known = nearKept.get(word);
  if (known !== undefined || nearKept.has(word)) return known;
  const near = FIRST_WORDS.get(word[0]!)?.filter((first) => isSlipOf(word, first));
  const phrases =
    near === undefined || near.length === 0 || !isNoKnownName(word)
      ? undefined
      : near.flatMap((first) => PHRASES.get(first)!);
  if (nearKept.size >= NEAR_KEPT) nearKept.clear();
  nearKept.set(word, phrases);
  return phrases;
}

/** Phrases that may be written letter by letter, by their first one. */
const PHRASES_BY_LETTER: ReadonlyMap<string, readonly LegalPhrase[]> = (() => {
  const byLetter = new Map<string, LegalPhrase[]>();
  for (const phrase of [...PHRASES.values()].flat()) {
    const letter = phrase.words[0]![0]!;
    byLetter.set(letter, [...(byLetter.get(letter) ?? []), phrase]);
  }
  for (const list of byLetter.values()) list.sort((a, b) => b.words.length - a.words.length);
  return byLetter;
})();

function isLetter(word: string | undefined): boolean {
  return word !== undefined && /^[a-z]$/.test(word);
}

/** The number of words from `at` on that spell `form`: one, or its letters with dots or spaces (s a, l l c); 0 if none. */
function spelled(words: readonly string[], at: number, form: string): number {
  const given = words[at];
  if (given === undefined) return 0;
  if (given === form || isSlipOf(given, form)) return listed.letters.has(form) ? 0 : 1;
  if (form.length < 2 || form.length > 5 || isLetter(words[at - 1])) return 0;
  const fits = [...form].every((letter, i) => words[at + i] === letter);
  return fits && !isLetter(words[at + form.length]) ? form.length : 0;
}

function phrasesFrom(word: string): readonly LegalPhrase[] | undefined {
  return isLetter(word) ? PHRASES_BY_LETTER.get(word) : (PHRASES.get(word) ?? phrasesNear(word));
}

/** Tells whether a legal form may begin with a word; else it does in no name. */
export function mayBeginLegalForm(word: string): boolean {
  return phrasesFrom(word) !== undefined;
}

/** Whose name it is, as far as that is known. */
export type NameOwner = 'person' | 'organization' | 'any';

/** Words that may be forms behind a form. */
const MOST_BEHIND = 4;

/** Tells whether nothing but a few legal forms stands from `at` on (Oy Ab, Tbk PT). */
function areFormsFrom(words: readonly string[], at: number, whose: NameOwner): boolean {
  if (at === words.length) return true;
  if (words.length - at > MOST_BEHIND) return false;
  const form = matchLegalForm(words, at, true, whose);
  return form !== undefined && areFormsFrom(words, at + form.span, whose);
}

/** Tells whether a single word is in front of initials, which follow a family name; particles do not count. */
function hasOneName(words: readonly string[], at: number): boolean {
  return at < 2 || words.slice(0, at).filter((word) => !PARTICLES.has(word)).length < 2;
}

/**
 * The legal form that begins at `at`, longest phrase first. Ambiguous short forms (`sa`, `as`, `ab`) and two
 * single letters (`b v`) count only as the last words, after at least one other; some also in front.
 * @param whose a person's two last letters are initials (Kerimov S.A.), but behind one name alone; `any`: of no known type
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
