/** Sanctions listings that can block, and those that are only for review. */
import { Type } from 'typebox';
import { StringEnum, Strict, MapOf } from '../../../../platform/http/schema.ts';
import {
  fits,
  OperatorFileError,
  parseYaml,
  readText,
} from '../../../../platform/operator-file.ts';
import { type Topic, TOPICS } from '../../../../matching/index.ts';

const EFFECTS = ['block', 'review'] as const;
type Effect = (typeof EFFECTS)[number];

/** The operator's table. Names of programmes are in lower case. */
export type Effects = {
  readonly topics: ReadonlyMap<string, Effect>;
  readonly programs: ReadonlyMap<string, Effect>;
};

export const STANDARD_EFFECTS: Effects = { topics: new Map(), programs: new Map() };

/** Topics that forbid dealings with the party itself. All others are for review. */
const BLOCKING: ReadonlySet<Topic> = new Set<Topic>([
  'sanction',
  'sanction.counter',
  'asset.frozen',
  'export.control',
  'crime.terror',
  'regulatory',
]);

/**
 * Returns true if a listing means that its party is blocked. A programme in the operator's table has precedence over
 * topics. An entry of several programmes is for review only if all of them are. An entry without known topics blocks.
 */
export function canBlock(
  { topics, programs }: { readonly topics: readonly Topic[]; readonly programs: readonly string[] },
  effects: Effects,
): boolean {
  const set = programs.map((program) => effects.programs.get(program.toLowerCase()));
  if (set.includes('block')) return true;
  if (set.length > 0 && set.every((effect) => effect === 'review')) return false;
  const blocks = (topic: Topic): boolean =>
    (effects.topics.get(topic) ?? (BLOCKING.has(topic) ? 'block' : 'review')) === 'block';
  return topics.length === 0 || topics.some(blocks);
}

const EffectsFile = Strict({
  topics: Type.Optional(MapOf(StringEnum('ListingEffect', EFFECTS))),
  programs: Type.Optional(MapOf(StringEnum('ListingEffect', EFFECTS))),
});

/** Reads the operator's table; without a path, returns the standard one. @throws OperatorFileError */
export async function loadEffects(path: string | undefined): Promise<Effects> {
  if (path === undefined) return STANDARD_EFFECTS;
  const problems: string[] = [];
  const report = (at: string, message: string): number => problems.push(`${at}: ${message}`);
  const value = parseYaml(await readText(path, 'file', report), report);
  if (problems.length === 0 && fits(EffectsFile, value, '', report)) {
    const { topics = {}, programs = {} } = value;
    for (const topic of Object.keys(topics))
      if (!(TOPICS as readonly string[]).includes(topic))
        report(`topics.${topic}`, 'is no topic that is known');
    if (problems.length === 0)
      return {
        topics: new Map(Object.entries(topics)),
        programs: new Map(
          Object.entries(programs).map(([name, effect]) => [name.trim().toLowerCase(), effect]),
        ),
      };
  }
  throw new OperatorFileError('table of effects', path, problems);
}
