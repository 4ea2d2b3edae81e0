/** The tables of the readings, from data/readings. */
import { keyed, readLines, wrong } from '../data/read.ts';
import { Phrases } from './phrases.ts';

/** Maximum number of parties in a field that may be a single word. Later parties need two distinctive words. */
export const MOST_PARTIES = 4;

const TITLES = ['front', 'name-too', 'polite', 'behind'] as const;
const GLUED = ['glued-front', 'glued-behind', 'glued-full'] as const;
/** `polite`: a title that is a name as well, and is also written before a single given name. */
type Title = 'sure' | 'name-too' | 'polite';

/** Words that divide a field into several names. */
export type Divider = 'alias' | 'birth' | 'trading' | 'former' | 'behind';
const RULES = [
  'branch',
  'seat',
  'successor',
  'affiliate',
  'firm',
  'estate',
  'trust',
  'ship',
] as const;
/** Words that a rule needs only next to one of the words above. They give no reading by themselves. */
const WORDS_BESIDE = ['including', 'with', 'its'] as const;
type Rule = (typeof RULES)[number] | (typeof WORDS_BESIDE)[number];
const DIVIDERS: ReadonlySet<string> = new Set(['alias', 'birth', 'trading', 'former', 'behind']);

export const TITLES_IN_FRONT = new Phrases<Title>();
export const TITLES_BEHIND = new Phrases<Title>();
export const SHIP_PREFIXES = new Phrases<'ship'>();
/** `name-too`: the word may be part of a name. */
export const JOINTS = new Phrases<'joint' | 'name-too'>();
export const DIVIDERS_BETWEEN = new Phrases<Divider>();
export const FOR_WHOM = new Phrases<'for-whom'>();
/** `alone`: the word is a name unless exactly one other word is present. */
export const FILLERS = new Phrases<'filler' | 'name-too' | 'alone'>();
/**
 * `person`: the word is also part of companies' names. `office`: the name of its organization follows. `owner`: a
 * person with a business whose name has no other sign of one.
 */
export const REMARKS = new Phrases<'remark' | 'person' | 'office' | 'owner'>();
/** Words for relatives and further parties, after a joining word. */
export const COMPANIONS = new Phrases<'companion'>();
/** Words next to a filler. */
export const ABSENT = new Phrases<'absent'>();
/** Words of a trade, which a person's name never has. */
export const TRADE_WORDS = new Phrases<'trade'>();
export const ADDRESS_WORDS = new Phrases<'address'>();
/** Short forms; the kind is the full form. */
export const SHORT_FORMS = new Phrases<string>();
/** Words before the place of a party. */
export const WHERE = new Phrases<'place'>();
/** Words between a person and a company. */
export const BESIDE_COMPANY = new Phrases<'company'>();
/** Words after a name that are also names (ISA), and cities. */
export const ENDS = new Phrases<'end'>();
/** Words before the husband's family name (Petrova de Garcia). */
export const HUSBANDS = new Phrases<'husband'>();
/** Words after the father's name (Rauf oglu). */
export const FATHERS = new Phrases<'father'>();
/**
 * Words of a form before a name. `name-too`: also a word of a name. `marked`: only before a mark. `other`: before a
 * mark and a text that is not a name.
 */
export const LABELS = new Phrases<'label' | 'name-too' | 'marked' | 'other'>();
/** Words of the expressions by which rules find readings. */
export const WORDS_OF_RULES = new Phrases<(typeof RULES)[number]>();

const glued: { [Kind in (typeof GLUED)[number]]: string[] } = {
  'glued-front': [],
  'glued-behind': [],
  'glued-full': [],
};

for (const line of readLines('readings/forms-of-address.txt')) {
  const [key, forms] = keyed(line);
  const kind = key.split(' ')[0]!;
  if (kind === 'glued-front' || kind === 'glued-behind' || kind === 'glued-full')
    glued[kind].push(...forms.split(/\s+/));
  else if (!(TITLES as readonly string[]).includes(kind))
    wrong(line.where, `"${key}" is no kind of form of address`);
  else
    for (const form of forms.split(', ')) {
      if (kind === 'behind') TITLES_BEHIND.add(form, 'sure');
      else TITLES_IN_FRONT.add(form, kind === 'front' ? 'sure' : (kind as Title));
    }
}

const KINDS_OF_LABELS = {
  label: 'label',
  'label-too': 'name-too',
  marked: 'marked',
  other: 'other',
} as const;
for (const line of readLines('readings/form-labels.txt')) {
  const [key, forms] = keyed(line);
  const kind = key.split(' ')[0]!;
  if (kind === 'label-glued') glued['glued-front'].push(...forms.split(/\s+/));
  else if (Object.hasOwn(KINDS_OF_LABELS, kind))
    for (const form of forms.split(', '))
      LABELS.add(form, KINDS_OF_LABELS[kind as keyof typeof KINDS_OF_LABELS]);
  else wrong(line.where, `"${key}" is no kind of label`);
}

for (const line of readLines('readings/ship-prefixes.txt'))
  for (const form of keyed(line)[1].split(', ')) SHIP_PREFIXES.add(form, 'ship');

const BEHIND_NATIONALITY = ['national', 'citizen', 'passport'];
for (const line of readLines('readings/cities.txt')) {
  const [key, forms] = keyed(line);
  for (const form of forms.split(', '))
    if (key.startsWith('nationality '))
      for (const word of BEHIND_NATIONALITY) ENDS.add(`${form} ${word}`, 'end');
    else ENDS.add(form, 'end');
}

const PLAIN: ReadonlyMap<string, (form: string) => void> = new Map([
  ['joint', (form: string) => JOINTS.add(form, 'joint')],
  ['joint-too', (form: string) => JOINTS.add(form, 'name-too')],
  ['companion', (form: string) => COMPANIONS.add(form, 'companion')],
  ['absent', (form: string) => ABSENT.add(form, 'absent')],
  ['for-whom', (form: string) => FOR_WHOM.add(form, 'for-whom')],
  ['filler', (form: string) => FILLERS.add(form, 'filler')],
  ['filler-alone', (form: string) => FILLERS.add(form, 'alone')],
  ['filler-too', (form: string) => FILLERS.add(form, 'name-too')],
  ['remark', (form: string) => REMARKS.add(form, 'remark')],
  ['end-too', (form: string) => ENDS.add(form, 'end')],
  ['remark-person', (form: string) => REMARKS.add(form, 'person')],
  ['office', (form: string) => REMARKS.add(form, 'office')],
  ['owner', (form: string) => REMARKS.add(form, 'owner')],
  ['address', (form: string) => ADDRESS_WORDS.add(form, 'address')],
  ['trade', (form: string) => TRADE_WORDS.add(form, 'trade')],
  ['where', (form: string) => WHERE.add(form, 'place')],
  ['company', (form: string) => BESIDE_COMPANY.add(form, 'company')],
  [
    'where-company',
    (form: string) => {
      WHERE.add(form, 'place');
      BESIDE_COMPANY.add(form, 'company');
    },
  ],
  ['husband', (form: string) => HUSBANDS.add(form, 'husband')],
  ['father', (form: string) => FATHERS.add(form, 'father')],
  ...RULES.map(
    (rule) =>
      [
        rule,
        (form: string) => {
          WORDS_OF_RULES.add(form, rule);
          addToRule(rule, form);
        },
      ] as const,
  ),
  ...WORDS_BESIDE.map((rule) => [rule, (form: string) => addToRule(rule, form)] as const),
]);

const formsOfRules = new Map<Rule, string[]>();
function addToRule(rule: Rule, form: string): void {
  formsOfRules.set(rule, [...(formsOfRules.get(rule) ?? []), form]);
}

const SIGNS = /^[\p{Script=Han}\p{Script=Hiragana}]+$/u;
const joints: string[] = [];
const dividers: string[] = [];

for (const line of readLines('readings/name-fields.txt')) {
  const [key, forms] = keyed(line);
  const [kind, full] = key.split(' ');
  for (const form of forms.split(', ')) {
    const [short = '', written] = form.split(' = ');
    if (key === 'joint' && SIGNS.test(form)) joints.push(form);
    if (DIVIDERS.has(key) && SIGNS.test(form) && form.length > 1) dividers.push(form);
    if (DIVIDERS.has(key)) DIVIDERS_BETWEEN.add(form, key as Divider);
    else if (kind === 'child' && full) SHORT_FORMS.add(form, full);
    else if (kind === 'written' && written) SHORT_FORMS.add(short, written);
    else {
      const add = PLAIN.get(key) ?? wrong(line.where, `"${key}" is no kind of phrase`);
      add(form);
    }
  }
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function longestFirst(forms: readonly string[]): string {
  return forms
    .toSorted((a, b) => b.length - a.length)
    .map(escape)
    .join('|');
}

/** Words between parties that are written together with the names, as a part of an expression. */
export const SIGN_JOINTS = longestFirst(joints);
/** Words before another name that are written together with the names, as a part of an expression. */
export const SIGN_DIVIDERS = longestFirst(dividers);

/** Returns the forms of a rule as a part of an expression. */
export function formsOf(rule: Rule): string {
  return `(?:${longestFirst(formsOfRules.get(rule) ?? [])})`;
}

/** Forms of address that are written together with the name. */
export const GLUED_FRONT = new RegExp(`^(?:${longestFirst(glued['glued-front'])})`, 'u');
const SIGN = '[\\p{Script=Han}\\p{Script=Hangul}\\p{Script=Katakana}]';
/** Forms of address after two signs. Such a form is also the last sign of given names after three signs (李怡君). */
export const GLUED_BEHIND = new RegExp(
  `(?:(?<=${SIGN}{2}) ?(?:${longestFirst(glued['glued-behind'])})|(?<=${SIGN}{3}) ?(?:${longestFirst(glued['glued-full'])}))$`,
  'u',
);

const hanPlaces = readLines('readings/han-places.txt').flatMap((line) =>
  keyed(line)[1].split(/\s+/),
);
/** Matches a place by its signs, with or without the sign for its rank. */
export const HAN_PLACE = `(?:(?:${longestFirst(hanPlaces)})(?:省|市|地区|地區|特别行政区|特別行政區|自治区|自治區)?)`;
