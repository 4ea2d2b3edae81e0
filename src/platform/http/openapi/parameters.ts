import type { TSchema } from 'typebox';
import type { AnyRoute } from '../route.ts';
import { published, type Components, type Json } from './publish.ts';

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes the request safe to repeat for 24 hours. A repeat returns the first answer, with `Idempotency-Key-Mismatch: true` ' +
    'if its query or body differs. `x-idempotency-key` is an alias.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
};

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  description:
    'The `ETag` of an earlier answer. If the resource has changed since, the answer is 412 `PRECONDITION_FAILED`.',
  schema: { type: 'string' },
};

const LAST_EVENT_ID = {
  name: 'Last-Event-ID',
  in: 'header',
  description:
    'The `id` of the last event that the client has seen; the stream first sends what has changed since.',
  schema: { type: 'string' },
};

type Parameter = Json & { name: string; in: string };
type Fields = { properties?: Record<string, Json>; required?: string[] };

/** `screening-list`, `pageSize` and `Last-Event-ID` as `ScreeningList`, `PageSize` and `LastEventId`. */
function typeName(text: string): string {
  return text.replaceAll(
    /(?:^|-)([A-Za-z])([A-Z]*(?![a-z]))?/g,
    (_, first: string, rest = '') => first.toUpperCase() + (rest as string).toLowerCase(),
  );
}

/** The name of a parameter as a component: `x-component` where a schema has the usual name. */
function componentName(name: string, field: Json): string {
  const { 'x-component': own, 'x-resource': resource } = field;
  if (typeof own === 'string') return own;
  return typeName(typeof resource === 'string' ? `${resource}-id` : name);
}

/** An example id in the resource's format; undefined where callers choose ids. */
function exampleId({ 'x-id-prefix': prefix }: Json): string | undefined {
  return typeof prefix === 'string' && prefix !== ''
    ? `${prefix}_01kf3vbq2ye5rstv5n1v0m2r8k`
    : undefined;
}

/** The parameters of operations. A parameter that several operations share is a component. */
export class Parameters {
  readonly #schemas: Components;
  /** By text: how often the parameter occurs, and its name as a component. */
  readonly #counts = new Map<string, { parameter: Parameter; name: string; count: number }>();
  readonly #names = new Map<string, string>();

  constructor(schemas: Components, routes: readonly AnyRoute[]) {
    this.#schemas = schemas;
    for (const route of routes)
      for (const { parameter, name } of this.#all(route)) {
        const text = JSON.stringify(parameter);
        const known = this.#counts.get(text) ?? { parameter, name, count: 0 };
        this.#counts.set(text, { ...known, count: known.count + 1 });
      }
    for (const [text, { name, count }] of this.#counts)
      if (count > 1 && !this.#names.has(name)) this.#names.set(name, text);
  }

  #all(route: AnyRoute): { parameter: Parameter; name: string }[] {
    const describe = (place: 'path' | 'query', schema: TSchema | undefined) => {
      const { properties = {}, required = [] } = (schema ?? {}) as unknown as Fields;
      return Object.entries(properties).map(([name, field]) => {
        const { description, ...rest } = published(field, 'request');
        const example = place === 'query' ? route.example.query?.[name] : exampleId(field);
        const parameter = {
          name,
          in: place,
          ...(place === 'path' || required.includes(name) ? { required: true } : {}),
          description,
          schema: rest,
          ...(example === undefined ? {} : { example }),
        };
        return { parameter, name: componentName(name, field) };
      });
    };
    const headers: Parameter[] = [];
    if (route.policy.idempotency) headers.push(IDEMPOTENCY_KEY);
    if ('stream' in route) headers.push(LAST_EVENT_ID);
    const { appended = [] } = route;
    const query = describe('query', route.query);
    const isAppended = ({ parameter }: (typeof query)[number]): boolean =>
      appended.includes(parameter.name);
    return [
      ...describe('path', route.params),
      ...query.filter((one) => !isAppended(one)),
      ...headers.map((parameter) => ({ parameter, name: typeName(parameter.name) })),
      ...query
        .filter(isAppended)
        .toSorted(
          (a, b) => appended.indexOf(a.parameter.name) - appended.indexOf(b.parameter.name),
        ),
      ...(route.conditional ? [{ parameter: IF_MATCH, name: 'IfMatch' }] : []),
    ];
  }

  of(route: AnyRoute): Json[] {
    return this.#all(route).map(({ parameter, name }) =>
      this.#names.get(name) === JSON.stringify(parameter)
        ? { $ref: `#/components/parameters/${name}` }
        : this.#published(parameter),
    );
  }

  #published(parameter: Parameter): Json {
    return { ...parameter, schema: this.#schemas.use(parameter['schema'] as Json, 'request') };
  }

  all(): Record<string, Json> {
    const named = [...this.#names].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(
      named.map(([name, text]) => [name, this.#published(this.#counts.get(text)!.parameter)]),
    );
  }
}
