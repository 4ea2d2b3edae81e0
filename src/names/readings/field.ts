import { tokensOf } from '../words/tokens.ts';
import { foldedWords } from '../canonical/fold.ts';
import { GENERIC_WORDS, ORGANIZATION_MARKERS, PLACE_WORDS } from '../words/word-classes.ts';
import { placedWords } from './phrases.ts';
import { SHIP_PREFIXES, TITLES_IN_FRONT } from './tables.ts';

/** The sort of thing that a list says an entry is. */
export type NamedType = 'person' | 'organization' | 'vessel' | 'aircraft' | 'unknown';

/**
 * The way to a reading. `removed`: something was left out that is no part of the name, or it was written in full.
 * `part`: it is one of several names in the field. `former`: a name that it no longer has. `behind`: somebody for whom the
 * party acts. `typed`: a letter for a digit, in what is asked alone: lists are not typed.
 */
export type ReadingKind = 'removed' | 'part' | 'former' | 'behind' | 'typed';

/** A name on the way to a reading. */
export type Field = {
  readonly text: string;
  readonly kind: ReadingKind;
  readonly leftOut: readonly string[];
  /** A title was left out, or what one word remains of may be another name. */
  readonly isUnsure?: boolean;
  /** It counts only where it is the whole name: it may be a part of one (Garcia Lopez, Juan Carlos). */
  readonly isWholeOnly?: boolean;
};

const EDGES = /^[\s,;:/&+.\-–—'"“”«»|]+|[\s,;:/&+\-–—"“«|]+$/gu;

/** Without the marks around a name. */
export function trimmed(text: string): string {
  return text.replace(EDGES, '').replace(/\s+/gu, ' ');
}

/** The same field with another text. */
export function without(field: Field, text: string, ...leftOut: string[]): Field {
  const gone = leftOut.map(trimmed).filter((one) => one !== '');
  return { ...field, text: trimmed(text), leftOut: [...field.leftOut, ...gone] };
}

/** A word of business that is none before `of`, where it says whose child a person is. */
const CHILD_OF = /(?<!\p{L})son of(?!\p{L})/giu;
/** The text without a title in front, which may have a word of business (Police Major General). */
function withoutTitle(text: string): string {
  const words = placedWords(text);
  const title = TITLES_IN_FRONT.at(text, words, 0);
  return title?.kind === 'sure' ? text.slice(words[title.span]?.from ?? text.length) : text;
}

let last = { text: '', isOrganization: false };

/** Tells whether a text is the name of an organization by its words; the last answer is kept, because each rule asks. */
export function isOrganization(text: string, type: NamedType): boolean {
  if (type !== 'unknown') return type !== 'person';
  if (text !== last.text) last = { text, isOrganization: hasOrganizationWord(text) };
  return last.isOrganization;
}

function hasOrganizationWord(text: string): boolean {
  const words = foldedWords(withoutTitle(text).replace(CHILD_OF, ' '));
  if (words.some((word) => ORGANIZATION_MARKERS.has(word) || GENERIC_WORDS.has(word))) return true;
  const tokens = tokensOf(words, 'organization');
  return [tokens.at(0), tokens.at(-1)].some((token) => token?.kind === 'legal');
}

/** A shorter word before a legal form is the name of many. */
const SHORTEST_NAME = 5;

/** The only word before a legal form, of which the list may have another one (Havanatur LLC, Havanatur S.A.). */
export function withoutLegalForm(field: Field): Field | undefined {
  const [name, form, ...more] = tokensOf(foldedWords(field.text), 'organization');
  if (name?.kind !== 'name' || name.key.length < SHORTEST_NAME) return undefined;
  return form?.kind === 'legal' && more.length === 0
    ? without(field, name.text, form.text)
    : undefined;
}

/** The number of words that say whose name it is; an initial is one beside a single other. */
export function distinctiveWords(text: string): number {
  const words = foldedWords(text);
  const isMarked = words.some((word) => ORGANIZATION_MARKERS.has(word));
  const tokens = tokensOf(words, isMarked ? 'organization' : 'any');
  const { length } = tokens.filter(
    ({ kind, key }) =>
      (kind === 'name' || kind === 'common' || kind === 'generic' || kind === 'place') &&
      key.length > 1,
  );
  const isInitial = ({ kind, text: own }: (typeof tokens)[number]): boolean =>
    kind === 'initial' && words.includes(own);
  // M.V. is a prefix of ships.
  const isShip = SHIP_PREFIXES.at(text, placedWords(text), 0) !== undefined;
  return length === 1 && !isShip && tokens.some(isInitial) ? 2 : length;
}

/** Tells whether nothing but countries, regions and business words stands in a text. */
export function isPlaceOnly(text: string): boolean {
  const words = foldedWords(text);
  return (
    words.length > 0 && words.every((word) => PLACE_WORDS.has(word) || GENERIC_WORDS.has(word))
  );
}
