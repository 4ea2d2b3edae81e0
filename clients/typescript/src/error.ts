import type { ErrorBody } from './generated/types.ts';

/** Error codes of the API. */
export type ErrorCode = ErrorBody['error']['code'];

/**
 * Codes of the client. `TIMEOUT`: no answer within the time limit. `NETWORK`: the connection failed or was lost.
 * `UNEXPECTED_RESPONSE`: the answer is not in the API's envelope, such as that of a proxy. `EXPORT_FAILED`: the export
 * has no file, and will have none. `IDEMPOTENCY_MISMATCH`: the answer belongs to another request with this idempotency
 * key, and the service did nothing for the new one.
 */
export type FailureCode =
  | 'TIMEOUT'
  | 'NETWORK'
  | 'UNEXPECTED_RESPONSE'
  | 'EXPORT_FAILED'
  | 'IDEMPOTENCY_MISMATCH';

/** A failed call, after the last attempt. Its class shows the kind of failure. */
export class OrikiError extends Error {
  override readonly name: string = 'OrikiError';
  /** Decide by this code. Newer versions of the API may add codes. */
  readonly code: ErrorCode | FailureCode;
  /** HTTP status; undefined without an answer. */
  readonly status: number | undefined;
  /** Finds the request in the service's log; undefined without an answer. */
  readonly requestId: string | undefined;
  /** The invalid fields with their problems; empty for other errors. */
  readonly details: { path: string; message: string }[];
  /** The time to wait before the next request, if the service requests it. */
  readonly retryAfterSeconds: number | undefined;
  /** The number of attempts. */
  attempts = 1;

  constructor(
    code: OrikiError['code'],
    message: string,
    more: {
      status?: number;
      requestId?: string | undefined;
      details?: OrikiError['details'];
      retryAfterSeconds?: number | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.status = more.status;
    this.requestId = more.requestId;
    this.details = more.details ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** The request is invalid: `details` names the fields. Repeating it does not help. */
export class BadRequestError extends OrikiError {
  override readonly name: string = 'BadRequestError';
}
/** The key is missing, unknown, revoked or expired. */
export class UnauthorizedError extends OrikiError {
  override readonly name: string = 'UnauthorizedError';
}
/** The key, the organization or its plan does not allow the operation. */
export class ForbiddenError extends OrikiError {
  override readonly name: string = 'ForbiddenError';
}
/** The resource does not exist, or no longer exists. */
export class NotFoundError extends OrikiError {
  override readonly name: string = 'NotFoundError';
}
/** The request conflicts with the stored state, such as a newer revision. */
export class ConflictError extends OrikiError {
  override readonly name: string = 'ConflictError';
}
/** Too many requests: wait for `retryAfterSeconds`. */
export class RateLimitedError extends OrikiError {
  override readonly name: string = 'RateLimitedError';
}
/** The service failed or cannot answer now. */
export class ServiceError extends OrikiError {
  override readonly name: string = 'ServiceError';
}
/** There was no answer: `TIMEOUT` or `NETWORK`. */
export class ConnectionError extends OrikiError {
  override readonly name: string = 'ConnectionError';
}
/** The idempotency key was used for another request. */
export class IdempotencyMismatchError extends OrikiError {
  override readonly name: string = 'IdempotencyMismatchError';
}

const CLASSES: Record<number, typeof OrikiError> = {
  401: UnauthorizedError,
  402: ForbiddenError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  410: NotFoundError,
  412: ConflictError,
  429: RateLimitedError,
};

function classOf(status: number): typeof OrikiError {
  return CLASSES[status] ?? (status >= 500 ? ServiceError : BadRequestError);
}

/** Returns the seconds of `Retry-After`: whole seconds or a date (RFC 9110, section 10.2.3); else undefined. */
function retryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

/** Returns the error for an answer that is not in the API's envelope. */
export function unexpected(
  { status, headers }: Response,
  more: { retryAfterSeconds?: number | undefined } = {},
): OrikiError {
  return new OrikiError('UNEXPECTED_RESPONSE', `the answer is not from the API: HTTP ${status}`, {
    ...more,
    status,
    requestId: headers.get('x-request-id') ?? undefined,
  });
}

/** Reads the body of an answer without success. @returns its error */
export async function errorOf(response: Response): Promise<OrikiError> {
  const { status } = response;
  const text = await response.text();
  const common = {
    status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: retryAfter(response.headers.get('retry-after')),
  };
  const error = envelopeError(text);
  if (!error) return unexpected(response, common);
  return new (classOf(status))(error.code, error.message, {
    ...common,
    ...(error.details ? { details: error.details } : {}),
  });
}

/** Returns the error for the answer to another request with the same idempotency key. Does not read its body. */
export async function mismatchOf(response: Response): Promise<IdempotencyMismatchError> {
  await response.body?.cancel();
  return new IdempotencyMismatchError(
    'IDEMPOTENCY_MISMATCH',
    'the idempotency key was used for another request: nothing was done for this one',
    {
      status: response.status,
      requestId: response.headers.get('x-request-id') ?? undefined,
    },
  );
}

function envelopeError(text: string): ErrorBody['error'] | undefined {
  try {
    const { error } = JSON.parse(text) as Partial<ErrorBody>;
    return typeof error?.code === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}
