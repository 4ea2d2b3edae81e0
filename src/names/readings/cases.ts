/** Brings Russian and Ukrainian names in another case to the nominative: Сечину Игорю Ивановичу. */
import { foldedWords } from '../canonical/fold.ts';
import { keyed, readLines, wrong } from '../data/read.ts';
import { keyOf } from '../words/ascii-keys.ts';
import { SPELLING_CLASS } from '../words/variants.ts';

/** The ends of words in one case of one gender, the longest first, with those of the nominative. */
type Declension = {
  readonly name: string;
  readonly ends: readonly (readonly [end: string, nominative: string])[];
};

/** In place of a nominative: no word has this end in this case. */
const NEVER = '-';
const CASE = /^(?:dative|genitive|accusative|instrumental|prepositional) (?:wo)?man$/;

const lists = new Map<string, string[]>();
for (const line of readLines('readings/slavic-cases.txt')) {
  const [key, text] = keyed(line);
  const words = text.split(/\s+/);
  if (CASE.test(key) && words.some((word) => !word.includes('=')))
    wrong(line.where, 'an end, an equals sign and an end are missing');
  lists.set(key, [...(lists.get(key) ?? []), ...words]);
}
function listOf(key: string): readonly string[] {
  return lists.get(key) ?? [];
}
const PATRONYMICS = listOf('patronymic');
const UNCHANGED = listOf('unchanged');
const WOMEN: ReadonlySet<string> = new Set(listOf('woman'));
/** Names in the nominative look like these cases, so that a patronymic must show them, or a known given name. */
const GENITIVE_OF_MAN = 'genitive man';
const UNSURE: ReadonlySet<string> = new Set([GENITIVE_OF_MAN, 'prepositional man']);
const DECLENSIONS: readonly Declension[] = [...lists.keys()]
  .filter((key) => CASE.test(key))
  .map((name) => ({
    name,
    ends: listOf(name)
      .map((pair) => pair.split('=') as [string, string])
      .toSorted(([a], [b]) => b.length - a.length),
  }));

function endsWithOne(word: string, ends: readonly string[]): boolean {
  return ends.some((end) => word.length > end.length && word.endsWith(end));
}

const CYRILLIC_NAME = /^[\p{Script=Cyrillic}\s.’'-]+$/u;
const IN_OTHER_CASE = /[уюаяеоыиймієї](?:[\s.-]|$)/iu;
const CONSONANT = /[бвгджзклмнпрстфхцчшщь]$/u;

/** Returns false only for a text that is a name in the nominative, or in another script. */
export function mayBeDeclined(text: string): boolean {
  return CYRILLIC_NAME.test(text) && IN_OTHER_CASE.test(text) && nominatives(text).length > 0;
}

/** Returns true if a man's given name in the genitive is one by the tables of spellings, and no woman's name. */
function isKnownMan(word: string, nominative: string): boolean {
  const isKnown = (one: string): boolean => SPELLING_CLASS.has(keyOf(one, 'other'));
  return isKnown(nominative) && !isKnown(word) && !WOMEN.has(word);
}

/** Returns the name in the nominative if each of its words can be in this case. */
function nominativeOf(words: readonly string[], { name, ends }: Declension): string | undefined {
  const found: string[] = [];
  let changed = 0;
  let foreign = 0;
  let isSure = !UNSURE.has(name);
  for (const word of words) {
    const end = ends.find(
      ([one]) => word === one || (word.length > one.length + 1 && word.endsWith(one)),
    );
    const isForeign = name.endsWith(' woman') && CONSONANT.test(word);
    if (isForeign) foreign += 1;
    if (isForeign || word.length === 1 || endsWithOne(word, UNCHANGED)) {
      found.push(word);
      continue;
    }
    if (end === undefined || end[1] === NEVER) return undefined;
    const nominative = word.slice(0, -end[0].length) + end[1];
    changed += 1;
    isSure ||=
      endsWithOne(nominative, PATRONYMICS) ||
      (name === GENITIVE_OF_MAN && isKnownMan(word, nominative));
    found.push(nominative);
  }
  // A woman's family name that ends in a consonant comes after two declined names.
  return changed > foreign && isSure ? found.join(' ') : undefined;
}

/** Returns a name of several words in the nominative, by each case and gender that it can be in; none if it is in it already. */
export function nominatives(text: string): string[] {
  if (!CYRILLIC_NAME.test(text)) return [];
  const words = foldedWords(text);
  if (words.length < 2 || words.some((word) => endsWithOne(word, PATRONYMICS))) return [];
  const found = DECLENSIONS.map((declension) => nominativeOf(words, declension));
  return [...new Set(found.filter((one) => one !== undefined))];
}
