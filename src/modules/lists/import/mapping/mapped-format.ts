/** Reads lists of any publisher as CSV, JSON lines or XML with a mapping. */

import { Identifiers, isObject, type JsonObject } from '../../../../matching/index.ts';
import { countryOf } from '../country-names.ts';
import { readTable, type Row } from '../tables/csv-table.ts';
import { FileDates } from '../text/date-orders.ts';
import { parseUkDate } from '../dates.ts';
import { dialectOf, inUtf8, readAs, withBeginning } from '../text/dialect.ts';
import { columnKey } from '../generic-header.ts';
import { defaultId, typeOf } from '../generic-csv.ts';
import { MAX_OBJECT_BYTES, parseObject } from '../json/json-line.ts';
import { readLines } from '../lines.ts';
import { entryOf } from '../entry-of.ts';
import { listFormat } from '../list-format.ts';
import { cleanText, MAX_ID_LENGTH, quote } from '../names.ts';
import type {
  EntityType,
  ImportedAlias,
  ImportedEntry,
  ImportFormat,
  ImportInput,
} from '../types.ts';
import { toFullRaw } from '../xml/element-text.ts';
import { readElements } from '../xml/xml-elements.ts';
import { Mapping, mappingProblems } from './schemas.ts';
import {
  fits,
  OperatorFileError,
  parseYaml,
  readText,
} from '../../../../platform/operator-file.ts';

/** Name of every format made from a mapping. */
export const MAPPED = 'mapped';

/** A record of the file with its line, or the reason why it has none. */
type MappedRecord = { line: number; record: JsonObject | string };

/** Returns the texts at a path. Follows all items of lists on the way; an element with attributes gives its text. */
function valuesAt(value: unknown, steps: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, steps));
  const [step, ...rest] = steps;
  if (step === undefined) {
    if (typeof value === 'number') return [String(value)];
    if (typeof value === 'string') return [cleanText(value)];
    return isObject(value) && Object.hasOwn(value, 'text') ? valuesAt(value['text'], []) : [];
  }
  return isObject(value) && Object.hasOwn(value, step) ? valuesAt(value[step], rest) : [];
}

/**
 * Returns the reader of dates. It reports a date that does not fit the order of days and months, and never swaps them.
 */
function dateReader(dates: FileDates) {
  return (text: string): string | undefined => dates.read(text) ?? unknownParts(text);
}

/** "00/00/1975" and "dd/mm/1975" mean only the year. */
function unknownParts(text: string): string | undefined {
  return /^(?:00|dd)\/(?:\d\d|mm)\/\d{4}$/i.test(text) ? parseUkDate(text) : undefined;
}

/** Reads the fields of a record. */
class Fields {
  readonly #record: JsonObject;
  readonly #mapping: Mapping;

  constructor(record: JsonObject, mapping: Mapping) {
    this.#record = record;
    this.#mapping = mapping;
  }

  /** Returns the filled values at the paths, in order; the separator splits a value into several. */
  all(paths: readonly string[] = []): string[] {
    const { separator } = this.#mapping;
    return paths
      .flatMap((path) => this.#at(path))
      .flatMap((text) => (separator === undefined ? [text] : text.split(separator)))
      .map(cleanText)
      .filter((text) => text !== '');
  }

  /** Returns the first value at a path, unchanged. */
  first(path: string | undefined): string {
    return path === undefined ? '' : (this.#at(path).find((text) => text !== '') ?? '');
  }

  #at(path: string): string[] {
    const isTable = this.#mapping.format === 'csv';
    return valuesAt(this.#record, isTable ? [columnKey(path)] : path.split('/'));
  }
}

function entityTypeOf(text: string, mapping: Mapping, omit: (reason: string) => void): EntityType {
  const { types = {}, type = 'unknown' } = mapping;
  if (text === '') return type;
  if (Object.hasOwn(types, text)) return types[text] ?? type;
  return mapping.types === undefined ? typeOf(text, omit) : type;
}

/** A number that is too long is reported and omitted. */
function numbersIn(
  fields: Fields,
  paths: Mapping['fields']['identifiers'] = {},
  omit: (reason: string) => void,
): Record<string, string> {
  const identifiers = new Identifiers();
  for (const [kind, at] of Object.entries(paths))
    for (const number of fields.all(at))
      if (number.length > MAX_ID_LENGTH)
        omit(`identifier: it is longer than ${MAX_ID_LENGTH} characters`);
      else identifiers.add(kind, number);
  return identifiers.record;
}

/** Returns the entry of a record, or the reason why it has none. */
function toEntry(
  record: JsonObject,
  mapping: Mapping,
  dates: FileDates,
  omit: (reason: string) => void,
): ImportedEntry | string {
  const { fields: paths } = mapping;
  const fields = new Fields(record, mapping);
  const aliases = (at: string[] | undefined, quality: ImportedAlias['quality']) =>
    fields.all(at).map((name): ImportedAlias => ({ name, quality, kind: 'aka' }));
  const party = {
    id: fields.first(paths.id),
    entityType: 'unknown',
    name: cleanText(paths.name.map((path) => fields.first(path)).join(' ')),
    aliases: [...aliases(paths.aliases, 'strong'), ...aliases(paths.weakAliases, 'weak')],
    dobs: fields.all(paths.dobs),
    countries: fields.all(paths.countries),
    numbers: [],
    programs: fields.all(paths.programs),
    genders: [fields.first(paths.gender)],
    birthPlaces: fields.all(paths.birthPlaces),
    addresses: fields.all(paths.addresses),
    raw: record,
  } as const;
  const wording = {
    nameTerm: 'the name',
    dobTerm: 'the date of birth',
    readDate: dateReader(dates),
    readCountry: countryOf,
    noCountry: 'is not a country',
  };
  const entry = entryOf(party, wording, omit);
  if (typeof entry === 'string') return entry;
  const externalId = entry.externalId || defaultId(entry.name, entry.dobs, entry.countries);
  if (externalId.length > MAX_ID_LENGTH) return `the id is longer than ${MAX_ID_LENGTH} characters`;
  return {
    ...entry,
    externalId,
    entityType: entityTypeOf(fields.first(paths.type), mapping, omit),
    identifiers: numbersIn(fields, paths.identifiers, omit),
  };
}

async function* csvRecords(
  input: ImportInput,
  { delimiter: asked, fields }: Mapping,
): AsyncGenerator<MappedRecord> {
  const { head, source } = await withBeginning(input.main);
  const found = dialectOf(head);
  const delimiter = asked === 'tab' ? '\t' : (asked ?? found.delimiter);
  const dialect = { ...found, delimiter };
  input.onReadAs?.(readAs(dialect));
  const form = {
    delimiter,
    headers: [fields.name.map(columnKey)],
    title: 'a file of this mapping',
  };
  for await (const table of readTable(inUtf8(source, dialect), form)) {
    const record: Row | string = 'row' in table ? table.row : table.problem;
    yield { line: table.line, record };
  }
}

async function* jsonRecords(input: ImportInput): AsyncGenerator<MappedRecord> {
  for await (const { line, text, tooLong } of readLines(input.main, MAX_OBJECT_BYTES))
    if (tooLong) yield { line, record: 'the line is longer than 16 MiB' };
    else if (text.trim() !== '') yield { line, record: parseObject(text) };
}

async function* xmlRecords(
  input: ImportInput,
  { root = '', entry = '' }: Mapping,
): AsyncGenerator<MappedRecord> {
  for await (const element of readElements(input.main, root, new Set([entry])))
    yield { line: element.line, record: toFullRaw(element) };
}

/** Returns the format for a mapping. */
export function mappedFormat(mapping: Mapping): ImportFormat {
  return listFormat({
    name: MAPPED,
    async *rows(input) {
      const dates = input.dates ?? new FileDates(mapping.dateFormat);
      const records =
        mapping.format === 'csv'
          ? csvRecords(input, mapping)
          : mapping.format === 'xml'
            ? xmlRecords(input, mapping)
            : jsonRecords(input);
      for await (const { line, record } of records)
        yield {
          line,
          toEntry: (omit) =>
            typeof record === 'string' ? record : toEntry(record, mapping, dates, omit),
          called: (id) => `the same entry ${quote(id)}`,
        };
    },
  });
}

/**
 * Reads a mapping from a file, YAML or JSON.
 * @throws OperatorFileError with all its faults
 */
export async function readMapping(path: string): Promise<Mapping> {
  const problems: string[] = [];
  const report = (at: string, message: string): void => {
    problems.push(at === '' ? message : `${at}: ${message}`);
  };
  const value = parseYaml(await readText(path, 'file', report), report);
  if (problems.length === 0 && fits(Mapping, value, '', report)) {
    for (const { path: at, message } of mappingProblems(value, '')) report(at, message);
    if (problems.length === 0) return value;
  }
  throw new OperatorFileError('mapping', path, problems);
}
