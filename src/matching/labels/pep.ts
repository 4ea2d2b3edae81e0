/** Finds the class of a politically exposed person, or the person whose relative or associate an entry is. */

import { isObject, type JsonObject } from '../../platform/json.ts';
import { type Topic, TOPICS } from './topics.ts';
import { Type } from 'typebox';
import { StringEnum } from '../../platform/http/schema.ts';

/** The topics of an entry. */
export const Topics = Type.Array(StringEnum('ScreeningTopic', TOPICS), {
  title: 'ScreeningTopics',
  description:
    'Topics of the entry, in the terms of FollowTheMoney. `pep` and `regulatory` are on entries that were imported before topics were stored.',
});

/** The labels of an entry in the form that its hits have. Fields without values are omitted. */
export type EntryLabels = {
  programs?: string[];
  topics?: Topic[];
  /** Present for politically exposed persons and people close to them. */
  pep?: Pep;
  /** Publishers' ids, each with its publisher: `ofac:9476`. */
  publisherIds?: string[];
};

/** Classes in the order of answers. */
export const PEP_CLASSES = [
  'office_holder',
  'former',
  'judge',
  'civil_servant',
  'diplomat',
  'relative',
  'associate',
  'relative_or_associate',
] as const;
type PepClass = (typeof PEP_CLASSES)[number];

/** Another person, with the publisher's word for the relation. */
type PepOf = { name: string; relation: string | null };
export type Pep = { classes: PepClass[]; of?: PepOf[] };

const BY_TOPIC: ReadonlyMap<Topic, PepClass> = new Map<Topic, PepClass>([
  ['role.judge', 'judge'],
  ['role.civil', 'civil_servant'],
  ['role.diplo', 'diplomat'],
]);

/** FollowTheMoney properties that refer to other people through a linking record. */
const BY_PROPERTY: readonly (readonly [string, PepClass])[] = [
  ['familyPerson', 'relative'],
  ['familyRelative', 'relative'],
  ['associates', 'associate'],
  ['associations', 'associate'],
];

/** Maximum number of people that are kept. No one would read more, and all are linked to the entry. */
const MOST_OF = 5;
const MOST_CHARACTERS = 200;

function thingsIn(properties: JsonObject, property: string): JsonObject[] {
  const values = properties[property];
  return Array.isArray(values) ? values.filter(isObject) : [];
}

function propertiesOf(thing: JsonObject): JsonObject {
  return isObject(thing['properties']) ? thing['properties'] : {};
}

function textIn(properties: JsonObject, property: string): string | null {
  const values = properties[property];
  const text = Array.isArray(values) ? values.find((value) => typeof value === 'string') : null;
  return typeof text === 'string' ? text.slice(0, MOST_CHARACTERS).toWellFormed() : null;
}

/** Returns all people at the other end of the linking records, without the person. */
function othersIn(between: JsonObject, self: unknown): PepOf[] {
  const properties = propertiesOf(between);
  const relation = textIn(properties, 'relationship');
  return ['person', 'relative', 'associate']
    .flatMap((end) => thingsIn(properties, end))
    .filter(({ id }) => id !== self)
    .flatMap((thing) => {
      const caption = typeof thing['caption'] === 'string' ? thing['caption'] : null;
      const name = caption ?? textIn(propertiesOf(thing), 'name');
      return name === null ? [] : [{ name: name.slice(0, MOST_CHARACTERS), relation }];
    });
}

/** Returns true if, according to the publisher, the person has left every office. */
function heldOffice(properties: JsonObject, today: string): boolean {
  const offices = thingsIn(properties, 'positionOccupancies').map(propertiesOf);
  return (
    offices.length > 0 &&
    offices.every((office) => {
      const end = textIn(office, 'endDate');
      return (
        textIn(office, 'status') === 'ended' || (end !== null && end < today.slice(0, end.length))
      );
    })
  );
}

/** Returns undefined for a person who is neither in office nor close to such a person. */
export function pepOf(
  topics: readonly Topic[],
  raw: Readonly<Record<string, unknown>>,
  today: string,
): Pep | undefined {
  const { id: self, properties: own } = raw;
  const properties = isObject(own) ? own : {};
  const classes = new Set<PepClass>(topics.flatMap((topic) => BY_TOPIC.get(topic) ?? []));
  if (topics.includes('role.pep'))
    classes.add(heldOffice(properties, today) ? 'former' : 'office_holder');
  const of: PepOf[] = [];
  if (topics.includes('role.rca')) {
    for (const [property, as] of BY_PROPERTY) {
      const others = thingsIn(properties, property).flatMap((between) => othersIn(between, self));
      if (others.length > 0) classes.add(as);
      of.push(...others);
    }
    if (!classes.has('relative') && !classes.has('associate')) classes.add('relative_or_associate');
  }
  if (classes.size === 0) return undefined;
  return {
    classes: PEP_CLASSES.filter((one) => classes.has(one)),
    ...(of.length > 0 && { of: of.slice(0, MOST_OF) }),
  };
}
