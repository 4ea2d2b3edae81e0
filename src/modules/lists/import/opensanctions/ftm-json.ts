/**
 * FollowTheMoney entities as JSON, one per line: OpenSanctions' `entities.ftm.json` and `targets.nested.json`, and
 * files of other tools that use the model. Only things with a name become entries. Lines with other schemata are
 * skipped. Things marked as not being targets are also skipped (`"target": false`, such as the owner of a listed
 * company). `raw` has the entity and the entities in it, with sets sorted, because writers do not keep their order. It
 * omits `last_seen`, which would make every entry differ in each day's file.
 */
import { factsField, Identifiers, isObject, type JsonObject } from '../../../../matching/index.ts';
import { countriesOf, countryOfCode } from '../country-names.ts';
import { datesOf, parseIsoDate } from '../dates.ts';
import { listFormat, type ReadRow } from '../list-format.ts';
import {
  COUNTRY_PROPERTIES,
  ENTITY_TYPES,
  IDENTIFIER_KEYS,
  NESTED_IDENTIFIERS,
} from './ftm-schemata.ts';
import { MAX_OBJECT_BYTES, parseObject } from '../json/json-line.ts';
import { readLines } from '../lines.ts';
import { cleanText, MAX_ID_LENGTH, primaryName, usableAliases } from '../names.ts';
import { ImportFormatError } from '../types.ts';
import type { EntityType, ImportedAlias, ImportedEntry, ImportInput, Rejection } from '../types.ts';

/** Returns the key by which lists in an entity are sorted: a text, or an entity's id. */
function orderOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return isObject(value) && typeof value['id'] === 'string' ? value['id'] : '';
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Returns the same value for every day and order of a file: keys and lists sorted, without `last_seen`. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(inOrder).toSorted((a, b) => compare(orderOf(a), orderOf(b)));
  if (!isObject(value)) return value;
  const entries = Object.entries(value)
    .filter(([key]) => key !== 'last_seen')
    .map(([key, item]): [string, unknown] => [key, inOrder(item)]);
  return Object.fromEntries(entries.toSorted(([a], [b]) => compare(a, b)));
}

/** Returns the texts of a property, without nested entities. */
function textsOf(properties: JsonObject, property: string): string[] {
  const values = Object.hasOwn(properties, property) ? properties[property] : undefined;
  if (!Array.isArray(values)) return [];
  return values
    .filter((value) => typeof value === 'string')
    .map(cleanText)
    .filter((text) => text !== '');
}

function aliasesOf(properties: JsonObject): ImportedAlias[] {
  const of = (
    property: string,
    quality: ImportedAlias['quality'],
    kind: ImportedAlias['kind'],
  ): ImportedAlias[] => textsOf(properties, property).map((name) => ({ name, quality, kind }));
  return [
    ...of('name', 'strong', 'aka'),
    ...of('alias', 'strong', 'aka'),
    ...of('previousName', 'strong', 'fka'),
    ...of('abbreviation', 'weak', 'aka'),
    ...of('weakAlias', 'weak', 'aka'),
  ];
}

function countriesOfThing(properties: JsonObject): string[] {
  for (const group of COUNTRY_PROPERTIES) {
    const codes = group.flatMap((property) => textsOf(properties, property));
    const countries = countriesOf(codes, countryOfCode);
    if (countries.length > 0) return countries;
  }
  return [];
}

/** Returns entities in properties of an entity, such as its documents in `targets.nested.json`. */
function nestedIn(properties: JsonObject): { schema: string; properties: JsonObject }[] {
  return Object.values(properties)
    .flatMap((values) => (Array.isArray(values) ? values.filter(isObject) : []))
    .flatMap(({ schema, properties: own }) =>
      typeof schema === 'string' && isObject(own) ? [{ schema, properties: own }] : [],
    );
}

/** Documents and wallets that are separate entities have more details of a number than the property that repeats it. */
function identifiersOf(properties: JsonObject): Record<string, string> {
  const identifiers = new Identifiers();
  const known = new Set<string>();
  for (const { schema, properties: own } of nestedIn(properties)) {
    const [property, key] = NESTED_IDENTIFIERS.get(schema) ?? [];
    if (property === undefined || key === undefined) continue;
    const [country] = countriesOf(textsOf(own, 'country'), countryOfCode);
    for (const value of textsOf(own, property)) {
      identifiers.add(key, value, country);
      known.add(value);
    }
  }
  for (const [property, key] of IDENTIFIER_KEYS) {
    for (const value of textsOf(properties, property))
      if (!known.has(value)) identifiers.add(key, value);
  }
  return identifiers.record;
}

/** Returns the texts of a property of an entity's nested entities with one schema, such as its addresses. */
function nestedTexts(properties: JsonObject, schema: string, property: string): string[] {
  return nestedIn(properties)
    .filter((nested) => nested.schema === schema)
    .flatMap(({ properties: own }) => textsOf(own, property));
}

/**
 * Returns the publisher's names of programmes: those of the entity, or else of its sanctions; ids rather than texts.
 */
function programsOf(properties: JsonObject): string[] {
  const own = [...textsOf(properties, 'programId'), ...textsOf(properties, 'program')];
  if (own.length > 0) return [...new Set(own)];
  const ids = nestedTexts(properties, 'Sanction', 'programId');
  return [...new Set(ids.length > 0 ? ids : nestedTexts(properties, 'Sanction', 'program'))];
}

/** Returns the entry of an entity, or the reason why it has none. The caption is its best name. */
function toEntry(
  thing: JsonObject,
  entityType: EntityType,
  report: (reason: string) => void,
): ImportedEntry | string {
  const externalId = typeof thing['id'] === 'string' ? thing['id'].trim() : '';
  if (externalId === '' || externalId.length > MAX_ID_LENGTH) return 'the entity has no usable id';
  const written = isObject(thing['properties']) ? thing['properties'] : {};
  const ordered = inOrder(thing) as JsonObject;
  const properties = isObject(ordered['properties']) ? ordered['properties'] : {};
  const aliases = aliasesOf(properties);
  const caption = typeof thing['caption'] === 'string' ? cleanText(thing['caption']) : '';
  const best = caption || (textsOf(written, 'name')[0] ?? aliases[0]?.name);
  const primary = primaryName(`the name of ${externalId}`, best, aliases, report);
  if ('problem' in primary) return primary.problem;
  const { name } = primary;
  return {
    externalId,
    entityType,
    name,
    aliases: usableAliases(name, aliases, report),
    dobs: datesOf(textsOf(properties, 'birthDate'), 'birthDate', parseIsoDate, report),
    countries: countriesOfThing(properties),
    identifiers: identifiersOf(properties),
    programs: programsOf(properties),
    ...factsField({
      genders: textsOf(properties, 'gender'),
      birthPlaces: [
        ...textsOf(properties, 'birthPlace'),
        ...textsOf(properties, 'birthCountry').flatMap((code) => countryOfCode(code) ?? []),
      ],
      addresses: [...textsOf(properties, 'address'), ...nestedTexts(properties, 'Address', 'full')],
    }),
    raw: { ...ordered, properties },
  };
}

/** Returns the object of a line, or the reason why it has none. */
function parseLine(text: string): JsonObject | string {
  const value = parseObject(text);
  if (typeof value === 'string') return value;
  return typeof value['schema'] === 'string' ? value : 'the line has no "schema"';
}

async function* rows(
  input: ImportInput,
  onReject: (rejection: Rejection) => void,
): AsyncGenerator<ReadRow, void, undefined> {
  let hasEntity = false;
  for await (const { line, text, tooLong } of readLines(input.main, MAX_OBJECT_BYTES)) {
    if (text.trim() === '' && !tooLong) continue;
    const thing = tooLong ? 'the line is longer than 16 MiB' : parseLine(text);
    if (typeof thing === 'string') {
      onReject({ line, file: 'main', reason: thing });
      continue;
    }
    hasEntity = true;
    const entityType = ENTITY_TYPES.get(String(thing['schema']));
    if (entityType === undefined || thing['target'] === false) continue;
    yield {
      line,
      toEntry: (omit) => toEntry(thing, entityType, omit),
      called: (id) => `the same entity ${id}`,
    };
  }
  if (!hasEntity) {
    throw new ImportFormatError(
      'no line is an entity: the file must have one JSON object per line',
    );
  }
}

/** FollowTheMoney entities, one per line. */
export const ftmJson = listFormat({ name: 'ftm-json', rows });
