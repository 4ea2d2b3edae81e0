import { compile } from 'json-schema-to-typescript';
import { writeGenerated } from './generated-file.ts';
import { readDocument, type Document, type Operation, type Schema } from './openapi-operations.ts';

/**
 * Writes what clients/typescript knows about the API: types of every schema and operation, and the table of
 * operations from which the client makes its methods. With --check only compares.
 */
const HEADER = '// Generated from docs/openapi.json by scripts/client-library.ts.\n\n';

const { prefix, schemas: named, operations } = readDocument();
// `Error` is taken in every program.
const { Error: ErrorBody, ...others } = named;
const schemas: Record<string, Schema> = { ErrorBody: ErrorBody!, ...others };

/** References of the document, as references of the schema that is compiled. */
function moved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moved);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === '$ref'
        ? String(member).replace('#/components/schemas/', '#/definitions/')
        : moved(member),
    ]),
  );
}

const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : resolved(schemas[schema.$ref.split('/').at(-1)!]!);

const object = (properties: Record<string, unknown>, required: string[]): Schema =>
  ({ type: 'object', additionalProperties: false, required, properties }) as Schema;

/** An object that has all of them. */
const allOf = (properties: Record<string, unknown>): Schema =>
  object(properties, Object.keys(properties));

/** Of a JSON answer: what the envelope holds. */
const dataOf = ({ answer }: Operation): Schema => answer.schema.properties!['data']!;
const isJson = ({ answer }: Operation): boolean => answer.type === 'application/json';

/** Path and query parameters by name, and `body`: names that would collide are refused. */
function input({ operationId, parameters, body }: Operation): Schema {
  const fields = parameters.filter((parameter) => parameter.in !== 'header');
  const properties: Record<string, unknown> = {};
  for (const { name, schema, description } of fields) {
    if (name in properties || name === 'body')
      throw new Error(`${operationId} has two parameters named ${name}`);
    properties[name] = { ...schema, ...(description === undefined ? {} : { description }) };
  }
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  if (body) properties['body'] = body.schema;
  return object(properties, body?.required ? [...required, 'body'] : required);
}

async function types(): Promise<string> {
  const root = object(
    Object.fromEntries(
      operations.map((found) => [
        found.operationId,
        {
          ...allOf({
            input: input(found),
            ...(isJson(found) ? { data: dataOf(found) } : {}),
            ...(found.events ? { events: allOf(found.events) } : {}),
          }),
          description: `${found.summary}: \`${found.method} ${found.path}\``,
        },
      ]),
    ),
    operations.map(({ operationId }) => operationId),
  );
  const text = await compile(
    moved({ ...root, definitions: schemas }) as Parameters<typeof compile>[0],
    'Operations',
    {
      additionalProperties: false,
      bannerComment: '',
      unreachableDefinitions: true,
      // Arrays of at least one item would otherwise be tuples, which no computed array fits.
      ignoreMinAndMaxItems: true,
    },
  );
  // It says of each type which other one refers to it first.
  return (
    HEADER +
    text.replaceAll(/(?:\n \* ?)?\n \* This interface was referenced by[^\n]*\n[^\n]*/g, '')
  );
}

/** What tells a row of a list from others, where that is not its `id`. */
const KEYS: Record<string, string[]> = {
  listIdentityVerifications: ['verificationId'],
  listScreenings: ['screeningId'],
  listSubjects: ['subjectId'],
  listGlobalListVersions: ['revision'],
  listGlobalListChanges: ['change', 'externalId', 'entryId'],
  readInbox: ['thread.id'],
  listUsage: ['day', 'service', 'metric'],
};

/** A row's key, all of whose parts every row has. */
function keyOf({ operationId }: Operation, item: Schema): string[] {
  const key = KEYS[operationId] ?? ['id'];
  for (const path of key) {
    let schema = item;
    for (const name of path.split('.')) {
      const found = resolved(schema).properties?.[name];
      if (!found) throw new Error(`${operationId} needs its key: rows have no ${path}`);
      schema = found;
    }
  }
  return key;
}

/** How a list is paged, where it is. */
function paging(found: Operation): object | undefined {
  const { properties = {} } = isJson(found) ? resolved(dataOf(found)) : {};
  const takes = (name: string): boolean => found.parameters.some((given) => given.name === name);
  const arrays = Object.keys(properties).filter((name) => properties[name]!.type === 'array');
  const [items] = arrays;
  if (arrays.length !== 1 || items === undefined) return undefined;
  const item = resolved(properties[items]!.items!);
  if (takes('page') && properties['total']) return { items, by: 'page', key: keyOf(found, item) };
  if (takes('after') && properties['hasMore'] && item.properties?.['sequence'])
    return { items, by: 'sequence' };
  return undefined;
}

function table({ operations: all }: Pick<Document, 'operations'>): string {
  const rows = all.map((found) => {
    const query = found.parameters.filter((given) => given.in === 'query').map(({ name }) => name);
    const list = paging(found);
    const row = {
      method: found.method,
      path: prefix + found.path,
      ...(query.length > 0 ? { query } : {}),
      ...(found.safe
        ? { safe: true }
        : // A repetition with the same key has no second effect.
          { keyed: found.parameters.some(({ name }) => name === 'Idempotency-Key') }),
      ...(isJson(found) ? {} : { raw: true }),
      ...(list ? { list } : {}),
    };
    return `  /** ${found.summary}. */\n  ${found.operationId}: ${JSON.stringify(row)},`;
  });
  return `${HEADER}/** Every operation of the API by its operationId. */
export const operations = {
${rows.join('\n')}
} as const;
`;
}

writeGenerated('clients/typescript/src/generated/types.ts', await types());
writeGenerated('clients/typescript/src/generated/operations.ts', table({ operations }));
