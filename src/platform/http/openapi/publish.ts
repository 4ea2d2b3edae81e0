import type { TSchema } from 'typebox';
import type { AnyRoute } from '../route.ts';
import { messageOfPattern, patternOfFormat } from '../validate.ts';

export type Json = Record<string, unknown>;

/**
 * The direction of a schema. Requests are checked exactly as published; answers may gain fields and values within a
 * version.
 */
export type Direction = 'request' | 'answer';

/** Formats of the OpenAPI registry, by the validator's names. A generator may reject formats that it does not know. */
const FORMATS: Record<string, string> = {
  'date-time': 'date-time',
  date: 'date',
  'calendar-date': 'date',
};
const MOST_INT32 = 2 ** 31 - 1;

/** Constructs of ECMAScript expressions that RE2, the engine of Go and others, lacks or writes differently. */
const UNPORTABLE = /\(\?[=!<]|\\u|\\p/;

/**
 * A pattern that every engine reads, or the same rule in words.
 * @param portable a replacement that rejects only values that the unportable pattern also rejects
 */
function textRule(pattern: string, description: unknown, portable: unknown): Json {
  if (!UNPORTABLE.test(pattern)) return { pattern };
  const message = messageOfPattern(pattern);
  if (message === undefined)
    throw new Error(`the pattern ${pattern} requires a message: definePattern`);
  const sentence = `${message[0]!.toUpperCase()}${message.slice(1)}.`;
  return {
    description: description === undefined ? sentence : `${String(description)} ${sentence}`,
    ...(typeof portable === 'string' && { pattern: portable }),
  };
}

/**
 * Returns the pattern of a text: its own, that of a format that generators do not know, or `x-pattern`. `x-pattern`
 * rejects only values that the handler also rejects, with its own message or code.
 */
function patternOf(schema: Json, kind: string | undefined): unknown {
  const { pattern, format, 'x-pattern': checkedLater } = schema;
  if (pattern !== undefined || kind !== 'string') return pattern;
  if (typeof format !== 'string' || FORMATS[format]) return checkedLater;
  return patternOfFormat(format) ?? checkedLater;
}

function valuesOf(values: unknown[], direction: Direction): Json {
  const texts = values.filter((value) => value !== null);
  // A single value states the object's type, and never changes.
  return direction === 'request' || texts.length === 1
    ? { enum: texts }
    : { 'x-extensible-enum': texts };
}

/**
 * Returns the type other than null. If a number may also arrive as text, the text type is published, because it is
 * exact.
 */
function typeOf(types: string[]): string | undefined {
  return types.length > 1 && types.includes('string') ? 'string' : types[0];
}

/** Moves the default of a field into the description: generators treat a field with a default as always present. */
function withoutDefault({ default: usual, ...schema }: Json): Json {
  const description = String(schema['description'] ?? '');
  if (usual === undefined || /default/i.test(description)) return schema;
  return { ...schema, description: `${description} Default: ${String(usual)}.`.trim() };
}

/** The structure of a schema, with its parts published. */
function structure(schema: Json, direction: Direction): Json {
  const parts: Json = {};
  const { properties, items, additionalProperties } = schema;
  if (properties)
    parts['properties'] = Object.fromEntries(
      Object.entries(properties).map(([name, part]) => {
        const form = published(part as Json, direction);
        return [name, direction === 'request' ? withoutDefault(form) : form];
      }),
    );
  if (items) parts['items'] = published(items as Json, direction);
  if (typeof additionalProperties === 'object')
    parts['additionalProperties'] = published(additionalProperties as Json, direction);
  else if (
    additionalProperties === true ||
    (additionalProperties === false && direction === 'request')
  )
    parts['additionalProperties'] = additionalProperties;
  return parts;
}

/** Keywords allowed next to a reference; the description of an object belongs to the component. */
const BESIDE_ENUMS: ReadonlySet<string> = new Set(['description', 'default', 'examples']);

/**
 * Returns the published form of a schema: JSON Schema 2020-12 in forms that all client generators read in the same way.
 * It accepts the same values. A `title` names a component; see `Components`.
 */
export function published(schema: Json, direction: Direction): Json {
  const {
    title,
    type,
    const: fixed,
    enum: values,
    format,
    pattern: _pattern,
    uniqueItems,
    properties: _properties,
    items,
    additionalProperties: _additional,
    ...rest
  } = schema;
  const types = [type].flat() as string[];
  const nullable = types.includes('null');
  const kind = typeOf(types.filter((name) => name !== 'null'));
  const isNumber = kind === 'integer' || kind === 'number';
  const kept = Object.entries(rest).filter(
    ([key]) => !key.startsWith('x-') && (isNumber || (key !== 'minimum' && key !== 'maximum')),
  );
  const pattern = patternOf(schema, kind);
  const base: Json = {
    ...(title === undefined ? {} : { title }),
    ...(kind === undefined ? {} : { type: kind }),
    ...Object.fromEntries(kept),
    ...(fixed === undefined || typeof fixed === 'boolean' ? {} : { enum: [fixed] }),
    ...(values === undefined ? {} : valuesOf(values as unknown[], direction)),
    ...(typeof format === 'string' && FORMATS[format] ? { format: FORMATS[format] } : {}),
    ...(kind === 'integer' && Number(rest['maximum'] ?? Infinity) > MOST_INT32
      ? { format: 'int64' }
      : {}),
    ...(typeof pattern === 'string'
      ? textRule(pattern, rest['description'], rest['x-pattern'])
      : {}),
    // Most languages cannot express an array of enumeration values as a set.
    ...(uniqueItems === true && !(items as Json | undefined)?.['enum'] ? { uniqueItems } : {}),
    ...structure(schema, direction),
  };
  if (!nullable) return base;
  if (title === undefined && kind !== 'object' && kind !== 'array')
    return { ...base, type: [kind, 'null'] };
  const { description, default: usual, examples, ...alone } = base;
  const beside = { description, default: usual, examples };
  return {
    anyOf: [alone, { type: 'null' }],
    ...Object.fromEntries(Object.entries(beside).filter(([, value]) => value !== undefined)),
  };
}

/** `listHits` as `ListHits`: the base name of an operation's schemas that have no title. */
export function typeNameOf({ operationId }: AnyRoute): string {
  return operationId[0]!.toUpperCase() + operationId.slice(1);
}

/** A route's published schema, with a name. */
export function named(
  schema: TSchema,
  title: string,
  direction: Direction,
): Json & { title: string } {
  const form = published(schema as unknown as Json, direction);
  return { ...form, title: typeof form['title'] === 'string' ? form['title'] : title };
}

type Reference = { schema: Json; title: string; direction: Direction };

/** Collects titled schemas and puts references in their place. */
export class Components {
  readonly #schemas = new Map<string, Partial<Record<Direction, { text: string; schema: Json }>>>();
  readonly #references: Reference[] = [];
  /** Places in extensions, each with the schema that it gets. */
  readonly #mentions: { place: Json; schema: Json }[] = [];

  /** Returns the form of a schema for embedding: a reference if it has a title. Accepts only published schemas. */
  use(schema: Json, direction: Direction): Json {
    const { title, ...rest } = schema;
    if (typeof title !== 'string') return this.#parts(rest, direction);
    const isEnum = 'enum' in rest || 'x-extensible-enum' in rest;
    const split = Object.entries(rest);
    const isBeside = ([key]: [string, unknown]): boolean => isEnum && BESIDE_ENUMS.has(key);
    const own = Object.fromEntries(split.filter((entry) => !isBeside(entry)));
    this.#add(title, own, direction);
    const reference: Json = { $ref: '' };
    this.#references.push({ schema: reference, title, direction });
    return Object.assign(reference, Object.fromEntries(split.filter(isBeside)));
  }

  /**
   * Returns the schema of an answer inside an extension. Tools do not read extensions, so they would report a component
   * that only an extension uses as unused. Such a schema is inlined. `finish` fills the returned object.
   */
  mention(schema: Json): Json {
    const place: Json = {};
    this.#mentions.push({ place, schema });
    return place;
  }

  #mentioned(schema: Json): Json {
    const { title, ...rest } = schema;
    return typeof title === 'string' && this.#schemas.get(title)?.answer
      ? this.use(schema, 'answer')
      : this.#mapParts(rest, (part) => this.#mentioned(part));
  }

  #add(title: string, schema: Json, direction: Direction): void {
    const known = this.#schemas.get(title) ?? {};
    const text = JSON.stringify(schema);
    if (known[direction] === undefined)
      this.#schemas.set(title, {
        ...known,
        [direction]: { text, schema: this.#parts(schema, direction) },
      });
    else if (known[direction].text !== text)
      throw new Error(`two different schemas are titled ${title}`);
  }

  #parts(schema: Json, direction: Direction): Json {
    return this.#mapParts(schema, (part) => this.use(part, direction));
  }

  #mapParts(schema: Json, change: (part: Json) => Json): Json {
    const within = (part: unknown): Json => change(part as Json);
    return Object.fromEntries(
      Object.entries(schema).map(([key, value]) => {
        if (key === 'properties')
          return [
            key,
            Object.fromEntries(
              Object.entries(value as Json).map(([name, part]) => [name, within(part)]),
            ),
          ];
        if (key === 'anyOf') return [key, (value as Json[]).map(within)];
        if (key === 'items' || (key === 'additionalProperties' && typeof value === 'object'))
          return [key, within(value)];
        return [key, value];
      }),
    );
  }

  /** The name of a request schema gets the suffix `Input` if the answer schema of that name differs. */
  #nameOf(title: string, direction: Direction): string {
    const { request, answer } = this.#schemas.get(title)!;
    const differ = request && answer && request.text !== answer.text;
    return differ && direction === 'request' ? `${title}Input` : title;
  }

  /** All components by name. Completes the references returned earlier, so call it last. */
  finish(): Record<string, Json> {
    const mentions = this.#mentions.map(({ place, schema }) => ({
      place,
      schema: this.#mentioned(schema),
    }));
    for (const { schema, title, direction } of this.#references)
      schema['$ref'] = `#/components/schemas/${this.#nameOf(title, direction)}`;
    for (const { place, schema } of mentions) Object.assign(place, schema);
    const all: Record<string, Json> = {};
    for (const [title, found] of this.#schemas)
      for (const direction of ['answer', 'request'] as const) {
        const name = this.#nameOf(title, direction);
        if (found[direction] && all[name] === undefined) all[name] = found[direction].schema;
      }
    return Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
}
