import type { OutboundClient } from '../../outbound/client.ts';
import { OutboundError } from '../../outbound/error.ts';
import { parseJson } from '../../json.ts';
import type { EnvelopeContext } from '../envelope.ts';

/** An external key-management service. Encrypted values are bound to the row and the key id of `bound`. */
export type RemoteKms = {
  /** @throws KmsError */
  encrypt: (bound: Bound, plaintext: Buffer, signal: AbortSignal) => Promise<Buffer>;
  /** @throws EnvelopeError if this key has not made `ciphertext` for this row; KmsError */
  decrypt: (bound: Bound, ciphertext: Buffer, signal: AbortSignal) => Promise<Buffer>;
};

/** `name` is the key's name at the service. */
export type Bound = { keyId: string; name: string; context: EnvelopeContext };

/** The service cannot be used with these settings. */
export class KmsSetupError extends Error {
  override name = 'KmsSetupError';
}

/**
 * The service is unavailable, refuses, or returns an invalid answer. The message contains the operator's information,
 * never the content of request or answer. `again` is true if a second attempt may succeed.
 */
export class KmsError extends Error {
  readonly again: boolean;
  constructor(message: string, again = false) {
    super(message);
    this.name = 'KmsError';
    this.again = again;
  }
}

/** The maximum time until there is an answer, including second attempts. */
export const KMS_TIMEOUT_MS = 3000;
const MAX_RESPONSE_BYTES = 64 * 1024;

export type KmsRequest = {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string | Buffer;
  signal?: AbortSignal;
};

/** @throws KmsError without a complete answer */
export async function requestKms(
  client: OutboundClient,
  service: string,
  request: KmsRequest,
): Promise<{ status: number; headers: Record<string, string>; body: Buffer }> {
  try {
    const response = await client.request({
      ...request,
      timeoutMs: KMS_TIMEOUT_MS,
      maxResponseBytes: MAX_RESPONSE_BYTES,
    });
    if (response.truncated) throw new KmsError(`${service}: the answer is too long`);
    return response;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const { kind } = error;
    throw new KmsError(
      `${service}: ${error.message}${kind === 'refused_address' ? ' (ORIKI_KMS_ALLOW)' : ''}`,
      kind === 'connect' || kind === 'reset' || kind === 'dns',
    );
  }
}

/** Sends JSON, or a form, and reads an object, for any status below 500. @throws KmsError */
export async function sendRequest(
  client: OutboundClient,
  service: string,
  request: KmsRequest,
): Promise<{ status: number; answer: Record<string, unknown> }> {
  const { status, body } = await requestKms(client, service, request);
  if (status >= 500) throw new KmsError(`${service} answered ${status}`, true);
  try {
    const answer: unknown = parseJson(body.toString('utf8'));
    if (answer !== null && typeof answer === 'object') return { status, answer: { ...answer } };
  } catch {
    // The parser's message quotes the text.
  }
  throw new KmsError(`${service} answered ${status} with something that is not a JSON object`);
}

/** Decodes a base64 text in an answer. @throws KmsError */
export function bytesOf(service: string, text: unknown): Buffer {
  const bytes = Buffer.from(typeof text === 'string' ? text : '', 'base64');
  if (bytes.length === 0 || bytes.toString('base64') !== text)
    throw new KmsError(`${service} answered with something that is not base64`);
  return bytes;
}
