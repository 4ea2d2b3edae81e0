import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The parts of docs/openapi.json, the committed description of the API, that the generators read. */
export type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  $ref?: string;
  [keyword: string]: unknown;
};
export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
};
type Content = Record<
  string,
  { schema: Schema; example?: unknown; 'x-events'?: Record<string, Schema> }
>;
export type Operation = {
  method: string;
  /** The path below the server's path, with parameters as `{name}`. */
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  description: string;
  /** True if the operation changes nothing (RFC 9110, section 9.2.1), so a repetition needs no idempotency key. */
  safe: boolean;
  parameters: Parameter[];
  body: { required: boolean; schema: Schema; example: unknown } | undefined;
  /** Media type and schema of the answer on success. */
  answer: { type: string; schema: Schema };
  /** Statuses of success. */
  statuses: number[];
  /** The data of each event of a stream, by the event's name. */
  events: Record<string, Schema> | undefined;
  /** The codes of the operation's errors, by status and in the order of the document. */
  errors: string[];
};
export type Document = {
  /** Path of the API on its server. */
  prefix: string;
  description: string;
  schemas: Record<string, Schema>;
  /** The component that is the body of every error. */
  errorName: string;
  /** Descriptions of the tags that have one. */
  tags: Map<string, string>;
  /** The body of each kind of delivered event, by its type. */
  webhooks: Record<string, Schema>;
  operations: Operation[];
};

type RawOperation = {
  operationId: string;
  tags: [string];
  summary: string;
  description: string;
  'x-safe'?: true;
  parameters?: Parameter[];
  requestBody?: Body;
  responses: Record<string, Answer>;
};
type Body = { required: boolean; content: Content };
type Answer = { description: string; content?: Content };

const document = JSON.parse(
  readFileSync(join(import.meta.dirname, '../docs/openapi.json'), 'utf8'),
) as {
  info: { description: string };
  servers: [{ url: string }];
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, RawOperation>>;
  webhooks?: Record<string, { post: { requestBody: Body } }>;
  components: { schemas: Record<string, Schema> };
};

/** Returns the value, or its target if it is a reference. */
export function resolved<T>(value: T): T {
  const { $ref } = value as { $ref?: string };
  if ($ref === undefined) return value;
  const names = $ref.replace('#/', '').split('/');
  return resolved(names.reduce((found: unknown, name) => (found as never)[name], document) as T);
}

/** Descriptions of errors begin with their codes, in backticks. */
function errorsOf({ responses }: RawOperation): string[] {
  const codes = Object.entries(responses)
    .filter(([status]) => !status.startsWith('2'))
    .flatMap(([, answer]) => [...resolved(answer).description.matchAll(/`([A-Z][A-Z_]+)`/g)]);
  return [...new Set(codes.map(([, code]) => code!))];
}

/** All errors have the same body. */
function errorName(operations: RawOperation[]): string {
  const names = operations.flatMap(({ responses }) =>
    Object.entries(responses)
      .filter(([status]) => !status.startsWith('2'))
      .flatMap(([, answer]) => resolved(answer).content?.['application/json']?.schema.$ref ?? []),
  );
  const [name, ...others] = new Set(names.map((ref) => ref.split('/').at(-1)!));
  if (name === undefined || others.length > 0) throw new Error('errors have one body');
  return name;
}

function operation(path: string, method: string, raw: RawOperation): Operation {
  const [, ref] = Object.entries(raw.responses).find(([status]) => status.startsWith('2'))!;
  const success = resolved(ref);
  const [[type, { schema, 'x-events': events }]] = Object.entries(success.content!) as [
    [string, Content[string]],
  ];
  const given = raw.requestBody && resolved(raw.requestBody);
  const body = given?.content['application/json'];
  return {
    method: method.toUpperCase(),
    path,
    operationId: raw.operationId,
    tag: raw.tags[0],
    summary: raw.summary,
    description: raw.description,
    safe: method === 'get' || raw['x-safe'] === true,
    parameters: (raw.parameters ?? []).map(resolved),
    body: body && {
      required: given!.required,
      schema: body.schema,
      example: body.example,
    },
    answer: { type, schema },
    statuses: Object.keys(raw.responses)
      .map(Number)
      .filter((status) => status < 300),
    events,
    errors: errorsOf(raw),
  };
}

export function readDocument(): Document {
  // Paths with separate servers do not belong to the API.
  const paths = Object.entries(document.paths).filter(([, methods]) => !('servers' in methods));
  return {
    prefix: document.servers[0].url,
    description: document.info.description,
    schemas: document.components.schemas,
    errorName: errorName(paths.flatMap(([, methods]) => Object.values(methods))),
    tags: new Map(
      document.tags.flatMap(({ name, description }) => (description ? [[name, description]] : [])),
    ),
    webhooks: Object.fromEntries(
      Object.entries(document.webhooks ?? {}).map(([type, { post }]) => [
        type,
        resolved(post.requestBody).content['application/json']!.schema,
      ]),
    ),
    operations: paths.flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, found]) => operation(path, method, found)),
    ),
  };
}
