/**
 * Tests screening as a supervisor would: with listed names, unchanged and varied, and with names that are not listed.
 */
import { canonicalise, DEFAULT_THRESHOLD, entityHint, MAX_TOKENS } from '../../../names/index.ts';
import { yielder } from '../../../platform/concurrency/yield-to-event-loop.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import {
  buildInWorker,
  type EntryInput,
  prepareName,
  type Segment,
} from '../../../matching/index.ts';
import {
  entriesChangedAfter,
  type ListRevision,
  selectGlobalRevisions,
} from '../../lists/index.ts';
import { findHits, type SearchedList } from '../screen/find-hits.ts';
import { IdHashes, newPart } from '../screen/parts.ts';
import {
  pick,
  randomOf,
  varied,
  VARIATION_KINDS,
  type Random,
  type VariationKind,
} from './variations.ts';

const BATCH = 2000;
/** The lowest score on the curve. */
const LEAST = 70;
const BLOCKS = 95;
const MOST_SHOWN = 200;

type Kind = 'exact' | VariationKind;
const FORMS = ['single name', 'long name', 'name with digits', 'other name'] as const;
type Form = (typeof FORMS)[number];

/** A queried name, and the score with which its entry was found; 0 if it was not found. */
type Asked = {
  kind: Kind;
  list: string;
  script: string;
  form: Form;
  name: string;
  asked: string;
  score: number;
};

type Rate = { of: string; asked: number; found: number; rate: number };
export type Assessment = {
  seed: number;
  threshold: number;
  names: number;
  exact: Rate;
  varied: Rate;
  byKind: Rate[];
  byList: Rate[];
  byScript: Rate[];
  byForm: Rate[];
  /** The share of queries that is found at each threshold. */
  curve: { threshold: number; exact: number; varied: number }[];
  /** Entries that no query can find by their listed name. */
  neverFound: { count: number; entries: { list: string; name: string; reason: string }[] };
  /** Names that are not listed. */
  unlisted: {
    asked: number;
    hits: number;
    blocks: number;
    names: { name: string; matchedName: string; score: number }[];
  } | null;
  missed: Asked[];
};

type Listed = { entry: EntryInput; text: string };
type LoadedList = {
  list: SearchedList;
  source: string;
  names: Listed[];
  never: { name: string; reason: string }[];
};

const SCRIPTS = ['Latin', 'Cyrillic', 'Arabic', 'Han', 'Hangul', 'Hebrew', 'Greek'] as const;
const SCRIPT_FORMS = SCRIPTS.map(
  (script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')] as const,
);

function scriptOf(text: string): string {
  return SCRIPT_FORMS.findLast(([, form]) => form.test(text))?.[0] ?? 'other';
}

function formOf(text: string): Form {
  if (/\d/.test(text)) return 'name with digits';
  if (!text.trim().includes(' ')) return 'single name';
  return text.length > 100 ? 'long name' : 'other name';
}

/** Returns the reason why no query finds a name in its listed form; undefined if one can. */
function neverFound(text: string, type: string): string | undefined {
  const { tokens } = canonicalise(text, { entity: entityHint(type) });
  if (tokens.length === 0) return 'nothing of it is compared';
  return tokens.length >= MAX_TOKENS
    ? `only its first ${MAX_TOKENS} words are compared`
    : undefined;
}

async function load(db: Queryable, listRevision: ListRevision): Promise<LoadedList> {
  const names: Listed[] = [];
  const never: LoadedList['never'] = [];
  const noted = async function* () {
    for await (const batch of entriesChangedAfter(db, listRevision.id, -1, BATCH)) {
      for (const entry of batch) {
        const reason = neverFound(entry.name, entry.entityType);
        if (reason) never.push({ name: entry.name, reason });
        const strong = entry.aliases.filter(({ quality }) => quality !== 'weak');
        for (const text of [entry.name, ...strong.map(({ name }) => name)])
          names.push({ entry, text });
      }
      yield batch;
    }
  };
  const segment: Segment = await buildInWorker(noted());
  const { revision } = listRevision;
  const list = { listRevision, revision, parts: [newPart(segment, listRevision, new IdHashes())] };
  return { list, source: listRevision.source, names, never };
}

function bestOf(text: string, list: SearchedList, entryId: string): number {
  const hits = findHits({}, prepareName(text), list, LEAST);
  return Math.max(0, ...hits.filter((hit) => hit.entryId === entryId).map(({ score }) => score));
}

function rate(of: string, asked: readonly Asked[], threshold: number): Rate {
  const found = asked.filter(({ score }) => score >= threshold).length;
  return { of, asked: asked.length, found, rate: asked.length === 0 ? 1 : found / asked.length };
}

function ratesBy(
  asked: readonly Asked[],
  keyOf: (one: Asked) => string,
  threshold: number,
): Rate[] {
  return [...Map.groupBy(asked, keyOf)].map(([of, ones]) => rate(of, ones, threshold));
}

/** Asks one exact and one varied query for each drawn name; kinds take turns as far as they apply. */
async function askAll(
  lists: readonly LoadedList[],
  count: number,
  random: Random,
): Promise<Asked[]> {
  const drawn = lists.flatMap((loaded) => loaded.names.map((name) => ({ loaded, name })));
  const asked: Asked[] = [];
  const yieldIfDue = yielder();
  for (let turn = 0; drawn.length > 0 && asked.length < count; turn += 1) {
    const { loaded, name } = pick(drawn, random);
    const { entry, text } = name;
    const about = { list: loaded.source, script: scriptOf(text), form: formOf(text), name: text };
    const ask = (kind: Kind, said: string): void => {
      const score = bestOf(said, loaded.list, entry.id);
      asked.push({ kind, ...about, asked: said, score });
    };
    if (turn % 2 === 0) ask('exact', text);
    for (let i = 0; i < VARIATION_KINDS.length; i += 1) {
      const kind = VARIATION_KINDS[(turn + i) % VARIATION_KINDS.length]!;
      const said = varied(kind, { text, type: entry.entityType }, random);
      if (said === undefined) continue;
      ask(kind, said);
      break;
    }
    if (turn > 20 * count) break;
    await yieldIfDue();
  }
  return asked;
}

async function askUnlisted(
  lists: readonly LoadedList[],
  names: readonly string[],
): Promise<NonNullable<Assessment['unlisted']>> {
  const found: NonNullable<Assessment['unlisted']>['names'] = [];
  const yieldIfDue = yielder();
  for (const name of names) {
    const hits = lists.flatMap(({ list }) =>
      findHits({}, prepareName(name), list, DEFAULT_THRESHOLD),
    );
    const [best] = hits.toSorted((a, b) => b.score - a.score);
    if (best) found.push({ name, matchedName: best.matchedName, score: best.score });
    await yieldIfDue();
  }
  const blocks = found.filter(({ score }) => score >= BLOCKS).length;
  return { asked: names.length, hits: found.length, blocks, names: found.slice(0, MOST_SHOWN) };
}

/**
 * Assesses screening on global lists. The same seed gives the same queries on the same lists.
 * @param sources of lists; empty means all sanctions lists
 */
export async function assess(
  db: Queryable,
  {
    sources,
    seed,
    count,
    unlisted,
  }: { sources: readonly string[]; seed: number; count: number; unlisted?: readonly string[] },
): Promise<Assessment> {
  const revisions = (await selectGlobalRevisions(db))
    .filter(({ kind, source }) =>
      sources.length > 0 ? sources.includes(source) : kind === 'sanctions',
    )
    .toSorted((a, b) => (a.source < b.source ? -1 : 1));
  const lists: LoadedList[] = [];
  for (const revision of revisions) lists.push(await load(db, revision));
  const asked = await askAll(lists, count, randomOf(seed));
  const isExact = ({ kind }: Asked): boolean => kind === 'exact';
  const [exact, others] = [asked.filter(isExact), asked.filter((one) => !isExact(one))];
  const threshold = DEFAULT_THRESHOLD;
  const never = lists.flatMap(({ source, never: own }) =>
    own.map((one) => ({ list: source, ...one })),
  );
  return {
    seed,
    threshold,
    names: asked.length,
    exact: rate('exact', exact, threshold),
    varied: rate('varied', others, threshold),
    byKind: ratesBy(asked, ({ kind }) => kind, threshold),
    byList: ratesBy(asked, ({ list }) => list, threshold),
    byScript: ratesBy(asked, ({ script }) => script, threshold),
    byForm: ratesBy(asked, ({ form }) => form, threshold),
    curve: Array.from({ length: 101 - LEAST }, (_, i) => ({
      threshold: LEAST + i,
      exact: rate('', exact, LEAST + i).rate,
      varied: rate('', others, LEAST + i).rate,
    })),
    neverFound: { count: never.length, entries: never.slice(0, MOST_SHOWN) },
    unlisted: unlisted ? await askUnlisted(lists, unlisted) : null,
    missed: asked.filter(({ score }) => score < threshold).slice(0, MOST_SHOWN),
  };
}
