import { isCompressible } from '../body/gzip.ts';
import { eventText } from '../event-stream.ts';
import type { AnyRoute } from '../route.ts';
import { named, published, typeNameOf, type Components, type Json } from './publish.ts';
import { headerRefs, LIMIT_HEADERS } from './responses.ts';

function dataOf(route: AnyRoute): Json & { title: string } {
  return named(route.data, `${typeNameOf(route)}Result`, 'answer');
}

function headersOf(route: AnyRoute, hasTag: boolean): string[] {
  const { policy, deprecated } = route;
  const names: string[] = [];
  if (policy.rateLimit !== 'none') names.push(...LIMIT_HEADERS);
  if (policy.idempotency) names.push('Idempotency-Replayed');
  if (deprecated) names.push('Deprecation');
  if (deprecated?.sunset !== undefined) names.push('Sunset');
  if ('stream' in route) names.push('X-Accel-Buffering');
  if (hasTag) names.push('ETag');
  if (isCompressible(route)) names.push('Content-Encoding');
  return names;
}

/**
 * Returns the answer of a stream. OpenAPI 3.1 cannot describe events, so `x-events` has the schema of each event's
 * data.
 */
function eventStream(route: AnyRoute, schemas: Components): Json {
  const { properties } = route.data as unknown as { properties: Record<string, Json> };
  const examples = Object.entries(route.example.data as Record<string, unknown>);
  return {
    schema: {
      type: 'string',
      description: 'Events as defined in the WHATWG HTML standard, section 9.2.',
    },
    example: examples.map(([name, data]) => eventText(name, data, 'Zm9y…')).join(''),
    'x-events': Object.fromEntries(
      Object.entries(properties).map(([name, data]) => [
        name,
        schemas.mention(published(data, 'answer')),
      ]),
    ),
  };
}

/** Success answers of operations. An answer that several operations share is a component. */
export class Successes {
  readonly #schemas: Components;
  readonly #components: Record<string, Json> = {};
  /** The number of operations that return it, by data and headers. */
  readonly #counts = new Map<string, number>();
  /** The paths of resources that have an entity tag. */
  readonly #tagged: ReadonlySet<string>;

  constructor(schemas: Components, routes: readonly AnyRoute[]) {
    this.#schemas = schemas;
    this.#tagged = new Set(routes.filter((one) => one.conditional).map(({ path }) => path));
    for (const route of routes) {
      const key = this.#keyOf(route);
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    }
  }

  #headersOf(route: AnyRoute): string[] {
    return headersOf(route, route.method !== 'DELETE' && this.#tagged.has(route.path));
  }

  #keyOf(route: AnyRoute): string {
    return [dataOf(route).title, ...this.#headersOf(route)].join(' ');
  }

  of(route: AnyRoute): Json {
    const key = this.#keyOf(route);
    const isShared = this.#counts.get(key)! > 1;
    // If an operation has two statuses, the same answer is listed twice.
    if (!isShared && !route.okWhen) return this.#answer(route);
    const [title] = key.split(' ') as [string];
    const [, ...headers] = key.split(' ');
    const isLimited = LIMIT_HEADERS.every((header) => headers.includes(header));
    const limited = [title, ...LIMIT_HEADERS, ...headers].join(' ');
    // The same data exists once with limit or tag headers and once without.
    const variant = !isLimited && this.#counts.has(limited) ? 'Unlimited' : '';
    const tagged = headers.includes('ETag') ? 'Tagged' : '';
    const name = `${title}${route.method === 'GET' ? 'Found' : 'Done'}${variant}${tagged}`;
    this.#components[name] ??= { ...this.#answer(route), description: 'Done.' };
    return { $ref: `#/components/responses/${name}` };
  }

  #answer(route: AnyRoute): Json {
    const others = ('mediaTypes' in route && route.mediaTypes) || [];
    const content =
      'stream' in route
        ? { 'text/event-stream': eventStream(route, this.#schemas) }
        : {
            'application/json': this.#envelope(route),
            ...Object.fromEntries(others.map((type) => [type, { schema: { type: 'string' } }])),
          };
    return {
      description: `${route.summary}.`,
      headers: headerRefs(...this.#headersOf(route)),
      content,
    };
  }

  #envelope(route: AnyRoute): Json {
    const data = dataOf(route);
    const envelope = {
      title: `${data.title}Envelope`,
      type: 'object',
      required: ['success', 'data'],
      properties: { success: { type: 'boolean' }, data },
    };
    return {
      schema: this.#schemas.use(envelope, 'answer'),
      example: { success: true, data: route.example.data },
    };
  }

  all(): Json {
    return this.#components;
  }
}
