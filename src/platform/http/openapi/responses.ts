import { ERROR_CATALOGUE, type ErrorCode } from '../../errors/index.ts';
import type { PlanGate } from '../policy.ts';
import type { AnyRoute } from '../route.ts';
import type { Json } from './publish.ts';

function header(description: string, schema: Json = { type: 'string' }): Json {
  return {
    description,
    schema,
  };
}

export const responseHeaders: Record<string, Json> = {
  'X-Request-Id': header('Id of this request, or the one that the caller sent.'),
  'RateLimit-Policy': header('Limit in force: `q` requests in `w` seconds.'),
  RateLimit: header('`r` requests remain, the window ends in `t` seconds.'),
  'Retry-After': header(
    'With 429 and 503: seconds to wait, a whole number; a request after that can succeed.',
    {
      type: 'integer',
    },
  ),
  'WWW-Authenticate': header('With 401: `Bearer`; most clients send `x-api-key` instead.'),
  'Idempotency-Replayed': header('`true` when this is the recorded answer of an earlier request.'),
  ETag: header('Identifies the current state of the resource, for `If-Match`.'),
  'Content-Encoding': header(
    '`gzip` when the answer is longer than 1,024 characters and the request accepts that coding. There is no `Vary`, ' +
      'because caches may not store the answer.',
  ),
  'X-Accel-Buffering': header('`no`: proxies must not buffer events.'),
  Deprecation: header(
    '`@` and the Unix time in seconds from which the operation is deprecated (RFC 9745).',
  ),
  Sunset: header('When the operation is removed (RFC 8594).'),
};

/** The headers of every rate-limited answer. */
export const LIMIT_HEADERS = ['RateLimit-Policy', 'RateLimit'];
export function headerRefs(...names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const ERROR_SCHEMA = 'ErrorResponse';
const SCHEMA = { $ref: `#/components/schemas/${ERROR_SCHEMA}` };

/** `NOT_FOUND` as `NotFound`. */
function nameOf(code: ErrorCode): string {
  return code.replaceAll(
    /_?([A-Z])([A-Z]*)/g,
    (_, first: string, rest: string) => first + rest.toLowerCase(),
  );
}

function meaningOf(code: ErrorCode): string {
  return `\`${code}\`: ${ERROR_CATALOGUE[code].meaning}`;
}

function exampleOf(code: ErrorCode): Json {
  return {
    success: false,
    error: { code, message: ERROR_CATALOGUE[code].meaning },
  };
}

/** Codes that operations do not list individually. */
const COMMON: ErrorCode[] = [
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'HEADERS_TOO_LARGE',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
  'IDEMPOTENCY_UNAVAILABLE',
];
function codeAndStatus(code: ErrorCode): string {
  return `\`${code}\` (${ERROR_CATALOGUE[code].status})`;
}

/** Responses of `components`, created when operations need them. */
export class ErrorResponses {
  readonly #responses: Record<string, Json> = {
    Error: {
      description: `Any other error; \`error.code\` names it: ${COMMON.map(codeAndStatus).join(', ')}.`,
      headers: headerRefs('X-Request-Id', 'Retry-After', 'WWW-Authenticate'),
      content: { 'application/json': { schema: SCHEMA, example: exampleOf('INTERNAL_ERROR') } },
    },
  };

  /** The answer for every status that an operation does not list. */
  readonly other: Json = { $ref: '#/components/responses/Error' };

  /** One status with its possible codes. */
  of(codes: readonly ErrorCode[]): Json {
    const name = codes.map(nameOf).join('Or');
    const headers = headerRefs(...LIMIT_HEADERS, 'Retry-After');
    this.#responses[name] ??= {
      description: codes.map(meaningOf).join(' '),
      ...(codes[0] === 'RATE_LIMITED' ? { headers } : {}),
      content: { 'application/json': { schema: SCHEMA, example: exampleOf(codes[0]!) } },
    };
    return { $ref: `#/components/responses/${name}` };
  }

  /** Responses of an operation, by status. */
  byStatus(codes: readonly ErrorCode[]): Json {
    const groups = Map.groupBy(new Set(codes), (code) => ERROR_CATALOGUE[code].status);
    return Object.fromEntries(
      [...groups].map(([status, alike]) => [status, this.of(alike.toSorted())]),
    );
  }

  all(): Json {
    const sorted = Object.entries(this.#responses).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted);
  }
}

/** Codes specific to an operation, in addition to those of every operation. */
export function ownErrorsOf(route: AnyRoute, planGates: Record<string, PlanGate>): ErrorCode[] {
  const { policy } = route;
  const codes: ErrorCode[] = [];
  if (policy.plan !== undefined) codes.push(planGates[policy.plan]!.code);
  if (policy.stepUp) codes.push('STEP_UP_REQUIRED');
  if (route.invalidCode) codes.push(route.invalidCode);
  if (route.params) codes.push(route.notFound ?? 'NOT_FOUND');
  // Every route limits failed authentication.
  codes.push('RATE_LIMITED');
  return [...codes, ...(route.errors ?? [])];
}

/** Every code that an operation can return, in the order of the checks. */
export function errorsOf(route: AnyRoute, planGates: Record<string, PlanGate>): ErrorCode[] {
  const codes: ErrorCode[] = ['HEADERS_TOO_LARGE', 'UNAUTHORIZED', 'FORBIDDEN', 'BAD_REQUEST'];
  if (route.method !== 'GET') codes.push('PAYLOAD_TOO_LARGE');
  if (route.method !== 'GET' && route.bodyRule !== 'ignored') codes.push('UNSUPPORTED_MEDIA_TYPE');
  if (route.policy.idempotency) codes.push('IDEMPOTENCY_UNAVAILABLE');
  // If the subject of the first request was erased, the recorded answer may be erased, too.
  if (route.policy.idempotency && route.policy.context === 'organization' && !route.keepsAnswer)
    codes.push('CONFLICT');
  const own = ownErrorsOf(route, planGates);
  return [...new Set([...codes, ...own, 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'] as ErrorCode[])];
}

export const errorSchema: Json = {
  title: ERROR_SCHEMA,
  type: 'object',
  required: ['success', 'error'],
  properties: {
    success: { type: 'boolean' },
    error: {
      title: 'ErrorDetails',
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { title: 'ErrorCode', type: 'string', enum: Object.keys(ERROR_CATALOGUE) },
        message: { type: 'string' },
        details: {
          type: 'array',
          description: 'Fields, and the problem with each.',
          items: {
            title: 'FieldProblem',
            type: 'object',
            required: ['path', 'message'],
            properties: { path: { type: 'string' }, message: { type: 'string' } },
          },
        },
      },
    },
  },
};
