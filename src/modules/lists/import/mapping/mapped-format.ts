/** Reads lists of any publisher as CSV, JSON lines or XML with a mapping. */
import { factsField, Identifiers, isObject, type JsonObject } from '../../../../matching/index.ts';
import { countryOfCode, countryOfName } from '../country-names.ts';
import { readTable, type Row } from '../csv-table.ts';
import { FileDates } from '../text/date-orders.ts';
import { datesOf, parseUkDate } from '../dates.ts';
import { dialectOf, inUtf8, readAs, withBeginning } from '../text/dialect.ts';
import { columnKey } from '../generic-header.ts';
import { defaultId, typeOf } from '../generic-csv.ts';
import { MAX_OBJECT_BYTES, parseObject } from '../json/json-line.ts';
import { readLines } from '../lines.ts';
import { listFormat } from '../list-format.ts';
import { cleanText, MAX_ID_LENGTH, primaryName, quote, usableAliases } from '../names.ts';
import type {
  EntityType,
  ImportedAlias,
  ImportedEntry,
  ImportFormat,
  ImportInput,
} from '../types.ts';
import { toFullRaw } from '../xml/element-text.ts';
import { readElements } from '../xml/xml-elements.ts';
import type { Mapping } from './schemas.ts';

/** Name of every format made from a mapping. */
export const MAPPED = 'mapped';

/** A record of the file with its line, or the reason why it has none. */
type MappedRecord = { line: number; record: JsonObject | string };

/** Returns the texts at a path. It follows all items of lists on the way; an element with attributes gives its text. */
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

/** A date that does not fit the order of days and months is reported, and never swapped. */
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

function countriesIn(texts: readonly string[], omit: (reason: string) => void): string[] {
  const codes = texts.map((text) => {
    const code = countryOfCode(text) ?? countryOfName(text);
    if (code === undefined) omit(`country: ${quote(text)} is no country`);
    return code;
  });
  return [...new Set(codes.filter((code) => code !== undefined))];
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
  const aliases = [
    ...fields.all(paths.aliases).map((name): ImportedAlias => {
      return { name, quality: 'strong', kind: 'aka' };
    }),
    ...fields.all(paths.weakAliases).map((name): ImportedAlias => {
      return { name, quality: 'weak', kind: 'aka' };
    }),
  ];
  const written = cleanText(paths.name.map((path) => fields.first(path)).join(' '));
  const primary = primaryName('the name', written, aliases, omit);
  if ('problem' in primary) return primary.problem;
  const { name } = primary;
  const dobs = datesOf(fields.all(paths.dobs), 'the date of birth', dateReader(dates), omit);
  const countries = countriesIn(fields.all(paths.countries), omit);
  const externalId = fields.first(paths.id) || defaultId(name, dobs, countries);
  if (externalId.length > MAX_ID_LENGTH) return `the id is longer than ${MAX_ID_LENGTH} characters`;
  const identifiers = new Identifiers();
  for (const [kind, at] of Object.entries(paths.identifiers ?? {}))
    for (const number of fields.all(at))
      if (number.length > MAX_ID_LENGTH)
        omit(`identifier: it is longer than ${MAX_ID_LENGTH} characters`);
      else identifiers.add(kind, number);
  return {
    externalId,
    entityType: entityTypeOf(fields.first(paths.type), mapping, omit),
    name,
    aliases: usableAliases(name, aliases, omit),
    dobs,
    countries,
    identifiers: identifiers.record,
    programs: [...new Set(fields.all(paths.programs))],
    ...factsField({
      genders: [fields.first(paths.gender)],
      birthPlaces: fields.all(paths.birthPlaces),
      addresses: fields.all(paths.addresses),
    }),
    raw: record,
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
