import { errorCatalogue, type ErrorCode } from '../errors/index.ts';

export type Json = Record<string, unknown>;

const header = (description: string, schema: Json): Json => ({ description, schema });

export const responseHeaders: Record<string, Json> = {
  'X-Request-Id': header('Id of this request, or the one that the caller sent.', {
    type: 'string',
  }),
  'RateLimit-Policy': header('Limit in force: `q` requests in `w` seconds.', { type: 'string' }),
  RateLimit: header('`r` requests remain, the window ends in `t` seconds.', { type: 'string' }),
  'Retry-After': header('Whole seconds to wait; a request after that can succeed.', {
    type: 'integer',
  }),
  'WWW-Authenticate': header('`Bearer`; `x-api-key` is the usual way.', { type: 'string' }),
  'Idempotency-Replayed': header('`true` when this is the recorded answer of an earlier request.', {
    type: 'string',
    enum: ['true'],
  }),
  'Idempotency-Key-Mismatch': header(
    '`true` when the repeated request had another query or body.',
    { type: 'string', enum: ['true'] },
  ),
  'Cache-Control': header('Answers are not stored.', { type: 'string', enum: ['no-store'] }),
  'X-Accel-Buffering': header('Proxies must not collect events in a buffer.', {
    type: 'string',
    enum: ['no'],
  }),
};
/** Of every answer. */
export const COMMON_HEADERS = ['X-Request-Id', 'Cache-Control'];
export const headerRefs = (...names: string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** One status with the codes that it can have. */
export function errorResponse(codes: Iterable<ErrorCode>, headers: string[]): Json {
  const examples = [...codes].map((code) => [
    code,
    { value: { success: false, error: { code, message: errorCatalogue[code].meaning } } },
  ]);
  return {
    description: [...codes].map((code) => `\`${code}\`: ${errorCatalogue[code].meaning}`).join(' '),
    headers: headerRefs(...headers),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/** Answers of every operation alike: they are given before it is known which one is asked, and whose key it is. */
export const sharedResponses: Json = {
  HeadersTooLarge: errorResponse(['HEADERS_TOO_LARGE'], COMMON_HEADERS),
};
export const sharedResponseRefs: Json = {
  [errorCatalogue.HEADERS_TOO_LARGE.status]: { $ref: '#/components/responses/HeadersTooLarge' },
};
