import { Type, type TObject, type TSchema } from 'typebox';
import { describe, expect, test } from 'vitest';
import type { Policy } from '../policy.ts';
import type { AnyRoute } from '../route.ts';
import { buildOpenApi } from './document.ts';
import type { Json } from './publish.ts';

type Document = {
  paths: Record<string, Record<string, { parameters: Json[]; responses: Json }>>;
  components: Record<'parameters' | 'schemas', Record<string, Json>>;
};

const READ = {
  context: 'organization',
  scope: 'toys:read',
  rateLimit: 'none',
  idempotency: false,
} as unknown as Policy;

function route(path: string, own: Partial<AnyRoute>): AnyRoute {
  return {
    method: 'GET',
    path,
    operationId: `list${path.slice(1)}`,
    tag: 'Toys',
    summary: 'List toys',
    extension: true,
    policy: READ,
    status: 200,
    data: Type.Object({ toys: Type.Integer() }),
    example: { data: { toys: 1 } },
    handle: async () => ({ toys: 1 }),
    ...own,
  } as AnyRoute;
}

function documentOf(...routes: AnyRoute[]): Document {
  return buildOpenApi(routes, {
    publicUrl: '',
    version: '1',
    description: 'Toys.',
    contact: {},
    tags: { Toys: 'Things to play with.', 'Received events': 'Sent.' },
    planGates: {},
    events: [],
    browserRoutes: [],
  }) as Document;
}

function parametersOf(document: Document, path: string, method = 'get'): unknown[] {
  return document.paths[path]![method]!.parameters.map(({ name, $ref }) => name ?? $ref);
}

const text = Type.Optional(Type.String());

describe('the parameters of an operation', () => {
  test('are in the order of the declaration, and appended ones follow in the order of `appended`', () => {
    const query: TObject = Type.Object({ a: text, b: text, page: text, limit: text, c: text });
    const document = documentOf(route('/toys', { query, appended: ['c', 'b'] }));
    expect(parametersOf(document, '/toys')).toEqual(['a', 'page', 'limit', 'c', 'b']);
  });

  test('include an appended one after the headers', () => {
    const own = {
      method: 'DELETE',
      policy: { ...READ, idempotency: true },
      query: Type.Object({ later: text, first: text }),
      appended: ['later'],
    } as unknown as Partial<AnyRoute>;
    expect(parametersOf(documentOf(route('/toys', own)), '/toys', 'delete')).toEqual([
      'first',
      'Idempotency-Key',
      'later',
    ]);
  });
});

describe('a component', () => {
  const titled: TSchema = Type.Object({ toys: Type.Integer() }, { title: 'Actor' });
  const twice = (field: TSchema, data: TSchema): AnyRoute[] =>
    ['/toys', '/games'].map((path) => route(path, { query: Type.Object({ actor: field }), data }));

  test('with a name used in another section is rejected', () => {
    expect(() => documentOf(...twice(text, titled))).toThrow(
      'components has Actor in parameters and schemas',
    );
  });

  test('names the component of a parameter by x-component', () => {
    const named = Type.Optional(Type.String({ 'x-component': 'ActorFilter' }));
    const document = documentOf(...twice(named, titled));
    expect(document.components.parameters).toEqual({
      ActorFilter: { name: 'actor', in: 'query', schema: { type: 'string' } },
    });
    expect(parametersOf(document, '/toys')).toEqual(['#/components/parameters/ActorFilter']);
    expect(document.components.schemas).toHaveProperty('Actor');
  });
});

describe('a stream of events', () => {
  const Toy = Type.Object({ id: Type.String() }, { title: 'Toy' });
  const Colour = Type.Object({ name: Type.String() }, { title: 'Colour' });
  const stream = route('/live', {
    data: Type.Object({ painted: Type.Object({ toy: Toy, colours: Type.Array(Colour) }) }),
    example: { data: { painted: { toy: { id: '1' }, colours: [] } } },
    stream: () => () => {},
  } as unknown as Partial<AnyRoute>);

  test('references schemas that answers also use, and inlines the others', () => {
    const { paths, components } = documentOf(stream, route('/toys', { data: Toy }));
    const { content } = paths['/live']!['get']!.responses['200'] as {
      content: Record<string, Json>;
    };
    expect(content['text/event-stream']!['x-events']).toEqual({
      painted: {
        type: 'object',
        required: ['toy', 'colours'],
        properties: {
          toy: { $ref: '#/components/schemas/Toy' },
          colours: {
            type: 'array',
            items: {
              type: 'object',
              required: ['name'],
              properties: { name: { type: 'string' } },
            },
          },
        },
      },
    });
    expect(components.schemas).toHaveProperty('Toy');
    expect(components.schemas).not.toHaveProperty('Colour');
  });
});

test('names the headers of answers: an ETag where a change can be conditional, an encoding where the answer has no secret', () => {
  const params = Type.Object({ id: Type.String() });
  const one = route('/toys/:id', { params, operationId: 'getToy' });
  const change = { ...one, method: 'PATCH', operationId: 'changeToy', conditional: true } as const;
  const remove = { ...change, method: 'DELETE', operationId: 'removeToy' } as const;
  const secret = Type.Object({ key: Type.String({ 'x-secret': true }) });
  const made = route('/keys', { data: secret, operationId: 'listKeys', replay: 'actor' });
  const all = [one, change as AnyRoute, remove as AnyRoute, made, route('/toys', {})];
  const { paths, components } = documentOf(...all) as Document & {
    components: { responses: Record<string, { headers: Json }> };
  };
  const headersOf = (path: string, method: string): string[] => {
    const answer = paths[path]![method]!.responses['200'] as { $ref?: string; headers: Json };
    const name = answer.$ref?.split('/').at(-1);
    return Object.keys((name === undefined ? answer : components.responses[name]!).headers);
  };
  for (const method of ['get', 'patch']) expect(headersOf('/toys/{id}', method)).toContain('ETag');
  expect(headersOf('/toys/{id}', 'delete')).not.toContain('ETag');
  expect(headersOf('/toys', 'get')).toEqual(['Content-Encoding']);
  expect(headersOf('/keys', 'get')).toEqual([]);
});
