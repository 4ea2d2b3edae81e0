/** Topics of an entry: the kind of list or measure, in the words of FollowTheMoney. */
import type { GlobalKind } from '../list-kinds.ts';

/** Topics in the order of answers. */
export const TOPICS = [
  'sanction',
  'sanction.counter',
  'asset.frozen',
  'sanction.linked',
  'sanction.control',
  // Topics that Oriki adds: measures that forbid only a few dealings, and a listing that has ended.
  'sanction.sectoral',
  'sanction.ended',
  'export.control',
  'export.control.linked',
  'export.risk',
  'debarment',
  'role.pep',
  'role.rca',
  'role.judge',
  'role.civil',
  'role.diplo',
  'role.lawyer',
  'role.acct',
  'role.spy',
  'role.oligarch',
  'role.journo',
  'role.act',
  'role.lobby',
  'role.pol',
  'gov',
  'gov.national',
  'gov.state',
  'gov.muni',
  'gov.soe',
  'gov.igo',
  'gov.head',
  'gov.admin',
  'gov.executive',
  'gov.legislative',
  'gov.judicial',
  'gov.security',
  'gov.financial',
  'gov.religion',
  'pol.party',
  'pol.union',
  'rel',
  'mil',
  'crime',
  'crime.boss',
  'crime.cyber',
  'crime.env',
  'crime.fin',
  'crime.fraud',
  'crime.terror',
  'crime.theft',
  'crime.traffick',
  'crime.traffick.drug',
  'crime.traffick.human',
  'crime.war',
  'forced.labor',
  'wanted',
  'poi',
  'reg.action',
  'reg.warn',
  'corp.disqual',
  'corp.offshore',
  'corp.public',
  'corp.shell',
  'fin',
  'fin.adivsor',
  'fin.bank',
  'fin.fund',
  'mare.detained',
  'mare.shadow',
  'mare.sts',
  'invest.ban',
  'invest.risk',
  // Former topics, which entries keep until the next import.
  'pep',
  'regulatory',
] as const;
export type Topic = (typeof TOPICS)[number];

const KNOWN: ReadonlySet<string> = new Set(TOPICS);

/** Topics for other publishers' words. */
const BY_WORD: ReadonlyMap<string, Topic> = new Map<string, Topic>([
  ['pep', 'role.pep'],
  ['rca', 'role.rca'],
  ['asset', 'asset.frozen'],
  ['reg', 'reg.action'],
  ['regulatory', 'reg.action'],
  ['export', 'export.control'],
]);

/** Topics for names of lists that appear among programmes. Such a name determines the topics of its rows. */
const BY_LIST: readonly (readonly [RegExp, Topic])[] = [
  [
    /\bsectoral\b|\((?:SSI|NS-MBS(?: List)?|MBS|CAP|CAPTA|CMIC|NS-CMIC(?: List)?|PLC|NS-PLC)\)|\bmenu-based\b|\bcapta list\b|\bmilitary[- ]industrial complex\b|\bpalestinian legislative council\b/i,
    'sanction.sectoral',
  ],
  [/\bdebarred\b|\bdebarment\b/i, 'debarment'],
  [/\b(?:denied persons|entity list|military end[- ]user)\b/i, 'export.control'],
  [/\bunverified list\b/i, 'export.risk'],
  [/\bsection (?:311|9714)\b|\bspecial measures\b/i, 'reg.action'],
];

/** OFAC programmes that forbid only a few dealings, on its list of parties that are not blocked. */
const LIMITED_PROGRAMS: ReadonlySet<string> = new Set([
  '561-RELATED',
  'CMIC-EO13959',
  'NS-CMIC',
  'NS-MBS',
  'NS-PLC',
]);

/** OFAC uses one programme for sectoral and blocking listings, and distinguishes them in the remarks. */
const SECTORAL_REMARK = /\bsubject to directive \d/i;
const SECTORAL_PROGRAM = /\bEO ?13662\b/i;

/** Topics of entries without any, by the kind of their list. Adverse media have no topic. */
const BY_KIND: Readonly<Partial<Record<GlobalKind, Topic>>> = {
  sanctions: 'sanction',
  pep: 'role.pep',
};

type Raw = Readonly<Record<string, unknown>>;

/** Returns the value of a column, whatever its case. */
function columnOf(raw: Raw, ...names: string[]): unknown {
  return Object.entries(raw).find(([column]) => names.includes(column.toLowerCase()))?.[1];
}

function propertiesOf(value: unknown): Raw {
  const properties = (value as { properties?: unknown } | null)?.properties;
  return typeof properties === 'object' && properties !== null ? (properties as Raw) : {};
}

/** Returns the publisher's topics, from FollowTheMoney or from a column with that name. */
function wordsIn(raw: Raw): string[] {
  const own = propertiesOf(raw)['topics'] ?? columnOf(raw, 'topics');
  const words = typeof own === 'string' ? own.split(/[;,]/) : own;
  if (!Array.isArray(words)) return [];
  return words
    .filter((word) => typeof word === 'string')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '');
}

function topicOf(word: string): Topic | undefined {
  return BY_WORD.get(word) ?? (KNOWN.has(word) ? (word as Topic) : undefined);
}

const DAY = /^\d{4}-\d\d-\d\d/;

function isPast(date: unknown, today: string): boolean {
  return typeof date === 'string' && DAY.test(date) && date.slice(0, 10) < today;
}

/**
 * Returns true if the publisher states an end for the row, or for every sanction on the party, and all ends are past.
 */
function isEnded(raw: Raw, today: string): boolean {
  const sanctions = propertiesOf(raw)['sanctions'];
  if (Array.isArray(sanctions) && sanctions.length > 0)
    return sanctions.every((sanction) => {
      const ends = propertiesOf(sanction)['endDate'];
      return Array.isArray(ends) && ends.length > 0 && ends.every((end) => isPast(end, today));
    });
  return isPast(columnOf(raw, 'end_date', 'enddate'), today);
}

function remarksIn(raw: Raw): string {
  const row = (raw['sdn'] as Raw | undefined) ?? raw;
  const remarks = columnOf(row, 'remarks');
  return typeof remarks === 'string' ? remarks : '';
}

/** Returns true for the name of a list that appears among programmes and determines the topics of its rows. */
export function isKnownList(program: string): boolean {
  return BY_LIST.some(([form]) => form.test(program));
}

/** Returns the topics of programmes. Unknown programmes have the topic of the list's kind. */
function topicsOfPrograms(programs: readonly string[], raw: Raw): (Topic | undefined)[] {
  const lists = programs.flatMap((name) => BY_LIST.find(([form]) => form.test(name))?.[1] ?? []);
  if (lists.length > 0) return lists;
  const isSectoral = SECTORAL_REMARK.test(remarksIn(raw));
  return programs.map((program) =>
    LIMITED_PROGRAMS.has(program.toUpperCase()) || (isSectoral && SECTORAL_PROGRAM.test(program))
      ? 'sanction.sectoral'
      : undefined,
  );
}

/** Returns the publisher's topics that Oriki does not know. */
export function unknownTopicsIn(raw: Raw): string[] {
  return wordsIn(raw).filter((word) => topicOf(word) === undefined);
}

/**
 * Returns the topics of an entry, in the order of `TOPICS`: those of its publisher, else those of its programmes, else
 * that of its list. An unknown word counts as the list's topic, because a listed party must never get a weaker one.
 * @param raw the publisher's fields
 * @param today YYYY-MM-DD; a listing with an earlier end has ended
 */
export function topicsOf(
  kind: string,
  programs: readonly string[],
  raw: Raw,
  today: string,
): Topic[] {
  const ofList = BY_KIND[kind as GlobalKind];
  const words = wordsIn(raw).map(topicOf);
  const said = words.length > 0 ? words : topicsOfPrograms(programs, raw);
  const found = new Set((said.length > 0 ? said : [undefined]).map((topic) => topic ?? ofList));
  if (kind === 'sanctions' && isEnded(raw, today)) {
    for (const topic of ['sanction', 'export.control', 'asset.frozen'] as const)
      found.delete(topic);
    found.add('sanction.ended');
  }
  return TOPICS.filter((topic) => found.has(topic));
}
