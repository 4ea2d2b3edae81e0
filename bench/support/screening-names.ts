import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { EntryInput } from '../../src/matching/engine/index.ts';
import { NameMaker, picker, random, SCRIPTS, slip, type RealNames } from './made-up-names.ts';

/**
 * Names for measurements: real lists, enlarged with made-up people and organizations. A fifth of all are organizations.
 * The names are in all scripts and have typing errors as in real lists. They are the same in every run.
 */
const ROOT = join(import.meta.dirname, '../..');
const SHARED = resolve(ROOT, process.env['SCREENING_DATA'] ?? '../shared/data/screening');
const SAMPLE = join(ROOT, 'data/ofac-2021-sample');

function table(file: string): string[][] {
  return parse(readFileSync(file), { relax_column_count: true, relax_quotes: true }) as string[][];
}

const hasShared = existsSync(join(SHARED, 'ofac_2021_sdn.csv'));
export const source = hasShared ? SHARED : SAMPLE;

const TYPES: Readonly<Record<string, string>> = { individual: 'person', '-0-': 'organization' };

/** Returns the entries of the OFAC list, with its aliases. */
function listed(): EntryInput[] {
  const [sdn, alt] = hasShared
    ? ['ofac_2021_sdn.csv', 'ofac_2021_alt.csv']
    : ['sdn.csv', 'alt.csv'];
  const byId = new Map<string, EntryInput & { aliases: { name: string }[] }>();
  for (const [id = '', name = '', type = ''] of table(join(source, sdn))) {
    if (name === '') continue;
    const entityType = TYPES[type.trim()] ?? 'unknown';
    byId.set(id.trim(), { id, name, aliases: [], dobs: [], countries: [], entityType });
  }
  for (const [id = '', , , name = ''] of table(join(source, alt)))
    byId.get(id.trim())?.aliases.push({ name });
  return [...byId.values()];
}

/** Returns people who are on no list. If the file is missing, it composes them from the sample's own words. */
export function unlisted(): string[] {
  const file = join(SHARED, 'unlisted_people_10k.csv');
  if (existsSync(file))
    return (parse(readFileSync(file), { columns: true, bom: true }) as { full_name: string }[]).map(
      (row) => row.full_name,
    );
  const words = listed().flatMap(({ name }) => name.split(/[ ,]+/).slice(0, 2));
  return Array.from({ length: 10_000 }, (_, i) => {
    const at = (i * 7919) % words.length;
    return `${words[at]} ${words[(at * 31 + 17) % words.length]}`;
  });
}

const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz';
function madeUpId(next: () => number): string {
  let id = 'gent_0';
  for (let i = 0; i < 25; i++) id += BASE32[Math.floor(next() * 32)]!;
  return id;
}

const ALIASES = 0.5;
const BATCH = 1000;

/** Returns the source of made-up names: people on lists and on none, and organizations on lists. */
function realNames(): RealNames {
  const people: { given: string[]; last: string }[] = [];
  for (const person of unlisted()) {
    const words = person.split(' ');
    if (words.length > 1) people.push({ given: words.slice(0, 1), last: words.at(-1)! });
  }
  const organisations: string[][] = [];
  for (const { name, entityType } of listed()) {
    const [last = '', first] = name.split(', ');
    if (entityType === 'person' && first !== undefined)
      people.push({ given: first.split(' ').slice(0, 2), last });
    else if (entityType === 'organization' && name.includes(' '))
      organisations.push(name.split(' '));
  }
  return { people, organisations };
}

/** Yields batches of entries with at least `names` names: the real list first, then made-up names. */
export async function* entries(names: number): AsyncGenerator<EntryInput[]> {
  const next = random(20_260);
  const maker = new NameMaker(realNames(), 20_261);
  const real = listed();
  const left = { names };
  let batch: EntryInput[] = [];
  const take = (entry: EntryInput): boolean => {
    batch.push(entry);
    left.names -= 1 + entry.aliases.length;
    return batch.length === BATCH;
  };
  for (const entry of real) {
    if (left.names <= 0) break;
    if (take({ ...entry, id: madeUpId(next) })) {
      yield batch;
      batch = [];
    }
  }
  while (left.names > 0) {
    const { name, entityType } = maker.make();
    const aliases: { name: string }[] = [];
    if (entityType === 'person' && next() < ALIASES)
      aliases.push({ name: name.split(' ').toReversed().join(' ') });
    if (next() < ALIASES)
      aliases.push({
        name: name
          .split(' ')
          .map((w) => slip(w, next))
          .join(' '),
      });
    const year = 1940 + Math.floor(next() * 60);
    const entry = { id: madeUpId(next), name, aliases, dobs: [`${year}-01-13`], countries: ['NG'] };
    if (take({ ...entry, entityType })) {
      yield batch;
      batch = [];
    }
  }
  yield batch;
}

/**
 * Yields names without end, like those of a bank's customers. Each has the given names of one unlisted person and the
 * last name of another in the same script.
 */
export function* customers(seed: number): Generator<string> {
  const people = unlisted().map((name) => name.split(' '));
  const scriptOf = ([first = '']: string[]) => SCRIPTS.find((script) => script.test(first));
  const groups = Map.groupBy(people, scriptOf);
  const pick = picker(random(seed));
  for (;;) {
    const one = pick(people);
    const other = pick(groups.get(scriptOf(one))!);
    yield [...one.slice(0, -1), other.at(-1)!].join(' ');
  }
}

/**
 * Returns questions in equal parts: names of the list, the same with one or two errors, and others. The others are
 * people of all scripts who are on no list, and made-up names, of which a fifth are organizations.
 */
export function questions(names: readonly string[], count: number, seed: number): string[] {
  const next = random(seed);
  const people = unlisted();
  const maker = new NameMaker(realNames(), seed);
  const pick = picker(next);
  return Array.from({ length: count }, (_, i) => {
    if (i % 3 === 0) return pick(names);
    if (i % 3 === 1) {
      const once = slip(pick(names), next);
      return next() < 0.5 ? once : slip(once, next);
    }
    return i % 6 === 2 ? pick(people) : maker.make().name;
  });
}
