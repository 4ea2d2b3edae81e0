import { canonicalise, canonicalText, MAX_NAME_CHARS } from '../../../names/canonical/canonical.ts';
import {
  FORMS_OF_ADDRESS,
  HARD_TITLES,
  TITLES_THAT_ARE_NAMES,
} from '../../../names/canonical/honorifics.ts';
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

/** Words of one name that are compared; the alignment is cubic in them. */
const MAX_WORDS = 16;
/** Holders of a joint account that are looked at. */
const MAX_HOLDERS = 4;

export type Word = {
  /** As canonicalised; several words when they are one name written apart. */
  text: string;
  /** The same without spaces: what is compared. */
  letters: string;
  /** The form that every usual spelling of it leads to. */
  form: string;
  kind: 'full' | 'initial';
  latin: boolean;
};

/** A name's words and the facts beside them. */
export type Parsed = {
  words: Word[];
  /** Parts such as `de` and `al`: no names, but they may be written together with one. */
  particles: string[];
  business: boolean;
  /** Jr, Snr, III: tells father and son apart when both sides have one. */
  generation: string | undefined;
};

function isTitle(word: string): boolean {
  return (HARD_TITLES.has(word) && !TITLES_OR_NAMES.has(word)) || FORMS_OF_ADDRESS.has(word);
}
function isParticle(word: string): boolean {
  return word.length > 1 && PARTICLES.has(word) && !PARTICLES_OR_NAMES.has(word);
}

/** A word as it is compared. */
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

/** Sa'adu is one name, which screening's canonical form parts; D'Souza and Al'Amin stay two words. */
function withoutApostrophes(text: string): string {
  return APOSTROPHE.test(text)
    ? text.replace(PARTED, (whole, before: string) =>
        isParticle(canonicalText(before)) ? whole : before,
      )
    : text;
}

/**
 * Screening's canonical words of a person's name. Titles are dropped wherever they stand, since registers
 * write `OKORO NGOZI (MRS)`; the few that are given names too stay.
 */
function canonicalWords(written: string): { words: string[]; all: string[] } {
  const text = withoutApostrophes(written.slice(0, MAX_NAME_CHARS));
  const split = (canonical: string): string[] => (canonical === '' ? [] : canonical.split(' '));
  const all = split(canonicalText(text, { entity: 'organization' }));
  const words = split(canonicalise(text, { entity: 'person' }).canonical).filter(
    (word) => !isTitle(word),
  );
  return {
    words: [...words, ...all.filter((word) => TITLES_OR_NAMES.has(word) && !words.includes(word))],
    all,
  };
}

/** The letters of a text's last word. */
export function lastLetters(text: string): string | undefined {
  return canonicalText(withoutApostrophes(text), { entity: 'organization' }).split(' ').at(-1);
}

/** The words of a text that are names or initials, as they stand in `Word.text`. */
export function nameWords(text: string): string[] {
  return canonicalWords(text).words.filter((word) => !isParticle(word));
}

function isBusiness(words: readonly string[]): boolean {
  const parts = businessParts(words);
  return parts.some(
    ({ compared }) => ORGANIZATION_MARKERS.has(compared) || BUSINESS_WORDS.has(compared),
  );
}

/** Tells whether a name has a word that is short for one of a business (Inv), and may be one of a person. */
export function mayBeBusiness({ words }: Parsed): boolean {
  return words.some(({ letters }) => ORGANIZATION_MARKERS.has(SPELLINGS.get(letters) ?? ''));
}

function businessWords(names: readonly string[]): Word[] {
  const parts = businessParts(names).slice(0, MAX_WORDS);
  return parts.map(({ written, compared }) => ({ ...wordOf(compared), text: written }));
}

/** The words of one person's name, and what stands beside them. */
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
 * The words behind the titles at the head that are names as well (King Adaeze Okonkwo); undefined where there are none,
 * or where fewer than two names would be left.
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

/** Tells whether a name has `&` or another sign between two names. */
export function hasJoiner(text: string): boolean {
  return HOLDERS.test(text);
}

/**
 * The names of a joint account's holders, each whole: `MR JOHN AND MRS MARY OKORO` is John Okoro and Mary
 * Okoro. One name for any other record.
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
  // The surname may stand once: last when the first holder lacks it, else first.
  const surname = holders[0]!.length === 1 ? holders.at(-1)!.at(-1)! : holders[0]![0]!;
  return holders.map((words) => (words.length === 1 ? [...words, surname] : words).join(' '));
}
