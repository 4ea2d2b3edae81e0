import { ERROR_CATALOGUE, type ErrorCode } from './catalogue.ts';

/** A place in the request and its problem: `path` as in `entries[3].dob`, or the name of a header or query field. */
export type ErrorDetail = { path: string; message: string };

/**
 * The only error that callers see unchanged. `message` is public text: it names fields, never their values, and never
 * reveals whether something exists in another organization.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetail[] | undefined;
  /** Seconds; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: ErrorDetail[]; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = ERROR_CATALOGUE[code].status;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  toBody(): {
    success: false;
    error: { code: ErrorCode; message: string; details?: ErrorDetail[] };
  } {
    return {
      success: false,
      error: {
        code: this.code,
        message: this.message,
        ...(this.details ? { details: this.details } : {}),
      },
    };
  }
}

/**
 * A refusal because of the caller, not the request: another caller, or the same caller with other rights, gets another
 * answer.
 */
export class CallerRefused extends ApiError {}

/** 400 for one or more fields. The message repeats the first problem, so it is useful without `details`. */
export function badRequest(
  details: ErrorDetail[],
  code: 'BAD_REQUEST' | 'VALIDATION_ERROR' = 'BAD_REQUEST',
): ApiError {
  const first = details[0]!;
  return new ApiError(code, `${first.path}: ${first.message}`, { details });
}

/** Returns the only 404 for a resource that does not exist for the caller, for any reason. */
export function notFound(what: string): ApiError {
  return new ApiError('NOT_FOUND', `${what} not found`);
}

/**
 * Returns the row that a query finds.
 * @param row false if the id has another form than the ids of such rows
 * @throws ApiError NOT_FOUND if there is none
 */
export async function found<Row>(
  what: string,
  row: Promise<Row | false | undefined> | Row | false | undefined,
): Promise<Row> {
  const read = await row;
  if (read === undefined || read === false) throw notFound(what);
  return read;
}

/**
 * Ends the work for a disconnected caller. No caller reads it, and its status is not recorded for an idempotency key.
 */
export function callerHasGone(): ApiError {
  return new ApiError('SERVICE_UNAVAILABLE', 'the caller has disconnected');
}
