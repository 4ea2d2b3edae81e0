/** Reads a request value generously where its meaning is beyond doubt, as its schema says. */
import type { TSchema } from 'typebox';

type Schema = {
  type?: string | string[];
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  'x-empty'?: 'absent';
  'x-null'?: 'refused';
  'x-external-id'?: true;
};

type Normalise = (value: unknown) => unknown;

/**
 * An id of a caller's own, in the one form (NFC) that stands for all texts which Unicode takes for the same. Whatever reads such an
 * id from outside passes it through this function, so that everything inside compares texts as they are.
 */
export function externalId(text: string): string {
  return text.normalize('NFC');
}

function asExternalId(value: unknown): unknown {
  return typeof value === 'string' ? externalId(value) : value;
}

/** The declared spelling of a text that differs from it by case alone. */
function spelling(values: unknown[]): Normalise {
  const declared = new Map<string, string>();
  for (const value of values) {
    if (typeof value !== 'string') continue;
    const other = declared.get(value.toLowerCase());
    if (other !== undefined)
      throw new Error(`an enumeration with values that differ by case alone: ${other}, ${value}`);
    declared.set(value.toLowerCase(), value);
  }
  return (value) =>
    typeof value === 'string' ? (declared.get(value.toLowerCase()) ?? value) : value;
}

function members({ properties = {}, required = [] }: Schema): Normalise | undefined {
  const normalisers = new Map<string, Normalise>();
  const omittable = new Set<string>();
  for (const [name, schema] of Object.entries(properties)) {
    const normalise = build(schema);
    if (normalise) normalisers.set(name, normalise);
    const isOmittable = !takesNull(schema) && schema['x-null'] !== 'refused';
    if (isOmittable && !required.includes(name)) omittable.add(name);
  }
  if (normalisers.size + omittable.size === 0) return undefined;
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const object = value as Record<string, unknown>;
    for (const [name, schema] of Object.entries(properties)) {
      if (!Object.hasOwn(object, name)) continue;
      const given = object[name];
      const isEmpty = schema['x-empty'] === 'absent' && Array.isArray(given) && given.length === 0;
      if (isEmpty || (given === null && omittable.has(name))) delete object[name];
      else if (normalisers.has(name)) object[name] = normalisers.get(name)!(object[name]);
    }
    return object;
  };
}

function elements(items: Schema): Normalise | undefined {
  const normalise = build(items);
  return normalise && ((value) => (Array.isArray(value) ? value.map(normalise) : value));
}

/** A schema that says nothing about types takes anything. */
function takesNull({ type, enum: values }: Schema): boolean {
  return (
    [type].flat().includes('null') ||
    values?.includes(null) === true ||
    (type === undefined && values === undefined)
  );
}

function build(schema: Schema): Normalise | undefined {
  if (schema['x-external-id']) return asExternalId;
  if (schema.enum) return spelling(schema.enum);
  if (schema.items) return elements(schema.items);
  return schema.properties && members(schema);
}

/**
 * Normalises a value before it is validated: ids of the caller's own (`ExternalId`) become NFC; texts of an enumeration get the
 * declared spelling, whatever their case; null for an optional field that does not take null (unless the schema says `x-null: refused`), and an empty array where the schema says `x-empty: absent`,
 * leave the field out. Objects are changed in place. Maps and
 * objects of any content are left as they are.
 * @throws at boot for an enumeration with values that differ by case alone
 */
export function normaliser(schema: TSchema): Normalise {
  return build(schema as Schema) ?? ((value) => value);
}
