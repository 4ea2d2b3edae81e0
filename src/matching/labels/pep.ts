/** The class of a politically exposed person, and of whom somebody is a relative or an associate. */
import { isObject, type JsonObject } from '../json-object.ts';
import type { Topic } from './topics.ts';

/** Their order is that of answers. */
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

/** Somebody else, with the publisher's word for the relation. */
type PepOf = { name: string; relation: string | null };
export type Pep = { classes: PepClass[]; of?: PepOf[] };

const BY_TOPIC: ReadonlyMap<Topic, PepClass> = new Map<Topic, PepClass>([
  ['role.judge', 'judge'],
  ['role.civil', 'civil_servant'],
  ['role.diplo', 'diplomat'],
]);

/** Properties of FollowTheMoney that lead to others by what stands between. */
const BY_PROPERTY: readonly (readonly [string, PepClass])[] = [
  ['familyPerson', 'relative'],
  ['familyRelative', 'relative'],
  ['associates', 'associate'],
  ['associations', 'associate'],
];

/** More would not be read by anybody; all are linked with the entry. */
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

/** Everybody at the other end of what stands between, without the person itself. */
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

/** True if the publisher says of every office that it has ended. */
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

/** Undefined for who is neither in office nor close to anybody who is. */
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
