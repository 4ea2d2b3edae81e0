import type { TSchema } from 'typebox';
import { errorCatalogue, type ErrorCode } from '../errors/index.ts';
import type { PlanGate } from './policy.ts';
import { eventText } from './event-stream.ts';
import { API_PREFIX } from './register.ts';
import {
  COMMON_HEADERS,
  errorResponse,
  headerRefs,
  responseHeaders,
  sharedResponseRefs,
  sharedResponses,
  type Json,
} from './openapi-responses.ts';
import type { AnyRoute } from './route.ts';

export type OpenApiOptions = {
  /** Scheme and host under which clients reach the service; empty for "wherever this came from". */
  publicUrl: string;
  version: string;
  description: string;
  planGates: Record<string, PlanGate>;
  /** Paths beside the API, from the root of the server. */
  otherPaths: Record<string, Json>;
};

const idempotencyHeader = (name: string): Json => ({
  name,
  in: 'header',
  required: false,
  description:
    name === 'Idempotency-Key'
      ? 'Makes the request safe to repeat for 24 hours: the first answer is given again.'
      : 'The same header under its general name. Both sent and different: 400.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
});

/** Codes that follow from the policy and the form of the request, in the order of the checks. */
function policyErrors(route: AnyRoute, options: OpenApiOptions): ErrorCode[] {
  const { policy } = route;
  const codes: ErrorCode[] = ['UNAUTHORIZED', 'FORBIDDEN'];
  if (policy.plan !== undefined) codes.push(options.planGates[policy.plan]!.code);
  // Failed authentication is limited on every route, so 429 can occur on unlimited ones too.
  codes.push('RATE_LIMITED', 'BAD_REQUEST');
  if (route.invalidCode) codes.push(route.invalidCode);
  if (route.method !== 'GET') codes.push('PAYLOAD_TOO_LARGE');
  if (route.method !== 'GET' && route.bodyRule !== 'ignored') codes.push('UNSUPPORTED_MEDIA_TYPE');
  if (policy.idempotency) codes.push('IDEMPOTENCY_UNAVAILABLE');
  if (route.params) codes.push(route.notFound ?? 'NOT_FOUND');
  return [...codes, 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE', ...(route.errors ?? [])];
}

function errorResponses(route: AnyRoute, options: OpenApiOptions): Json {
  const byStatus = new Map<number, Set<ErrorCode>>();
  for (const code of policyErrors(route, options)) {
    const { status } = errorCatalogue[code];
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  }
  const limited = route.policy.rateLimit !== 'none';
  const responses: Json = { ...sharedResponseRefs };
  for (const [status, codes] of byStatus) {
    const names = [...COMMON_HEADERS];
    if (limited && status !== 401) names.push('RateLimit-Policy', 'RateLimit');
    if (status === 401) names.push('WWW-Authenticate');
    if (status === 429 || status === 503) names.push('Retry-After');
    if (route.policy.idempotency && [403, 404, 409].includes(status))
      names.push('Idempotency-Replayed', 'Idempotency-Key-Mismatch');
    responses[status] = errorResponse(codes, names);
  }
  return responses;
}

/** OpenAPI 3.1 has no words for the events of a stream: `x-events` has the schema of each one's data. */
function eventStream(route: AnyRoute): Json {
  const { properties } = route.data as unknown as { properties: Record<string, Json> };
  const examples = Object.entries(route.example.data as Record<string, unknown>);
  return {
    schema: { type: 'string', description: 'Events as of the WHATWG HTML standard, section 9.2.' },
    example: examples.map(([name, data]) => eventText(name, data, 'Zm9y…')).join(''),
    'x-events': properties,
  };
}

function successResponse(route: AnyRoute): Json {
  const names = [...COMMON_HEADERS];
  if (route.policy.rateLimit !== 'none') names.push('RateLimit-Policy', 'RateLimit');
  if (route.policy.idempotency) names.push('Idempotency-Replayed', 'Idempotency-Key-Mismatch');
  const content =
    'stream' in route
      ? { 'text/event-stream': eventStream(route) }
      : {
          'application/json': {
            schema: {
              type: 'object',
              required: ['success', 'data'],
              properties: { success: { type: 'boolean', const: true }, data: route.data },
            },
            example: { success: true, data: route.example.data },
          },
        };
  if ('stream' in route) names.push('X-Accel-Buffering');
  return { description: route.summary, headers: headerRefs(...names), content };
}

const LAST_EVENT_ID = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'The `id` of the last event that was seen: what has changed since comes first.',
  schema: { type: 'string' },
};

function parameters(route: AnyRoute): Json[] {
  const describe = (place: 'path' | 'query', schema: TSchema | undefined): Json[] => {
    const { properties = {}, required = [] } = (schema ?? {}) as unknown as {
      properties?: Record<string, Json>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, { description, ...rest }]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      description,
      schema: Object.fromEntries(Object.entries(rest).filter(([key]) => !key.startsWith('x-'))),
      ...(place === 'query' && route.example.query?.[name] !== undefined
        ? { example: route.example.query[name] }
        : {}),
    }));
  };
  return [
    ...describe('path', route.params),
    ...describe('query', route.query),
    ...(route.policy.idempotency
      ? [idempotencyHeader('Idempotency-Key'), idempotencyHeader('x-idempotency-key')]
      : []),
    ...('stream' in route ? [LAST_EVENT_ID] : []),
  ];
}

function operation(route: AnyRoute, options: OpenApiOptions): Json {
  const { policy } = route;
  const limit = policy.rateLimit === 'none' ? '' : ` Rate-limit group \`${policy.rateLimit}\`.`;
  const plan = policy.plan === undefined ? '' : ` Plan gate \`${policy.plan}\`.`;
  const list = parameters(route);
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: `${route.description === undefined ? '' : `${route.description}\n\n`}Scope \`${policy.scope}\`.${plan}${limit}`,
    security: [{ ApiKey: [] }, ...(policy.token ? [{ Token: [] }] : [])],
    ...(route.extension ? { 'x-extension': true } : {}),
    ...('ask' in route ? { 'x-safe': true } : {}),
    ...(list.length > 0 ? { parameters: list } : {}),
    ...(route.body
      ? {
          requestBody: {
            required: route.bodyRule !== 'optional',
            content: { 'application/json': { schema: route.body, example: route.example.body } },
          },
        }
      : {}),
    responses: {
      [route.status]: successResponse(route),
      ...(route.okWhen ? { 200: successResponse(route) } : {}),
      ...errorResponses(route, options),
    },
  };
}

/** Moves every schema with a `title` to `components.schemas` and leaves a reference in its place. */
function hoist(value: unknown, schemas: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => hoist(item, schemas));
  if (value === null || typeof value !== 'object') return value;
  const { title, ...rest } = value as Json & { title?: unknown };
  const copy = Object.fromEntries(
    Object.entries(rest).map(([key, member]) => [key, hoist(member, schemas)]),
  );
  if (typeof title !== 'string' || (rest['type'] === undefined && rest['anyOf'] === undefined))
    return title === undefined ? copy : { title, ...copy };
  const known = schemas[title];
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(copy))
    throw new Error(`two different schemas are titled ${title}`);
  schemas[title] = copy;
  return { $ref: `#/components/schemas/${title}` };
}

const ErrorSchema = {
  type: 'object',
  required: ['success', 'error'],
  properties: {
    success: { type: 'boolean', const: false },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', enum: Object.keys(errorCatalogue) },
        message: { type: 'string' },
        details: {
          type: 'array',
          description: 'What is wrong with which field.',
          items: {
            type: 'object',
            required: ['path', 'message'],
            properties: { path: { type: 'string' }, message: { type: 'string' } },
          },
        },
      },
    },
  },
};

/**
 * The OpenAPI 3.1 document of these routes, written from the very declarations that the server enforces.
 * Schemas are JSON Schema 2020-12 on both sides, so they are copied, not converted.
 */
export function buildOpenApi(routes: AnyRoute[], options: OpenApiOptions): Json {
  const schemas: Json = { Error: ErrorSchema };
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:([A-Za-z]+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = hoist(operation(route, options), schemas);
  }
  const servers = [{ url: options.publicUrl === '' ? '/' : options.publicUrl }];
  for (const [path, item] of Object.entries(options.otherPaths)) paths[path] = { servers, ...item };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Oriki',
      version: options.version,
      description: options.description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.publicUrl + API_PREFIX }],
    security: [{ ApiKey: [] }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        ApiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description:
            'Key of one organization, or an operator’s platform key; or as `Authorization: Bearer <key>`.',
        },
        Token: {
          type: 'apiKey',
          in: 'query',
          name: 'token',
          description: 'Stands for a key in one request, for 60 seconds.',
        },
      },
      headers: responseHeaders,
      responses: sharedResponses,
      schemas,
    },
  };
}
