/** Topics of an entry: the sort of list, or of measure, that it stands for. */
import type { GlobalKind } from '../screen/schemas.ts';

export const TOPICS = ['sanction', 'pep', 'crime', 'debarment', 'regulatory'] as const;
export type Topic = (typeof TOPICS)[number];

/**
 * By the words of publishers: our own, and OpenSanctions' topics, whose first part says it where the whole is not named
 * here.
 */
const BY_WORD: ReadonlyMap<string, Topic> = new Map<string, Topic>([
  ...TOPICS.map((topic) => [topic, topic] as const),
  ['asset', 'sanction'],
  ['role.pep', 'pep'],
  ['role.rca', 'pep'],
  ['wanted', 'crime'],
  ['reg', 'regulatory'],
  ['export', 'regulatory'],
  ['corp.disqual', 'regulatory'],
]);

/** By programmes of lists that are not all about sanctions: those of the United States' consolidated list, and FinCEN's. */
const BY_PROGRAM: readonly (readonly [RegExp, Topic])[] = [
  [/\bdebarred\b|\bdebarment\b/i, 'debarment'],
  [
    /\b(?:denied persons|entity list|unverified list|military end[- ]user|section 311|special measures)\b/i,
    'regulatory',
  ],
];

/** Topics of entries that say nothing of it, by the kind of their list. Media have none of their own. */
const BY_KIND: Readonly<Partial<Record<GlobalKind, Topic>>> = { sanctions: 'sanction', pep: 'pep' };

/** The publisher's own words, of FollowTheMoney or in a column of that name, whatever its case. */
function wordsIn(raw: Readonly<Record<string, unknown>>): string[] {
  const properties = raw['properties'] as { topics?: unknown } | null | undefined;
  const own =
    properties?.topics ??
    Object.entries(raw).find(([column]) => column.toLowerCase() === 'topics')?.[1];
  if (typeof own === 'string') return own.split(/[;,]/).map((word) => word.trim());
  return Array.isArray(own) ? own.filter((word) => typeof word === 'string') : [];
}

function topicOf(word: string): Topic | undefined {
  return BY_WORD.get(word) ?? BY_WORD.get(word.split('.')[0]!);
}

/**
 * The topics of an entry, in the order of `TOPICS`: what its publisher says of it, else what its programmes are known for,
 * else what its list is about.
 * @param raw the publisher's own fields
 */
export function topicsOf(
  kind: string,
  programs: readonly string[],
  raw: Readonly<Record<string, unknown>>,
): Topic[] {
  const said = wordsIn(raw).flatMap((word) => topicOf(word) ?? []);
  const known =
    said.length > 0
      ? said
      : programs.flatMap((program) => BY_PROGRAM.find(([form]) => form.test(program))?.[1] ?? []);
  const found = new Set(known.length > 0 ? known : [BY_KIND[kind as GlobalKind]]);
  return TOPICS.filter((topic) => found.has(topic));
}
