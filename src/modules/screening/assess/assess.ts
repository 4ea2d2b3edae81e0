/**
 * The test that a regulator would run on the lists as they are: listed names as they stand and as customer files have
 * them, each screened as a request is, and found only if the entry that it came from is a hit.
 */
import type { Queryable } from '../../../platform/db/database.ts';
import { clock } from '../../../platform/clock.ts';
import { randomFrom, type Random } from '../../../platform/crypto/seeded-random.ts';
import { entriesChangedAfter } from '../global/store.ts';
import { MAX_HITS } from '../screen/schemas.ts';
import type { Verdict } from '../screen/screened.ts';
import type { Screening } from '../screen/screening.ts';
import { KINDS, varied, type Kind, type Listed } from './variations.ts';

/** Thresholds of the curve. */
export const THRESHOLDS = Array.from({ length: 31 }, (_, i) => 70 + i);
/** The names of one call: what others do in this process waits for no more. */
const BATCH = 20;
/** A name that is asked as it is listed has more. */
const EXACT_SCORE = 95;
/** A name of so many words is long. */
const LONG_WORDS = 6;

/** A name to ask for, made from a listed one. */
type Asked = {
  readonly kind: Kind;
  readonly name: string;
  readonly listed: string;
  readonly entryId: string;
  readonly list: string;
  readonly script: string;
  /** Properties of the listed name that make it hard. */
  readonly traits: readonly Trait[];
};
type Trait = 'single' | 'long' | 'with_digits';
/** With the score of the entry, 0 if it is no hit at 70, and whether the answer blocks. */
export type Answered = Asked & { readonly score: number; readonly blocks: boolean };
type Unsearchable = { list: string; entryId: string; name: string; reason: string };
type FalsePositive = { name: string; score: number; hit: string; list: string };

export type Assessment = {
  seed: number;
  threshold: number;
  lists: { source: string; entries: number; names: number }[];
  answers: Answered[];
  /** Names of all entries that do not find their own entry. */
  unsearchable: Unsearchable[];
  /** The best hit of each unlisted name that has one at 70. */
  unlisted: { asked: number; hits: FalsePositive[] };
  seconds: number;
};

type Parts = { db: Queryable; screening: Screening; orgId: string };
export type Options = {
  seed: number;
  /** Questions in all. */
  names: number;
  threshold: number;
  /** Sources of the lists to take names from; all if undefined. */
  sources?: readonly string[] | undefined;
  unlisted: readonly string[];
  onProgress?: (done: number, all: number) => void;
};

type ListedName = Listed & Pick<Asked, 'entryId' | 'list'>;

const SCRIPTS: readonly (readonly [string, RegExp])[] = (
  [
    'Latin',
    'Cyrillic',
    'Arabic',
    'Han',
    'Hangul',
    'Hiragana',
    'Katakana',
    'Hebrew',
    'Greek',
    'Thai',
  ] as const
).map((script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')]);

/** The Unicode script of most names: that of a letter that is not Latin, if there is one. */
function scriptOf(name: string): string {
  const [latin, ...others] = SCRIPTS;
  const found = [...others, latin!].find(([, letter]) => letter.test(name));
  return found?.[0] ?? 'other';
}

function traitsOf(name: string): Trait[] {
  const words = name.split(/\s+/).length;
  return [
    ...(words === 1 ? (['single'] as const) : []),
    ...(words >= LONG_WORDS ? (['long'] as const) : []),
    ...(/\d/.test(name) ? (['with_digits'] as const) : []),
  ];
}

/** The names of all entries of the lists, aliases that a list marks as weak left out. */
async function readNames(
  db: Queryable,
  lists: readonly { id: string; source: string }[],
): Promise<{ names: ListedName[]; lists: Assessment['lists'] }> {
  const names: ListedName[] = [];
  const counted: Assessment['lists'] = [];
  for (const { id: listId, source } of lists) {
    const before = names.length;
    let entries = 0;
    for await (const batch of entriesChangedAfter(db, listId, -1))
      for (const { id, entityType, name, aliases } of batch) {
        entries += 1;
        const strong = aliases.filter(({ quality }) => quality !== 'weak').map((one) => one.name);
        for (const text of new Set([name, ...strong]))
          names.push({ name: text, type: entityType, entryId: id, list: source });
      }
    counted.push({ source, entries, names: names.length - before });
  }
  return { names, lists: counted };
}

/** The questions: as many of each kind, from names in a random order; fewer of a kind that few names allow. */
export function questionsOf(names: readonly ListedName[], most: number, random: Random): Asked[] {
  const each = Math.ceil(most / KINDS.length);
  const byKind = new Map<Kind, Asked[]>(KINDS.map((kind) => [kind, []]));
  for (const one of random.shuffled(names)) {
    const open = KINDS.filter((kind) => byKind.get(kind)!.length < each);
    if (open.length === 0) break;
    for (const kind of open) {
      const name = varied(kind, one, random);
      if (name === undefined) continue;
      const { name: listed, entryId, list } = one;
      const script = scriptOf(listed);
      byKind
        .get(kind)!
        .push({ kind, name, listed, entryId, list, script, traits: traitsOf(listed) });
    }
  }
  return [...byKind.values()].flat();
}

/** Asks as a request does. */
async function ask(
  { screening, orgId }: Parts,
  names: readonly string[],
  threshold: number,
): Promise<Verdict[]> {
  const subjects = names.map((name) => ({ name }));
  const caps = { each: MAX_HITS, all: Infinity };
  const rules = { threshold, limit: MAX_HITS };
  const { verdicts } = await screening.screen(orgId, subjects, rules, caps);
  return verdicts;
}

async function answersOf(
  parts: Parts,
  questions: readonly Asked[],
  onProgress: Options['onProgress'],
): Promise<Answered[]> {
  const answers: Answered[] = [];
  for (let at = 0; at < questions.length; at += BATCH) {
    const batch = questions.slice(at, at + BATCH);
    const verdicts = await ask(
      parts,
      batch.map(({ name }) => name),
      // One search gives the whole curve.
      THRESHOLDS[0]!,
    );
    for (const [i, one] of batch.entries()) {
      const { hits, outcome } = verdicts[i]!;
      const hit = hits.find(({ entryId }) => entryId === one.entryId);
      answers.push({ ...one, score: hit?.score ?? 0, blocks: outcome === 'block' });
    }
    onProgress?.(answers.length, questions.length);
  }
  return answers;
}

async function falsePositives(
  parts: Parts,
  names: readonly string[],
): Promise<Assessment['unlisted']> {
  const hits: FalsePositive[] = [];
  for (let at = 0; at < names.length; at += BATCH) {
    const batch = names.slice(at, at + BATCH);
    const verdicts = await ask(parts, batch, THRESHOLDS[0]!);
    for (const [i, name] of batch.entries()) {
      const [best] = verdicts[i]!.hits.toSorted((a, b) => b.score - a.score);
      if (best) hits.push({ name, score: best.score, hit: best.matchedName, list: best.source });
    }
  }
  return { asked: names.length, hits };
}

/** Asks for every name as it is listed. @returns those that do not find their entry, and why */
async function unsearchableOf(parts: Parts, names: readonly ListedName[]): Promise<Unsearchable[]> {
  const found: Unsearchable[] = [];
  for (let at = 0; at < names.length; at += BATCH) {
    const batch = names.slice(at, at + BATCH);
    const texts = batch.map(({ name }) => name);
    const verdicts = await ask(parts, texts, EXACT_SCORE);
    for (const [i, { name, entryId, list }] of batch.entries()) {
      const { hits } = verdicts[i]!;
      if (hits.some((hit) => hit.entryId === entryId)) continue;
      const isFull = hits.length === MAX_HITS;
      const reason = isFull
        ? `${MAX_HITS} other entries have a name that scores as high`
        : 'none of its words can be compared';
      found.push({ list, entryId, name, reason });
    }
  }
  return found;
}

/** @returns undefined if no list has the sources */
export async function assess(parts: Parts, options: Options): Promise<Assessment | undefined> {
  const beganMs = clock.monotonicMs();
  const { seed, threshold, sources } = options;
  const all = await parts.screening.globalLists();
  const chosen = all.filter(({ source }) => sources === undefined || sources.includes(source));
  if (chosen.length === 0) return undefined;
  const { names, lists } = await readNames(parts.db, chosen);
  const unsearchable = await unsearchableOf(parts, names);
  const questions = questionsOf(names, options.names, randomFrom(seed));
  const answers = await answersOf(parts, questions, options.onProgress);
  const unlisted = await falsePositives(parts, options.unlisted);
  const seconds = (clock.monotonicMs() - beganMs) / 1000;
  return {
    seed,
    threshold,
    lists,
    answers,
    unsearchable,
    unlisted,
    seconds,
  };
}
