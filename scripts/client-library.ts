import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from 'json-schema-to-typescript';
import { writeGenerated } from './support/generated.ts';
import { clientInterface } from './client-library/interface.ts';
import { dataOf, isStream, methodsOf, property, type Method } from './client-library/methods.ts';
import { readDocument, type Operation, type Schema } from './openapi-operations.ts';

/**
 * Writes the generated part of clients/typescript: the types of every schema, operation and event, the client's
 * interface, and the table of operations that its methods are made from. With --check only compares.
 */
const HEADER = '// Generated from docs/openapi.json by scripts/client-library.ts.\n\n';

const { prefix, schemas: named, errorName, tags, webhooks, operations } = readDocument();
const methods = methodsOf(operations);

/** Components that only name the envelope of an answer; methods return its content. */
const envelopes = new Set(
  operations.flatMap(({ answer }) => answer.schema.$ref?.split('/').at(-1) ?? []),
);
const { [errorName]: ErrorBody, ...others } = named;
const schemas: Record<string, Schema> = {
  ErrorBody: ErrorBody!,
  ...Object.fromEntries(Object.entries(others).filter(([name]) => !envelopes.has(name))),
};

/**
 * Makes an enumeration that may grow open in the types, too: editors offer known values, and other values are accepted.
 */
function openEnum(values: unknown[]): Schema {
  return {
    tsType: `${values.map((value) => JSON.stringify(value)).join(' | ')} | (string & {})`,
  };
}

/** Converts references of the document to references of the compiled schema. */
function moved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moved);
  if (value === null || typeof value !== 'object') return value;
  const { 'x-extensible-enum': open, ...rest } = value as Schema;
  return {
    ...Object.fromEntries(
      Object.entries(rest).map(([key, member]) => [
        key,
        key === '$ref'
          ? String(member).replace('#/components/schemas/', '#/definitions/')
          : moved(member),
      ]),
    ),
    ...(Array.isArray(open)
      ? openEnum([rest.type].flat().includes('null') ? [...open, null] : open)
      : {}),
  };
}

function object(properties: Record<string, unknown>, required: string[]): Schema {
  return { type: 'object', additionalProperties: false, required, properties } as Schema;
}

/** Returns the schema of an object that requires all its properties. */
function allOf(properties: Record<string, unknown>): Schema {
  return object(properties, Object.keys(properties));
}

/** Returns path and query parameters by name, and `body`. Rejects names that would collide. */
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

/** Returns the data of each webhook event, by its type. */
function eventData(): Schema {
  return allOf(
    Object.fromEntries(
      Object.entries(webhooks).map(([type, body]) => [type, property(body, 'data')]),
    ),
  );
}

async function types(): Promise<string> {
  const root = object(
    Object.fromEntries(
      operations.map((found) => [
        found.operationId,
        {
          ...allOf({
            input: input(found),
            ...(isStream(found) ? { events: allOf(found.events!) } : { data: dataOf(found) }),
          }),
          description: `${found.summary}: \`${found.method} ${found.path}\``,
        },
      ]),
    ),
    operations.map(({ operationId }) => operationId),
  );
  const text = await compile(
    moved({
      ...root,
      description: 'Input and answer of every operation, by its `operationId`.',
      definitions: {
        ...schemas,
        EventData: {
          ...eventData(),
          description: 'Data of the events that the service itself delivers to webhooks, by type.',
        },
      },
    }) as Parameters<typeof compile>[0],
    'Operations',
    {
      additionalProperties: false,
      bannerComment: '',
      unreachableDefinitions: true,
      // Otherwise arrays with at least one item would be tuples, which no computed array matches.
      ignoreMinAndMaxItems: true,
    },
  );
  // For each type, names the first type that refers to it.
  return (
    HEADER +
    text.replaceAll(/(?:\n \* ?)?\n \* This interface was referenced by[^\n]*\n[^\n]*/g, '')
  );
}

/** Returns the text of an operation for the client, which `rowsOf` in clients/typescript/src/rows.ts reads. */
function textOf({ found, name, list }: Method): string {
  const { method, path, operationId, parameters } = found;
  const query = parameters.filter((given) => given.in === 'query').map((given) => given.name);
  // Returns true if a repetition with the same key has no second effect.
  const isKeyed = parameters.some((given) => /^idempotency-key$/i.test(given.name));
  const isRead = method === 'GET';
  if (isRead && !found.safe) throw new Error(`${operationId} is a GET that is not safe`);
  const other = isKeyed ? '' : '-';
  const mark = isStream(found) ? '~' : isRead ? '' : found.safe ? '!' : other;
  return [
    `${method}${mark}`,
    [path, query.join(',')].filter(Boolean).join('?'),
    ...(list ? [`[${list.items}]`] : []),
    ...(operationId === name ? [] : [`=${operationId}`]),
  ].join(' ');
}

function table(): string {
  const groups = Map.groupBy(methods, ({ group }) => group);
  const texts = [...groups].map(
    ([group, own]) =>
      `  ${group}: {\n${own.map((one) => `    ${one.name}: ${JSON.stringify(textOf(one))},`).join('\n')}\n  },`,
  );
  const manifest = JSON.parse(
    readFileSync(join(import.meta.dirname, '../clients/typescript/package.json'), 'utf8'),
  ) as { version: string };
  return `${HEADER}import { rowsOf, type Row } from '../rows.ts';

export const VERSION = ${JSON.stringify(manifest.version)};

/** Path of the API below the address of the service. */
export const PREFIX = ${JSON.stringify(prefix)};

/** Every operation of the API, by group and method. */
export const operations: Record<string, Record<string, Row>> = /* @__PURE__ */ rowsOf({
${texts.join('\n')}
});
`;
}

writeGenerated('clients/typescript/src/generated/types.ts', await types());
writeGenerated('clients/typescript/src/generated/operations.ts', table());
writeGenerated(
  'clients/typescript/src/generated/client.ts',
  HEADER + clientInterface(methods, { prefix, tags }),
);
