/** Normalizes a request value as its schema allows, where the meaning is certain. */
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
 * Returns a caller's own id in NFC, the one form for all texts that Unicode treats as equal. Every id from outside
 * passes through this function, so internal code can compare ids directly.
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

/** A schema without a type accepts anything. */
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
 * Normalizes a value before validation:
 * - Callers' own ids (`ExternalId`) become NFC.
 * - Enumeration texts in any case get the declared spelling.
 * - Null omits an optional field that does not accept null, unless the schema has `x-null: refused`.
 * - An empty array omits the field where the schema has `x-empty: absent`.
 * Objects are changed in place. Maps and objects of any content stay unchanged.
 * @throws at boot for an enumeration with values that differ only by case
 */
export function normaliser(schema: TSchema): Normalise {
  return build(schema as Schema) ?? ((value) => value);
}
