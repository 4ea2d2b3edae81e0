import type { ErrorBody } from './generated/types.ts';

/** Codes with which the API answers. */
export type ErrorCode = ErrorBody['error']['code'];

/**
 * Without an answer of the API: `TIMEOUT` (none within the time that was allowed), `NETWORK` (no connection, or a lost
 * one), `UNEXPECTED_RESPONSE` (not in the API's envelope: somebody else answered, such as a proxy), `EXPORT_FAILED` (the
 * export that is to be downloaded has no file, and will have none). With one, `IDEMPOTENCY_MISMATCH`: the idempotency key
 * belongs to another request, whose answer this is; nothing was done for the new one.
 */
export type FailureCode =
  | 'TIMEOUT'
  | 'NETWORK'
  | 'UNEXPECTED_RESPONSE'
  | 'EXPORT_FAILED'
  | 'IDEMPOTENCY_MISMATCH';

/** A call that did not succeed, after the last attempt. Its class says of which kind the failure is. */
export class OrikiError extends Error {
  override readonly name: string = 'OrikiError';
  /** The code to decide by; codes of newer versions of the API come through as they are. */
  readonly code: ErrorCode | FailureCode;
  /** HTTP status; undefined when nobody answered. */
  readonly status: number | undefined;
  /** To find the request in the service's log; undefined when nobody answered. */
  readonly requestId: string | undefined;
  /** The fields and what is wrong with each; empty for other errors. */
  readonly details: { path: string; message: string }[];
  /** The time that the service wishes not to be asked. */
  readonly retryAfterSeconds: number | undefined;
  /** Attempts that were made. */
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

/** The request is wrong, and will be as often as it is sent: `details` says where. */
export class BadRequestError extends OrikiError {
  override readonly name: string = 'BadRequestError';
}
/** The key is missing, unknown, revoked or expired. */
export class UnauthorizedError extends OrikiError {
  override readonly name: string = 'UnauthorizedError';
}
/** The key, the organization or its plan may not do it. */
export class ForbiddenError extends OrikiError {
  override readonly name: string = 'ForbiddenError';
}
/** It does not exist, or no longer. */
export class NotFoundError extends OrikiError {
  override readonly name: string = 'NotFoundError';
}
/** It contradicts what is stored, such as a newer revision. */
export class ConflictError extends OrikiError {
  override readonly name: string = 'ConflictError';
}
/** Too many requests: `retryAfterSeconds` says when the next one is answered. */
export class RateLimitedError extends OrikiError {
  override readonly name: string = 'RateLimitedError';
}
/** The service failed or cannot answer now. */
export class ServiceError extends OrikiError {
  override readonly name: string = 'ServiceError';
}
/** Nobody answered: `TIMEOUT` or `NETWORK`. */
export class ConnectionError extends OrikiError {
  override readonly name: string = 'ConnectionError';
}
/** The idempotency key was used for another request before. */
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

/** Whole seconds or a date (RFC 9110, section 10.2.3); undefined for anything else. */
function retryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

/** Somebody answered, and not in the API's envelope. */
export function unexpected(
  { status, headers }: Response,
  more: { retryAfterSeconds?: number | undefined } = {},
): OrikiError {
  return new OrikiError('UNEXPECTED_RESPONSE', `an answer that is not the API's: HTTP ${status}`, {
    ...more,
    status,
    requestId: headers.get('x-request-id') ?? undefined,
  });
}

/** The error that an answer without success stands for; its body is read. */
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

/** The answer to another request with the same idempotency key; its body is left. */
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
