import { canonicalText, MAX_NAME_CHARS, personsWords } from '../../../names/canonical/canonical.ts';
import {
  FORMS_OF_ADDRESS,
  HARD_TITLES,
  TITLES_THAT_ARE_NAMES,
} from '../../../names/words/honorifics.ts';
import { ORGANIZATION_MARKERS, PARTICLES } from '../../../names/words/word-classes.ts';
import { businessParts } from './business.ts';
import { spellingForm } from './spelling.ts';
import {
  BUSINESS_WORDS,
  GENERATIONS,
  PARTICLES_OR_NAMES,
  PARTNERS,
  SPELLINGS,
  TITLES_OR_NAMES,
} from './tables.ts';

/** The maximum number of words of one name that are compared; the alignment takes cubic time. */
const MAX_WORDS = 16;
/** The maximum number of holders of a joint account that are read. */
const MAX_HOLDERS = 4;

export type Word = {
  /** In canonical form; several words if they are one name written apart. */
  text: string;
  /** The text without spaces, which is compared. */
  letters: string;
  /** The common form of all its usual spellings. */
  form: string;
  kind: 'full' | 'initial';
  latin: boolean;
};

/** A name's words and related facts. */
export type Parsed = {
  words: Word[];
  /** Parts such as `de` and `al`. They are not names, but may be joined to one. */
  particles: string[];
  business: boolean;
  /** Jr, Snr, III: distinguishes father and son when both sides have one. */
  generation: string | undefined;
};

function isTitle(word: string): boolean {
  return (HARD_TITLES.has(word) && !TITLES_OR_NAMES.has(word)) || FORMS_OF_ADDRESS.has(word);
}
function isParticle(word: string): boolean {
  return word.length > 1 && PARTICLES.has(word) && !PARTICLES_OR_NAMES.has(word);
}

/** A word in the form for comparison. */
export function wordOf(text: string): Word {
  const letters = text.replaceAll(' ', '');
  return {
    text,
    letters,
    form: spellingForm(letters),
    kind: /^[a-z]$/.test(letters) ? 'initial' : 'full',
    latin: /^[a-z0-9]+$/.test(letters),
  };
}

const APOSTROPHE = /['’‘ʼʻʾʿ`´]/;
const PARTED = /(\p{L}[\p{L}\p{M}]+)['’‘ʼʻʾʿ`´](?=\p{L})/gu;

/** Sa'adu is one name, which screening's canonical form splits. D'Souza and Al'Amin stay two words. */
function withoutApostrophes(text: string): string {
  return APOSTROPHE.test(text)
    ? text.replace(PARTED, (whole, before: string) =>
        isParticle(canonicalText(before)) ? whole : before,
      )
    : text;
}

/**
 * Returns screening's canonical words of a person's name. Titles in any position are dropped, because registers write
 * `OKORO NGOZI (MRS)`; the few that are also given names stay.
 */
function canonicalWords(written: string): { words: string[]; all: readonly string[] } {
  const text = withoutApostrophes(written.slice(0, MAX_NAME_CHARS));
  const { words: untitled, all } = personsWords(text);
  const words = untitled.filter((word) => !isTitle(word));
  return {
    words: [...words, ...all.filter((word) => TITLES_OR_NAMES.has(word) && !words.includes(word))],
    all,
  };
}

/** The letters of a text's last word. */
export function lastLetters(text: string): string | undefined {
  return canonicalText(withoutApostrophes(text), { entity: 'organization' }).split(' ').at(-1);
}

/** The words of a text that are names or initials, in the form of `Word.text`. */
export function nameWords(text: string): string[] {
  return canonicalWords(text).words.filter((word) => !isParticle(word));
}

function isBusiness(words: readonly string[]): boolean {
  const parts = businessParts(words);
  return parts.some(
    ({ compared }) => ORGANIZATION_MARKERS.has(compared) || BUSINESS_WORDS.has(compared),
  );
}

/** True if a name has an abbreviation of a business word (Inv) that may also belong to a person. */
export function mayBeBusiness({ words }: Parsed): boolean {
  return words.some(({ letters }) => ORGANIZATION_MARKERS.has(SPELLINGS.get(letters) ?? ''));
}

function businessWords(names: readonly string[]): Word[] {
  const parts = businessParts(names).slice(0, MAX_WORDS);
  return parts.map(({ written, compared }) => ({ ...wordOf(compared), text: written }));
}

/** The words of one person's name, and the facts about them. */
export function parseName(text: string): Parsed {
  const { words, all } = canonicalWords(text);
  const business = isBusiness(all);
  const names = words.filter((word) => !isParticle(word));
  return {
    words: business ? businessWords(names) : names.slice(0, MAX_WORDS).map(wordOf),
    particles: words.filter(isParticle).slice(0, MAX_WORDS),
    business,
    generation: all.map((word) => GENERATIONS.get(word)).find((mark) => mark !== undefined),
  };
}

/**
 * The words after leading titles that are also names (King Adaeze Okonkwo); undefined where there are none, or where
 * fewer than two names would remain.
 */
export function behindHonorifics(words: readonly Word[]): readonly Word[] | undefined {
  const head = words.findIndex(({ letters }) => !TITLES_THAT_ARE_NAMES.has(letters));
  const rest = words.slice(head);
  return head > 0 && rest.filter(({ kind }) => kind === 'full').length >= 2 ? rest : undefined;
}

const HOLDERS = new RegExp(
  String.raw`(?:[/\\&+;]|(?<![^\s/])(?:and|or|with)(?![^\s/]))(?!\s*(?:${PARTNERS.join('|')})(?!\p{L}))`,
  'iu',
);

/** True if a name has `&` or another sign between two names. */
export function hasJoiner(text: string): boolean {
  return HOLDERS.test(text);
}

/**
 * The names of a joint account's holders, each complete: `MR JOHN AND MRS MARY OKORO` gives John Okoro and Mary Okoro.
 * One name for any other record.
 */
export function holdersOf(record: string): string[] {
  const text = record.slice(0, MAX_NAME_CHARS);
  if (!HOLDERS.test(text)) return [text];
  const holders = text
    .split(HOLDERS, 2 * MAX_HOLDERS)
    .map((part) => canonicalWords(part).words)
    .filter((words) => words.length > 0)
    .slice(0, MAX_HOLDERS);
  if (!holders.some((words) => words.length > 1) || holders.length < 2) return [text];
  // The surname may occur once: at the end if the first holder lacks it, otherwise at the beginning.
  const surname = holders[0]!.length === 1 ? holders.at(-1)!.at(-1)! : holders[0]![0]!;
  return holders.map((words) => (words.length === 1 ? [...words, surname] : words).join(' '));
}
