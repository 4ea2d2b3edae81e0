/**
 * A list in the form of users' spreadsheets: comma-separated, with a header row. Columns may be in any order, their
 * names in any case:
 * - `name`: required; all other columns and cells are optional
 * - `id` or `external_id`: default is a hash of name, dob and country
 * - `type` or `entity_type`: person, organization, vessel, aircraft and usual synonyms
 * - `aliases` or `alias`, `weak_aliases`: separated by semicolons
 * - `dob`: one or several separated by semicolons, in the subset of dates.ts
 * - `country` or `countries`: alpha-2 codes or English names, separated by semicolons
 * - `program` or `programs`: separated by semicolons
 * - `gender`; `birth_place` and `addresses`: separated by semicolons, each with the country after its last comma
 * - `identifier_…` or `id_…`: an identifier named by the text that follows (`id_passport` is `passport`)
 * `raw` has the whole row, including other columns.
 */
import { createHash } from 'node:crypto';
import { countryOf } from './country-names.ts';
import { FileDates } from './text/date-orders.ts';
import { impossibleDate } from './dates.ts';
import { dialectOf, inUtf8, readAs, withBeginning } from './text/dialect.ts';
import { entryOf } from './entry-of.ts';
import { listFormat, type ReadRow } from './list-format.ts';
import { headerIn } from './generic-header.ts';
import type { Header } from './generic-header.ts';
import { readLines } from './lines.ts';
import { cleanText, MAX_ID_LENGTH, MAX_NAME_LENGTH, quote } from './names.ts';
import { namesOf } from './text/name-columns.ts';
import { readRecords } from './text/records.ts';
import type { EntityType, ImportedAlias, ImportedEntry, ImportInput } from './types.ts';

const ENTITY_TYPES: Readonly<Record<EntityType, readonly string[]>> = {
  person: ['person', 'individual'],
  organization: ['organization', 'organisation', 'entity', 'company', 'legalentity', 'org'],
  vessel: ['vessel', 'ship'],
  aircraft: ['aircraft', 'airplane'],
  unknown: ['unknown', ''],
};

const typeByWord = new Map(
  Object.entries(ENTITY_TYPES).flatMap(([type, words]) =>
    words.map((word) => [word, type as EntityType] as const),
  ),
);

const NO_DATE = 'cannot be read as a date, or only if the order of day and month is known';

function splitList(cell: string): string[] {
  return cell
    .split(';')
    .map(cleanText)
    .filter((item) => item !== '');
}

type Report = (reason: string) => void;

/** Returns the type for the usual words of lists. */
export function typeOf(cell: string, omit: Report): EntityType {
  const type = typeByWord.get(cell.toLowerCase());
  if (type === undefined)
    omit(`type: ${quote(cell)} is not one of person, organization, vessel, aircraft, unknown`);
  return type ?? 'unknown';
}

function aliasesOf(cell: string, quality: ImportedAlias['quality'], omit: Report): ImportedAlias[] {
  return splitList(cell).flatMap((name): ImportedAlias[] => {
    if (name.length <= MAX_NAME_LENGTH) return [{ name, quality, kind: 'aka' }];
    omit(`aliases: ${quote(name)} is longer than ${MAX_NAME_LENGTH} characters`);
    return [];
  });
}

/**
 * Returns 128 bits of a hash of the values that distinguish people. It does not depend on how the row is written,
 * such as the order of dobs and countries, or "Nigeria" for "NG".
 */
export function defaultId(
  name: string,
  dobs: readonly string[],
  countries: readonly string[],
): string {
  const parts = JSON.stringify([name, dobs.toSorted(), countries.toSorted()]);
  return createHash('sha256').update(parts).digest('hex').slice(0, 32);
}

/** fromEntries defines own properties, so a column may be named `__proto__`. */
function filled(pairs: readonly (readonly [string, string])[]): Record<string, string> {
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''));
}

/**
 * Returns the row's entry, or the reason why it has none. Only a fault in the naming columns loses the entry: a listed
 * party with an unreadable date stays listed.
 */
function toEntry(
  cells: readonly string[],
  { names, columns, identifiers }: Header,
  fileDates: FileDates,
  omit: Report,
): ImportedEntry | string {
  if (cells.length !== names.length)
    return `the row has ${cells.length} columns, the header ${names.length}`;
  const cell = (index: number | undefined): string => cells[index ?? -1]?.trim() ?? '';
  const [written, ...others] = namesOf((role) => cell(columns[role])).map(cleanText);
  const party = {
    id: cleanText(cell(columns.id)),
    entityType: 'unknown',
    name: written,
    aliases: [
      ...others.map((other) => ({ name: other, quality: 'strong', kind: 'aka' }) as const),
      ...aliasesOf(cell(columns.aliases), 'strong', omit),
      ...aliasesOf(cell(columns.weakAliases), 'weak', omit),
    ],
    dobs: [...splitList(cell(columns.dob)), ...splitList(cell(columns.birthDate))],
    countries: [...splitList(cell(columns.country)), ...splitList(cell(columns.nationality))],
    numbers: identifiers.flatMap(({ key, index }) =>
      cell(index) === '' ? [] : [{ kind: key, value: cell(index) }],
    ),
    programs: splitList(cell(columns.programs)),
    genders: [cell(columns.gender)],
    birthPlaces: splitList(cell(columns.birthPlace)),
    addresses: splitList(cell(columns.addresses)),
    raw: filled(names.map((column, index) => [column, cell(index)])),
  } as const;
  // An unreadable value still distinguishes people.
  const unread: string[] = [];
  const wording = {
    nameTerm: 'name',
    dobTerm: 'dob:',
    readDate: (text: string) => {
      const date = fileDates.read(text);
      if (date === undefined || impossibleDate(date)) unread.push(text);
      return date;
    },
    readCountry: (text: string) => {
      const code = countryOf(text);
      if (code === undefined) unread.push(text);
      return code;
    },
    noDate: NO_DATE,
    noCountry: 'is not an ISO 3166-1 alpha-2 code or a country name',
  };
  const entry = entryOf(party, wording, omit);
  if (typeof entry === 'string') return entry;
  const { name, dobs, countries } = entry;
  const externalId = entry.externalId || defaultId(name, [...dobs, ...unread], countries);
  if (externalId.length > MAX_ID_LENGTH) return `id is longer than ${MAX_ID_LENGTH} characters`;
  return { ...entry, externalId, entityType: typeOf(cell(columns.type), omit) };
}

async function* rows(input: ImportInput): AsyncGenerator<ReadRow, void, undefined> {
  const dates = input.dates ?? new FileDates(undefined);
  const { head, source } = await withBeginning(input.main);
  const dialect = dialectOf(head);
  input.onReadAs?.(readAs(dialect));
  const lines = readLines(inUtf8(source, dialect));
  const records = readRecords(lines, dialect.delimiter);
  const known = await headerIn(records);
  for await (const record of records)
    yield {
      line: record.line,
      toEntry: (omit) =>
        'cells' in record ? toEntry(record.cells, known, dates, omit) : record.problem,
      called: (id) => `the same ${known.columns.id === undefined ? 'entry' : `id ${quote(id)}`}`,
    };
}

/** Generic CSV; see the head of this file for its columns. */
export const genericCsv = listFormat({ name: 'csv', rows });
