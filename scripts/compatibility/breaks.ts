/** Finds the changes of an OpenAPI document that break clients generated from an earlier version. */
type Json = Record<string, unknown>;

/** The direction of a schema: requests must not need more than before, and answers may get more fields. */
type Direction = 'request' | 'answer';

/** Keywords that decide the type of a field in generated clients. */
const TYPE_KEYWORDS = ['$ref', 'type', 'format', 'uniqueItems', 'additionalProperties'];
/**
 * Sections whose members become types. Shared answers are omitted, because their names depend on the operations that
 * share them.
 */
const NAMED_SECTIONS = ['schemas', 'parameters', 'headers', 'securitySchemes'];

function membersOf(value: unknown): [string, Json][] {
  return Object.entries(isObject(value) ? (value as Record<string, Json>) : {});
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

class Comparison {
  readonly problems: string[] = [];
  readonly #before: Json;
  readonly #after: Json;

  constructor(before: Json, after: Json) {
    this.#before = before;
    this.#after = after;
  }

  #say(place: string, problem: string): void {
    this.problems.push(`${place}: ${problem}`);
  }

  /** Returns an object of the document, or the object that it refers to. */
  #resolved(document: Json, value: unknown): Json {
    const { $ref } = value as { $ref?: string };
    if ($ref === undefined) return value as Json;
    const path = $ref.replace('#/', '').split('/');
    return path.reduce<unknown>((at, name) => (at as Json)[name], document) as Json;
  }

  document(): void {
    for (const section of ['paths', 'webhooks'])
      for (const [path, methods] of membersOf(this.#before[section]))
        for (const [method, operation] of membersOf(methods).filter(([, one]) => isObject(one))) {
          const place = `${method.toUpperCase()} ${path}`;
          const found = (this.#after[section] as Record<string, Json> | undefined)?.[path];
          if (found?.[method] === undefined) this.#say(place, 'is missing');
          else this.#operation(operation, found[method] as Json, place, section === 'webhooks');
        }
    this.#components();
  }

  #components(): void {
    const before = this.#before['components'] as Record<string, Json>;
    const after = this.#after['components'] as Record<string, Json>;
    const requested = new Set([
      ...requestedSchemas(this.#before),
      ...requestedSchemas(this.#after),
    ]);
    for (const section of NAMED_SECTIONS)
      for (const [name, component] of membersOf(before[section])) {
        const place = `components.${section}.${name}`;
        const found = after[section]?.[name] as Json | undefined;
        if (found === undefined) this.#say(place, 'is missing');
        else if (section === 'schemas')
          this.#schema(component, found, requested.has(name) ? 'request' : 'answer', place);
      }
  }

  #operation(before: Json, after: Json, place: string, isReceived: boolean): void {
    // Generated clients name classes after tags, and methods after operations.
    for (const key of ['operationId', 'tags'])
      if (!isSame(before[key], after[key])) this.#say(place, `has another ${key}`);
    this.#parameters(before, after, place);
    this.#body(before, after, place, isReceived ? 'answer' : 'request');
    this.#answers(before, after, place);
  }

  #parameters(before: Json, after: Json, place: string): void {
    const of = (document: Json, operation: Json): Json[] =>
      ((operation['parameters'] ?? []) as Json[]).map((one) => this.#resolved(document, one));
    const earlier = of(this.#before, before);
    const later = of(this.#after, after);
    const names = (all: Json[]): string[] => all.map((one) => `${one['in']} ${one['name']}`);
    const inPlace = names(later).slice(0, earlier.length);
    if (!isSame(names(earlier), inPlace)) {
      this.#say(
        place,
        `has the parameters ${names(later).join(', ')}, where ${names(earlier).join(', ')} come first: ` +
          'name what it got later in `appended` of the route',
      );
      return;
    }
    for (const [index, one] of later.entries()) {
      const known = earlier[index];
      const own = `${place} ${one['in']} ${one['name']}`;
      if (known === undefined) {
        if (one['required']) this.#say(own, 'is a new parameter, so it must be optional');
        continue;
      }
      if (Boolean(known['required']) !== Boolean(one['required']))
        this.#say(own, `${one['required'] ? 'is now' : 'is no longer'} required`);
      this.#schema(known['schema'] as Json, one['schema'] as Json, 'request', own);
    }
  }

  #body(before: Json, after: Json, place: string, direction: Direction): void {
    const [earlier, later] = [before['requestBody'], after['requestBody']] as (Json | undefined)[];
    if (!earlier && !later) return;
    if (!later) {
      this.#say(place, 'no longer has a body');
      return;
    }
    if (!earlier) {
      if (later['required']) this.#say(place, 'has a body now, so it must be optional');
      return;
    }
    if (Boolean(earlier['required']) !== Boolean(later['required']))
      this.#say(place, `has a body that ${later['required'] ? 'is now' : 'is no longer'} required`);
    this.#content(earlier, later, place, direction);
  }

  #answers(before: Json, after: Json, place: string): void {
    const earlier = membersOf(before['responses']);
    const later = (after['responses'] ?? {}) as Json;
    for (const status of Object.keys(later))
      if (status.startsWith('2') && !earlier.some(([known]) => known === status))
        this.#say(place, `has another success, ${status}`);
    for (const [status, answer] of earlier) {
      if (later[status] === undefined) {
        this.#say(place, `no longer names an answer ${status}`);
        continue;
      }
      const known = this.#resolved(this.#before, answer);
      const found = this.#resolved(this.#after, later[status]);
      for (const [name] of membersOf(known['headers']))
        if (!isObject(found['headers']) || !(name in found['headers']))
          this.#say(`${place} ${status}`, `no longer has a header ${name}`);
      this.#content(known, found, `${place} ${status}`, 'answer');
    }
  }

  #content(before: Json, after: Json, place: string, direction: Direction): void {
    for (const [type, known] of membersOf(before['content'])) {
      const found = (after['content'] as Record<string, Json> | undefined)?.[type];
      if (found === undefined) {
        this.#say(place, `no longer has content ${type}`);
        continue;
      }
      this.#schema(known['schema'] as Json, found['schema'] as Json, direction, place);
      for (const [event, schema] of membersOf(known['x-events'])) {
        const now = (found['x-events'] as Record<string, Json> | undefined)?.[event];
        if (now === undefined) this.#say(place, `no longer has an event ${event}`);
        else this.#schema(schema, now, direction, `${place} ${event}`);
      }
    }
  }

  #schema(before: Json, after: Json, direction: Direction, place: string): void {
    for (const key of TYPE_KEYWORDS) {
      if (isObject(before[key]) && isObject(after[key]))
        this.#schema(before[key], after[key], direction, `${place}.*`);
      else if (!isSame(before[key], after[key]))
        this.#say(place, `has ${key} ${text(after[key])} instead of ${text(before[key])}`);
    }
    this.#values(before, after, direction, place);
    for (const key of ['items', 'anyOf']) {
      const earlier = [before[key] ?? []].flat() as Json[];
      const later = [after[key] ?? []].flat() as Json[];
      if (earlier.length !== later.length) this.#say(place, `has other ${key}`);
      else
        for (const [index, part] of earlier.entries())
          this.#schema(part, later[index]!, direction, key === 'items' ? `${place}[]` : place);
    }
    this.#fields(before, after, direction, place);
  }

  /** Closed enumerations become types. Only enumerations of requests may get more values. */
  #values(before: Json, after: Json, direction: Direction, place: string): void {
    if ('x-extensible-enum' in before !== 'x-extensible-enum' in after)
      this.#say(place, 'is an open enumeration in one of the documents only');
    const [earlier, later] = [before['enum'], after['enum']] as (unknown[] | undefined)[];
    if (!earlier && !later) return;
    const isKept = earlier && later && earlier.every((value) => later.includes(value));
    if (!isKept || (direction === 'answer' && earlier.length !== later.length))
      this.#say(place, `has the values ${text(later)} instead of ${text(earlier)}`);
  }

  #fields(before: Json, after: Json, direction: Direction, place: string): void {
    const later = (after['properties'] ?? {}) as Record<string, Json>;
    const known = (before['properties'] ?? {}) as Json;
    const neededBefore = (before['required'] ?? []) as string[];
    const neededAfter = (after['required'] ?? []) as string[];
    for (const [name, field] of membersOf(known)) {
      const own = `${place}.${name}`;
      if (later[name] === undefined) {
        this.#say(own, 'is missing');
        continue;
      }
      if (neededBefore.includes(name) !== neededAfter.includes(name))
        this.#say(own, `${neededAfter.includes(name) ? 'is now' : 'is no longer'} required`);
      this.#schema(field, later[name], direction, own);
    }
    if (direction === 'answer') return;
    for (const name of neededAfter.filter((one) => !(one in known)))
      this.#say(`${place}.${name}`, 'is a new field, so it must be optional');
    // Generated constructors take required fields by position.
    const ordered = (fields: Json): string[] =>
      Object.keys(fields).filter((name) => neededBefore.includes(name) && name in later);
    if (!isSame(ordered(known), ordered(later)))
      this.#say(place, 'has its required fields in another order');
  }
}

function text(value: unknown): string {
  return value === undefined ? 'none' : JSON.stringify(value);
}

/** Returns the names of the component schemas that requests use. */
function requestedSchemas(document: Json): Set<string> {
  const { schemas, parameters } = document['components'] as Record<string, Json>;
  const found = new Set<string>();
  const visit = (part: unknown): void => {
    const names = JSON.stringify(part ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g);
    for (const [, name = ''] of names) {
      if (found.has(name)) continue;
      found.add(name);
      visit(schemas![name]);
    }
  };
  visit(parameters);
  for (const [, methods] of membersOf(document['paths']))
    for (const [, operation] of membersOf(methods))
      if (isObject(operation)) visit([operation['parameters'], operation['requestBody']]);
  return found;
}

/**
 * Returns the changes that break generated clients: removed operations, components, parameters, fields, answers and
 * events; other types; parameters and required fields in another order; new required ones. Allowed additions are not
 * included.
 * @returns one sentence for each, with its place
 */
export function breaks(before: Json, after: Json): string[] {
  const comparison = new Comparison(before, after);
  comparison.document();
  return comparison.problems;
}
