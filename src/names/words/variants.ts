import { readLines, wordsOf, wrong, type DataLine } from '../data/read.ts';
import { patronymics } from './patronymics.ts';
import { rememberedSlavicForms, slavicFormOf } from './slavic-forms.ts';

const FILES = ['arabic', 'west-african', 'slavic', 'european', 'east-asian', 'thai', 'business'];

/**
 * Maps each spelling to the head of its class, from lines of spellings of one name. Each word of `distinct` has its
 * own class. Throws with file and line if a spelling is in two classes, or alone in a line.
 */
export function spellingClasses(
  lines: readonly DataLine[],
  distinct: readonly DataLine[] = [],
): ReadonlyMap<string, string> {
  const classes = new Map<string, string>();
  const add = (spelling: string, head: string, where: string): void => {
    const other = classes.get(spelling);
    if (other !== undefined) wrong(where, `"${spelling}" is also a spelling of "${other}"`);
    classes.set(spelling, head);
  };
  for (const { text, where } of lines) {
    const spellings = wordsOf(text, where);
    const head = spellings[0]!;
    if (spellings.length === 1) wrong(where, `"${head}" is alone`);
    for (const spelling of spellings) add(spelling, head, where);
  }
  for (const { text, where } of distinct)
    for (const word of wordsOf(text, where)) add(word, word, where);
  return classes;
}

/**
 * Shorter spellings have too little information for a rule. Arabic names need more letters, because their vowels vary.
 */
const SHORTEST_RULED = { slavic: 4, arabic: 5 };

/** Reads lines of `expression => replacement` (`\` for nothing). Throws with file and line. */
export function spellingRules(lines: readonly DataLine[]): (spelling: string) => string[] {
  const rules = lines.map(({ text, where }) => {
    const [from, to, ...more] = text.split(' => ');
    if (!from || !to || more.length > 0 || !/^(?:[a-z]+|\\)$/.test(to))
      return wrong(where, 'an expression, => and letters are missing');
    return { from: new RegExp(from, 'g'), to: to === '\\' ? '' : to };
  });
  return (spelling) => rules.map(({ from, to }) => spelling.replace(from, to));
}

/**
 * Returns `classes` with the spellings that `variants` makes of those in `ruled`. Adds no word that is already in a
 * class, or that two classes produce.
 */
export function applyRules(
  classes: ReadonlyMap<string, string>,
  ruled: Iterable<string>,
  variants: (spelling: string) => string[],
  shortest = SHORTEST_RULED.arabic,
): ReadonlyMap<string, string> {
  const made = new Map<string, string | undefined>();
  for (const spelling of ruled) {
    const head = classes.get(spelling)!;
    if (spelling.length < shortest) continue;
    for (const variant of variants(spelling)) {
      if (classes.has(variant) || variant.length < shortest) continue;
      made.set(variant, made.has(variant) && made.get(variant) !== head ? undefined : head);
    }
  }
  const all = new Map(classes);
  for (const [variant, head] of made) if (head !== undefined) all.set(variant, head);
  return all;
}

/** Returns the rows of both. Spreading them into one array would create an array per row. */
function joined(
  classes: ReadonlyMap<string, string>,
  more: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const all = new Map(classes);
  for (const [spelling, head] of more) all.set(spelling, head);
  return all;
}

function linesOfFile(name: string): DataLine[] {
  return readLines(`spellings-${name}.txt`);
}

/** Spellings from the tables, and those that rules make of them. */
const WRITTEN: ReadonlyMap<string, string> = (['slavic', 'arabic'] as const).reduce(
  (classes, file) =>
    applyRules(
      classes,
      spellingClasses(linesOfFile(file)).keys(),
      spellingRules(readLines(`spelling-rules-${file}.txt`)),
      SHORTEST_RULED[file],
    ),
  spellingClasses(FILES.flatMap(linesOfFile), readLines('distinct-names.txt')),
);

const PATRONYMICS: ReadonlyMap<string, string> = patronymics(
  readLines('patronymics.txt'),
  spellingClasses(linesOfFile('slavic')),
  WRITTEN,
);

/**
 * Maps each spelling to the head of its class. Sources: data/spellings-*.txt and data/distinct-names.txt. For Arabic
 * and Slavic names also the results of data/spelling-rules-*.txt, and for Slavic names patronymics by
 * data/patronymics.txt. Two spellings of one class are the same name. Names of different classes are known to be
 * different, even with similar letters (Hasan is not Husayn, Mahmud is not Muhammad).
 */
export const SPELLING_CLASS: ReadonlyMap<string, string> = joined(WRITTEN, PATRONYMICS);

function classesOfForms(classes: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const byForm = new Map<string, string | undefined>();
  const formOf = rememberedSlavicForms();
  for (const [word, head] of classes) {
    const form = formOf(word);
    if (form !== undefined)
      byForm.set(form, byForm.has(form) && byForm.get(form) !== head ? undefined : head);
  }
  return new Map([...byForm].flatMap(([form, head]) => (head === undefined ? [] : [[form, head]])));
}

/**
 * Maps forms of patronymics by data/slavic-forms.txt to the head of their class, so that one word may mix usages
 * (Alexejewicz). Omits a form that two fathers' names produce.
 */
const PATRONYMIC_OF_FORM: ReadonlyMap<string, string> = classesOfForms(PATRONYMICS);

/** Returns a key of a word's length and the letters at its ends. A map would hash all letters. */
function endsOf(word: string): number {
  const last = word.length - 1;
  const start = (word.charCodeAt(0) << 5) ^ word.charCodeAt(1);
  const end = (word.charCodeAt(last - 1) << 5) ^ word.charCodeAt(last);
  return ((start << 5) ^ (end << 1) ^ last) & 0xffff;
}
const ENDS = new Uint8Array(0x1_0000);
for (const spelling of SPELLING_CLASS.keys()) ENDS[endsOf(spelling)] = 1;

/**
 * Returns the head of a spelling's class, or the form of a Slavic family name that is in no class. Faster than
 * `SPELLING_CLASS.get` if most words are new.
 */
export function spellingOf(word: string): string | undefined {
  const listed = ENDS[endsOf(word)] === 0 ? undefined : SPELLING_CLASS.get(word);
  if (listed !== undefined) return listed;
  const form = slavicFormOf(word);
  return form === undefined ? undefined : (PATRONYMIC_OF_FORM.get(form) ?? form);
}
