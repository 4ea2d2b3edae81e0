/**
 * Names in the forms that customers' files contain: ships with prefixes, placeholders for dates, joint and titled
 * holders.
 */
import { prepareName } from '../../src/matching/engine/index.ts';
import { factsOf } from '../../src/matching/facts/schemas.ts';
import type { ImportedEntry } from '../../src/modules/lists/import/types.ts';
import { randomOf } from '../../src/modules/screening/assess/variations.ts';
import { findHits, type SearchedList } from '../../src/modules/screening/screen/find-hits.ts';
import { idOf, listOf } from './facts.ts';

const SHIP_PREFIXES = [
  'MT',
  'M/T',
  'M.T.',
  'MV',
  'M/V',
  'M.V.',
  'SS',
  'M/Y',
  'LPG/C',
  'TANKER',
  'OIL TANKER',
  'MOTOR VESSEL',
];
const PLACEHOLDERS = ['1900-01-01', '1901-01-01', '1899-12-30'];
const PERSONS = 300;
const BLOCKS_FROM = 95;
const LEAST_SHIPS = 0.99;

type Answer = { outcome: 'clear' | 'review' | 'block'; entries: string[] };

function answerOf(name: string, birthDate: string | undefined, list: SearchedList, at: number) {
  const question = birthDate === undefined ? {} : { facts: factsOf({ birthDate })! };
  const hits = findHits(question, prepareName(name), list, at);
  const isBlocked = hits.some(
    ({ score, contradicted, explanation }) =>
      score >= BLOCKS_FROM && !contradicted && explanation.reading?.mayBlock !== false,
  );
  const outcome = isBlocked ? 'block' : hits.length > 0 ? 'review' : 'clear';
  return { outcome, entries: hits.map(({ entryId }) => entryId) } satisfies Answer;
}

/** Ships of the list, each searched with every prefix. */
function shipsWithPrefixes(entries: readonly ImportedEntry[], threshold: number) {
  const list = listOf(entries, true);
  const figures = { ships: 0, asked: 0, found: 0, otherOutcome: 0, missed: [] as string[] };
  for (const [i, { entityType, name }] of entries.entries()) {
    if (entityType !== 'vessel') continue;
    figures.ships++;
    const { outcome } = answerOf(name, undefined, list, threshold);
    for (const prefix of SHIP_PREFIXES) {
      const asked = `${prefix} ${name}`;
      const answer = answerOf(asked, undefined, list, threshold);
      figures.asked++;
      if (answer.outcome !== outcome) figures.otherOutcome++;
      if (answer.entries.includes(idOf(i))) figures.found++;
      else figures.missed.push(asked);
    }
  }
  return figures;
}

/** Persons of the list with a full date of birth, searched with placeholders and with 1 January of their year. */
function personsWithPlaceholders(entries: readonly ImportedEntry[], threshold: number) {
  const list = listOf(entries, true);
  const dated = [...entries.entries()].filter(
    ([, { entityType, dobs }]) => entityType === 'person' && dobs[0]?.length === 10,
  );
  const step = Math.max(1, Math.floor(dated.length / PERSONS));
  const sample = dated.filter((_, at) => at % step === 0).slice(0, PERSONS);
  const figures = { persons: sample.length, asked: 0, lost: [] as string[] };
  for (const [i, { name, dobs }] of sample)
    for (const date of [...PLACEHOLDERS, `${dobs[0]!.slice(0, 4)}-01-01`]) {
      figures.asked++;
      const isFound = (birthDate?: string): boolean =>
        answerOf(name, birthDate, list, threshold).entries.includes(idOf(i));
      if (isFound() && !isFound(date)) figures.lost.push(`${name}, ${date}`);
    }
  return figures;
}

type Made = (one: string, other: string) => string;

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf(' ') + 1);
}

const FIELDS: readonly Made[] = [
  (one, other) => `${one} & ${other}`,
  (one, other) => `${one} and ${other}`,
  (one, other) => `${one} / ${other}`,
  (one, other) => `${one} c/o ${other}`,
  (one, other) => `${one} formerly ${lastOf(other)}`,
  (one, other) => `${one} T/A ${lastOf(other)} Stores`,
  (one) => `${one} (deceased)`,
  ...["Dato'", 'Tan Sri', 'Encik', 'Haji', 'De heer', 'Chief', 'Daw', 'Bapak', 'Sheikh'].map(
    (title): Made =>
      (one) =>
        `${title} ${one}`,
  ),
  (one) => `${lastOf(one)} Trading Ltd`,
  (one) => `${lastOf(one)} and Sons Limited`,
  (one) => `${lastOf(one)} Shipping LLC`,
  (one) => `Al ${lastOf(one)} Exchange`,
];

/** Joint, titled and company names, composed of names of unlisted people. */
function madeOfUnlisted(
  people: readonly string[],
  entries: readonly ImportedEntry[],
  threshold: number,
) {
  const list = listOf(entries, true);
  const figures = { asked: 0, hits: 0, blocked: [] as string[] };
  const step = Math.max(1, Math.floor(people.length / 500));
  for (let at = 0; at + step < people.length; at += step) {
    const made = FIELDS[figures.asked % FIELDS.length]!;
    const name = made(people[at]!, people[at + step]!);
    const { outcome } = answerOf(name, undefined, list, threshold);
    figures.asked++;
    if (outcome !== 'clear') figures.hits++;
    if (outcome === 'block') figures.blocked.push(name);
  }
  return figures;
}

/** Unlisted people, searched without a date of birth and with a random one. */
function withRandomDates(
  people: readonly string[],
  entries: readonly ImportedEntry[],
  threshold: number,
) {
  const list = listOf(entries, true);
  const random = randomOf(1);
  const figures = { without: { review: 0, block: 0 }, with: { review: 0, block: 0 } };
  const count = (of: keyof typeof figures, name: string, date?: string): void => {
    const { outcome } = answerOf(name, date, list, threshold);
    if (outcome !== 'clear') figures[of][outcome]++;
  };
  for (const name of people) {
    const part = (from: number, many: number): string =>
      String(from + Math.floor(random() * many)).padStart(2, '0');
    count('without', name);
    count('with', name, `${part(1940, 65)}-${part(1, 12)}-${part(1, 28)}`);
  }
  return figures;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/**
 * Returns the rows of the table, and the names that are missed or wrongly blocked because of the form of their field.
 */
export function evaluateFields(
  people: readonly string[],
  entries: readonly ImportedEntry[],
  threshold: number,
) {
  const ships = shipsWithPrefixes(entries, threshold);
  const share = ships.found / Math.max(1, ships.asked);
  const dated = personsWithPlaceholders(entries, threshold);
  const made = madeOfUnlisted(people, entries, threshold);
  const { without, with: random } = withRandomDates(people, entries, threshold);
  const rows = [
    {
      name: `${ships.ships} ships found with each of ${SHIP_PREFIXES.length} prefixes (with another outcome)`,
      ours: `${percent(share)} (${ships.otherOutcome})`,
      goal: `>= ${percent(LEAST_SHIPS)}`,
      met: share >= LEAST_SHIPS,
    },
    {
      name: `of ${dated.persons} persons lost by a placeholder date or 1 January`,
      ours: String(dated.lost.length),
      goal: '0',
      met: dated.lost.length === 0,
    },
    {
      name: `of ${people.length} unlisted people for review (that block) without and with a random date of birth`,
      ours: `${without.review} (${without.block}), ${random.review} (${random.block})`,
      goal: 'no more',
      met: random.review + random.block <= without.review + without.block,
    },
    {
      name: `joint, titled and company names of ${made.asked} unlisted people: hits (that block)`,
      ours: `${made.hits} (${made.blocked.length})`,
      goal: '0 block',
      met: made.blocked.length === 0,
    },
  ];
  return { rows, wrong: [...ships.missed, ...dated.lost, ...made.blocked] };
}
