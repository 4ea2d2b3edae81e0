/**
 * The consolidated screening list of the United States' International Trade Administration as JSON
 * (https://data.trade.gov/downloadable_consolidated_screening_list/v1/consolidated.json): the records are the objects
 * of `results`, with lists and objects where the CSV has texts.
 */
import { readJsonElements } from '../json/json-elements.ts';
import { parseObject } from '../json/json-line.ts';
import { isObject, type JsonObject } from '../../../../matching/index.ts';
import { listFormat } from '../list-format.ts';
import { entryOf } from '../entry-of.ts';
import { cleanText, MAX_ID_LENGTH } from '../names.ts';
import type { ImportedAlias, ImportedEntry } from '../types.ts';
import {
  CSL_TYPES,
  cslGenders,
  cslName,
  cslNumbers,
  cslWording,
  type CslNumber,
} from './csl-record.ts';

/** Returns the texts of a field, which is a list, one text with semicolons, or null. */
function textsOf(record: JsonObject, field: string): string[] {
  const value = record[field];
  const texts = Array.isArray(value) ? value : [value];
  return texts
    .filter((text) => typeof text === 'string')
    .flatMap((text) => text.split(';'))
    .map(cleanText)
    .filter((text) => text !== '');
}

/** A name may contain a semicolon. */
function textOf(record: JsonObject, field: string): string {
  const value = record[field];
  return typeof value === 'string' || typeof value === 'number' ? cleanText(String(value)) : '';
}

function objectsOf(record: JsonObject, field: string): JsonObject[] {
  const value = record[field];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

const ADDRESS_PARTS = ['address', 'city', 'state', 'postal_code', 'country'];

function addressOf(address: JsonObject): string {
  return ADDRESS_PARTS.map((part) => textOf(address, part))
    .filter((part) => part !== '')
    .join(', ');
}

function numberOf(number: JsonObject): CslNumber {
  return {
    parts: [textOf(number, 'type'), textOf(number, 'number')],
    country: textOf(number, 'country'),
  };
}

function toEntry(record: JsonObject, omit: (reason: string) => void): ImportedEntry | string {
  const id = textOf(record, 'id') || textOf(record, '_id');
  if (id === '' || id.length > MAX_ID_LENGTH) return 'the row has no usable id';
  const texts = (...fields: string[]): string[] =>
    fields.flatMap((field) => textsOf(record, field));
  const entityType = CSL_TYPES.get(textOf(record, 'type').toLowerCase()) ?? 'unknown';
  const addresses = objectsOf(record, 'addresses').map(addressOf);
  const numbers = objectsOf(record, 'ids').map(numberOf);
  const party = {
    id,
    entityType,
    name: cslName(textOf(record, 'name'), entityType),
    aliases: texts('alt_names').map((name): ImportedAlias => {
      return { name: cslName(name, entityType), quality: 'strong', kind: 'aka' };
    }),
    dobs: texts('dates_of_birth'),
    countries: texts('nationalities', 'citizenships', 'vessel_flag', 'country'),
    seats: addresses,
    numbers: cslNumbers(textOf(record, 'call_sign'), numbers),
    programs: texts('source', 'programs'),
    genders: cslGenders(numbers),
    birthPlaces: texts('places_of_birth'),
    addresses,
    raw: record,
  };
  return entryOf(party, cslWording, omit);
}

/** The consolidated screening list of the United States as JSON. */
export const cslJson = listFormat({
  name: 'csl-json',
  async *rows(input) {
    for await (const { line, text, tooLong } of readJsonElements(input.main, 'results')) {
      const record = tooLong ? 'the record is longer than 16 MiB' : parseObject(text);
      yield {
        line,
        toEntry: (omit) => (typeof record === 'string' ? record : toEntry(record, omit)),
        called: (id) => `the same id ${id}`,
      };
    }
  },
});
