import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the generators read out of docs/openapi.json, the committed description of the API. */
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
  /** Below the server's path, parameters as `{name}`. */
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  description: string;
  /** It writes nothing (RFC 9110, section 9.2.1), so repeating it needs no idempotency key. */
  safe: boolean;
  parameters: Parameter[];
  body: { required: boolean; schema: Schema; example: unknown } | undefined;
  /** Media type and schema of what is answered on success. */
  answer: { type: string; schema: Schema };
  /** Of a stream: what each event's data is, by the event's name. */
  events: Record<string, Schema> | undefined;
};
export type Document = {
  /** Path of the API on its server. */
  prefix: string;
  description: string;
  schemas: Record<string, Schema>;
  operations: Operation[];
};

type RawOperation = {
  operationId: string;
  tags: [string];
  summary: string;
  description: string;
  'x-safe'?: true;
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
};

function operation(path: string, method: string, raw: RawOperation): Operation {
  const [, success] = Object.entries(raw.responses).find(([status]) => status.startsWith('2'))!;
  const [[type, { schema, 'x-events': events }]] = Object.entries(success.content!) as [
    [string, Content[string]],
  ];
  const body = raw.requestBody?.content['application/json'];
  return {
    method: method.toUpperCase(),
    path,
    operationId: raw.operationId,
    tag: raw.tags[0],
    summary: raw.summary,
    description: raw.description,
    safe: method === 'get' || raw['x-safe'] === true,
    parameters: raw.parameters ?? [],
    body: body && {
      required: raw.requestBody!.required,
      schema: body.schema,
      example: body.example,
    },
    answer: { type, schema },
    events,
  };
}

export function readDocument(): Document {
  const file = join(import.meta.dirname, '../docs/openapi.json');
  const raw = JSON.parse(readFileSync(file, 'utf8')) as {
    info: { description: string };
    servers: [{ url: string }];
    paths: Record<string, Record<string, RawOperation>>;
    components: { schemas: Record<string, Schema> };
  };
  return {
    prefix: raw.servers[0].url,
    description: raw.info.description,
    schemas: raw.components.schemas,
    operations: Object.entries(raw.paths)
      // Paths with servers of their own are beside the API.
      .filter(([, methods]) => !('servers' in methods))
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, found]) => operation(path, method, found)),
      ),
  };
}
