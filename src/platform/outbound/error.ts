/**
 * The reason why a request got no answer. `refused_address`: the rules forbid the target; `reset`: the connection was
 * lost after the request may have been read; `cancelled`: the caller aborted it. If `beforeSend` returned false,
 * nothing was sent.
 */
export type OutboundErrorKind =
  | 'timeout'
  | 'dns'
  | 'refused_address'
  | 'connect'
  | 'reset'
  | 'tls'
  | 'protocol'
  | 'cancelled';

/** The code of a refused address whose host the operator does not list. */
export const NOT_LISTED = 'NOT_LISTED';

const MESSAGES: Record<OutboundErrorKind, string> = {
  timeout: 'no complete answer within the time allowed',
  dns: 'the host name could not be resolved',
  refused_address: 'the address is not allowed',
  connect: 'the connection could not be made',
  reset: 'the connection was lost before the answer was complete',
  tls: 'the TLS connection could not be made',
  protocol: 'the answer is not valid HTTP/1.1',
  cancelled: 'the request was cancelled',
};

/**
 * The reason why TLS failed. `expired`: the certificate is not valid at this time; `wrong_host`: it is for other
 * names; `self_signed`, `unknown_issuer`: no trusted authority has signed it; `handshake`: any other reason.
 */
export const TLS_FAILURE_KINDS = [
  'expired',
  'wrong_host',
  'self_signed',
  'unknown_issuer',
  'handshake',
] as const;
export type TlsFailure = (typeof TLS_FAILURE_KINDS)[number];

/** Keyed by the codes of OpenSSL and Node.js. */
const TLS_FAILURES: Record<string, TlsFailure> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'wrong_host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self_signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'unknown_issuer',
  UNABLE_TO_GET_ISSUER_CERT: 'unknown_issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknown_issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknown_issuer',
  CERT_UNTRUSTED: 'unknown_issuer',
  INVALID_CA: 'unknown_issuer',
};

/**
 * An outbound request without an answer. It has a fixed text and a system code such as `ECONNREFUSED`. It has no cause,
 * because causes can contain the host's name and bytes of the answer.
 */
export class OutboundError extends Error {
  readonly kind: OutboundErrorKind;
  readonly code: string | undefined;

  constructor(kind: OutboundErrorKind, code?: string) {
    super(code === undefined ? MESSAGES[kind] : `${MESSAGES[kind]} (${code})`);
    this.name = 'OutboundError';
    this.kind = kind;
    this.code = code;
  }

  /** The reason of a TLS failure; undefined for other failures. */
  get tlsFailure(): TlsFailure | undefined {
    if (this.kind !== 'tls') return undefined;
    return TLS_FAILURES[this.code ?? ''] ?? 'handshake';
  }
}

/** Returns the code of a system or library error, if it is a plain word. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[A-Z0-9_]{1,64}$/.test(code) ? code : undefined;
}
