import type { ErrorBody } from './generated/types.ts';

/** Codes with which the API answers. */
export type ErrorCode = ErrorBody['error']['code'];

/**
 * Without an answer of the API: `TIMEOUT` (none within the time that was allowed), `NETWORK` (no connection, or a lost
 * one), `UNEXPECTED_RESPONSE` (not in the API's envelope: somebody else answered, such as a proxy), `EXPORT_FAILED` (the
 * export that is to be downloaded has no file, and will have none).
 */
export type FailureCode = 'TIMEOUT' | 'NETWORK' | 'UNEXPECTED_RESPONSE' | 'EXPORT_FAILED';

/** A call that did not succeed, after the last attempt. */
export class OrikiError extends Error {
  override readonly name = 'OrikiError';
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
  return new OrikiError(error.code, error.message, {
    ...common,
    ...(error.details ? { details: error.details } : {}),
  });
}

function envelopeError(text: string): ErrorBody['error'] | undefined {
  try {
    const { error } = JSON.parse(text) as Partial<ErrorBody>;
    return typeof error?.code === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}
