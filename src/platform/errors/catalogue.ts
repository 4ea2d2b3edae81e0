/**
 * Every error code that a caller can see, with its one HTTP status. The OpenAPI document and `docs/errors/` are checked
 * against this table.
 */
export const ERROR_CATALOGUE = {
  BAD_REQUEST: {
    status: 400,
    meaning: 'The request is malformed or a field is missing or invalid.',
  },
  VALIDATION_ERROR: {
    status: 400,
    meaning: 'A field of a request about members of a federation group is missing or invalid.',
  },
  UNAUTHORIZED: {
    status: 401,
    meaning: 'The API key is missing or invalid, or the session has ended.',
  },
  DETECTION_PACK_REQUIRED: {
    status: 402,
    meaning: 'The Detection Pack addon is not enabled for the organization.',
  },
  CAPABILITY_INVALID: {
    status: 400,
    meaning: 'A capability is malformed, or names a module or an action that does not exist.',
  },
  FORBIDDEN: {
    status: 403,
    meaning:
      'The key or the role lacks the scope, has no organization, or the action is not permitted.',
  },
  APPROVAL_REQUIRED: {
    status: 403,
    meaning: 'This action needs two people: another person has to request it first.',
  },
  STEP_UP_REQUIRED: {
    status: 403,
    meaning: 'This action is dangerous, so the person must sign in again first.',
  },
  MODULE_LIMIT_EXCEEDED: {
    status: 403,
    meaning: 'The organization has as many permission modules as its plan allows.',
  },
  FEDERATION_NOT_ALLOWED: {
    status: 403,
    meaning: 'Federation needs the Enterprise plan.',
  },
  NOT_FOUND: {
    status: 404,
    meaning: 'No such resource, or it belongs to another organization.',
  },
  ROLE_NOT_FOUND: {
    status: 404,
    meaning: 'No such role, or it belongs to another organization.',
  },
  METHOD_NOT_ALLOWED: { status: 405, meaning: 'The path exists, but not for this method.' },
  SERVICE_DISABLED: { status: 403, meaning: 'The feature is disabled for the organization.' },
  REQUEST_TIMEOUT: { status: 408, meaning: 'The request was not received in time.' },
  CONFLICT: { status: 409, meaning: 'The request conflicts with the current state.' },
  POLICY_CONFLICT: {
    status: 409,
    meaning: 'A policy for the same role, capability, resource and relation exists.',
  },
  RELATIONSHIP_CYCLE: {
    status: 409,
    meaning: 'The relationship, or the inheritance of roles, would close a cycle.',
  },
  GONE: { status: 410, meaning: 'The file has expired and is deleted.' },
  PRECONDITION_FAILED: {
    status: 412,
    meaning: 'The resource or the file does not match `If-Match`.',
  },
  PAYLOAD_TOO_LARGE: { status: 413, meaning: 'The request body is larger than the limit.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, meaning: 'The body must be application/json.' },
  RANGE_NOT_SATISFIABLE: {
    status: 416,
    meaning: 'The file ends before the requested range begins.',
  },
  RATE_LIMITED: {
    status: 429,
    meaning: 'The rate limit is exceeded; Retry-After is the number of seconds to wait.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    meaning: 'The request line and headers together exceed 16 KiB.',
  },
  INTERNAL_ERROR: { status: 500, meaning: 'An unexpected failure on our side.' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    meaning:
      'The service is starting or stopping, cannot reach its database, has too much of this work, or reached a time ' +
      'limit; retry after Retry-After.',
  },
  IDEMPOTENCY_UNAVAILABLE: {
    status: 503,
    meaning:
      'The duplicate check failed, or the first request with this key is still running; ' +
      'retry after Retry-After with the same key.',
  },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;
