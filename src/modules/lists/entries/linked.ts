/** Finds the entities that a publisher links with an entry. */
import { ENTITY_TYPES, RELATIONS } from '../import/opensanctions/ftm-schemata.ts';
import { wholeRow } from './published.ts';
import { isObject, type JsonObject } from '../../../matching/index.ts';

export type LinkedEntity = { name: string; relation: string; externalId: string | null };

/** Maximum number of shown entities. No one would read more, and `raw` has all of them. */
const MOST = 200;

/**
 * Columns of a row that name another entity: of OFAC's list, the consolidated list of the United States, and the list
 * of the United Kingdom.
 */
const COLUMNS: Readonly<Record<string, string>> = {
  vess_owner: 'Vessel owner',
  vessel_owner: 'Vessel owner',
  parent_company: 'Parent company',
  subsidiaries: 'Subsidiaries',
  'current_owner/operator_(s)': 'Current owner/operator',
  'previous_owner/operator_(s)': 'Previous owner/operator',
};

/** "(1) Acme Ltd (2) Zenith Ltd": several entities in one cell. */
function linkedInColumns(row: JsonObject): LinkedEntity[] {
  return Object.entries(COLUMNS).flatMap(([column, relation]) => {
    const cell = row[column];
    if (typeof cell !== 'string') return [];
    const names = cell.split(/\(\d{1,2}\)|[;|]/).map((name) => name.trim());
    return names
      .filter((name) => name !== '')
      .map((name) => ({ name, relation, externalId: null }));
  });
}

/** Reads the UN's comments, which name others by their numbers: "a close associate of Usama bin Ladin (QDi.006)". */
function linkedInComments(comments: string, self: unknown): LinkedEntity[] {
  const numbers = comments.match(/\b[A-Z]{2}[ie]\.\d{3}\b/g) ?? [];
  return numbers
    .filter((number) => number !== self)
    .map((number) => ({ name: number, relation: 'mentioned', externalId: number }));
}

/** OFAC's relations of profiles; profiles have the ids of entries. */
function linkedByProfile(relations: unknown): LinkedEntity[] {
  if (!Array.isArray(relations)) return [];
  return relations.filter(isObject).flatMap(({ relation, profile }): LinkedEntity[] => {
    if (typeof relation !== 'string' || typeof profile !== 'string') return [];
    return [{ name: profile, relation, externalId: profile }];
  });
}

/** Elements of the United Kingdom's XML that name another entity. */
const ELEMENTS: Readonly<Record<string, string>> = {
  ParentCompany: COLUMNS['parent_company']!,
  Subsidiary: COLUMNS['subsidiaries']!,
  CurrentOwnerOperator: COLUMNS['current_owner/operator_(s)']!,
  PreviousOwnerOperator: COLUMNS['previous_owner/operator_(s)']!,
};

function allOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** The United Kingdom's XML names others in elements; Switzerland's XML has relations to the ids of targets. */
function linkedInElements(element: JsonObject): LinkedEntity[] {
  return Object.entries(element).flatMap(([key, values]) =>
    allOf(values).flatMap((value): LinkedEntity[] => {
      const named = ELEMENTS[key];
      if (named !== undefined && typeof value === 'string')
        return [{ name: value, relation: named, externalId: null }];
      if (!isObject(value)) return [];
      const { 'target-id': id, 'relation-type': relation = 'relation' } = value;
      if (key === 'relation' && typeof id === 'string')
        return [{ name: id, relation: String(relation), externalId: id }];
      return linkedInElements(value);
    }),
  );
}

/** Senzing's pointers, in the record or in its lists, to the key of another record. */
function linkedByPointer(record: JsonObject): LinkedEntity[] {
  return [record, ...Object.values(record).flatMap(allOf).filter(isObject)].flatMap((feature) => {
    const { REL_POINTER_KEY: key, REL_POINTER_ROLE: role } = feature;
    if (typeof key !== 'string' || key === '') return [];
    const relation = typeof role === 'string' && role !== '' ? role : 'mentioned';
    return [{ name: key, relation, externalId: key }];
  });
}

/**
 * Reads OFAC's remarks: "Linked To: HIZBALLAH." The last full stop belongs to the remarks, unless a single letter and a
 * stop come before it.
 */
function linkedInRemarks(remarks: string): LinkedEntity[] {
  return remarks.split(';').flatMap((statement) => {
    const [, text = ''] = /^\s*Linked To: (.+?)\s*$/is.exec(statement) ?? [];
    const name = /\.\p{L}\.$/u.test(text) ? text : text.replace(/\.$/, '');
    return name === '' ? [] : [{ name, relation: 'Linked To', externalId: null }];
  });
}

function firstText(value: unknown): string | undefined {
  return Array.isArray(value) ? value.find((item) => typeof item === 'string') : undefined;
}

/** The data model's words for a property. For a relative, the word describes the relative, not this person. */
function relationOf(property: string, between: JsonObject): string {
  const word = property === 'familyPerson' ? firstText(between['relationship']) : undefined;
  return word ?? RELATIONS.get(property) ?? property;
}

/** FollowTheMoney entities in properties, or in linking records such as an ownership. */
function linkedInProperties(
  properties: JsonObject,
  self: unknown,
  relation?: string,
): LinkedEntity[] {
  return Object.entries(properties).flatMap(([property, values]) => {
    if (!Array.isArray(values)) return [];
    return values.filter(isObject).flatMap((value): LinkedEntity[] => {
      const own = isObject(value['properties']) ? value['properties'] : {};
      if (!ENTITY_TYPES.has(String(value['schema'])))
        return relation === undefined
          ? linkedInProperties(own, self, relationOf(property, own))
          : [];
      const name = typeof value['caption'] === 'string' ? value['caption'] : firstText(own['name']);
      const externalId = typeof value['id'] === 'string' ? value['id'] : null;
      if (name === undefined || (externalId !== null && externalId === self)) return [];
      return [{ name, relation: relation ?? property, externalId }];
    });
  });
}

/** Returns the entities that the publisher's fields link, without duplicates. */
export function linkedIn(raw: JsonObject): LinkedEntity[] {
  const { rows, properties, id, COMMENTS1: comments, REFERENCE_NUMBER: number } = raw;
  const own = [raw, wholeRow(raw), ...(Array.isArray(rows) ? rows : [])].filter(isObject);
  const remarks = own.map((row) => row['remarks']).filter((text) => typeof text === 'string');
  const linked = [
    ...remarks.flatMap(linkedInRemarks),
    ...own.flatMap(linkedInColumns),
    ...linkedByProfile(raw['relations']),
    ...linkedInElements(raw),
    ...linkedByPointer(raw),
    ...(typeof comments === 'string' ? linkedInComments(comments, number) : []),
    ...(isObject(properties) ? linkedInProperties(properties, id) : []),
  ];
  const distinct = new Map(linked.map((one) => [JSON.stringify(one), one]));
  return [...distinct.values()].slice(0, MOST);
}
