/**
 * The reason that a request got no answer. `refused_address`: the rules forbid the target; `reset`: the connection was lost
 * after the request may have been read; `cancelled`: the caller wanted it no more, and nothing was sent if
 * `beforeSend` said so.
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
 * An outbound request that got no answer. It carries a fixed text and a system's code such as `ECONNREFUSED`,
 * and on purpose no cause: causes can hold the host's name and bytes of the answer.
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
}

/** The code of a system's or a library's error, if it has one that is a plain word. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[A-Z0-9_]{1,64}$/.test(code) ? code : undefined;
}
