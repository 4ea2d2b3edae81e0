import { readLines, wordsOf, wrong, type DataLine } from '../data/read.ts';
import { patronymics } from './patronymics.ts';
import { rememberedSlavicForms, slavicFormOf } from './slavic-forms.ts';

const FILES = ['arabic', 'west-african', 'slavic', 'european', 'east-asian', 'thai', 'business'];

/**
 * Spelling to the head of its class, from lines of spellings of one name; a word of `distinct` is a class of
 * its own. Throws with file and line when a spelling is in two classes, or alone.
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

/** Spellings shorter than this say too little for a rule: more of them in Arabic names, whose vowels vary. */
const SHORTEST_RULED = { slavic: 4, arabic: 5 };

/** Reads lines of `expression => what takes its place` (`\` for nothing). Throws with file and line. */
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
 * `classes` with what `variants` makes of each of their spellings in `ruled`. A word that is in a class, or is
 * made of spellings of two classes, is not added.
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

/** The rows of both. Spreading them into one array would make an array of each row. */
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

/** Spellings that stand in tables, and those that rules make of them. */
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
 * Spelling to the head of its class (data/spellings-*.txt, data/distinct-names.txt; of Arabic and
 * Slavic names also what data/spelling-rules-*.txt makes of them, of Slavic ones their patronymics by data/patronymics.txt). Two spellings of one class are the same name; two names of different
 * classes are known to be different names, however close their letters are (Hasan is not Husayn, Mahmud not
 * Muhammad).
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
 * Forms of patronymics by data/slavic-forms.txt to the head of their class, so that usages may be mixed in one word
 * (Alexejewicz). A form that two fathers' names make is left out.
 */
const PATRONYMIC_OF_FORM: ReadonlyMap<string, string> = classesOfForms(PATRONYMICS);

/** A key of the length and the letters at the ends of a word; a map would hash all of its letters. */
function endsOf(word: string): number {
  const last = word.length - 1;
  const start = (word.charCodeAt(0) << 5) ^ word.charCodeAt(1);
  const end = (word.charCodeAt(last - 1) << 5) ^ word.charCodeAt(last);
  return ((start << 5) ^ (end << 1) ^ last) & 0xffff;
}
const ENDS = new Uint8Array(0x1_0000);
for (const spelling of SPELLING_CLASS.keys()) ENDS[endsOf(spelling)] = 1;

/**
 * The head of the class of a spelling, or the form of a Slavic family name that is in no class. Faster than
 * `SPELLING_CLASS.get` where most words are new.
 */
export function spellingOf(word: string): string | undefined {
  const listed = ENDS[endsOf(word)] === 0 ? undefined : SPELLING_CLASS.get(word);
  if (listed !== undefined) return listed;
  const form = slavicFormOf(word);
  return form === undefined ? undefined : (PATRONYMIC_OF_FORM.get(form) ?? form);
}
