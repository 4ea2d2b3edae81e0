import type { EventData } from './generated/types.ts';

type EventOf<Data> = {
  [Type in keyof Data & string]: {
    /** The same in every attempt: store it, and skip an event that you already have. */
    id: string;
    type: Type;
    /** The time of publication, ISO 8601. */
    timestamp: string;
    data: Data[Type];
  };
}[keyof Data & string];

/**
 * An event of a webhook with a valid signature. The service or one of your own services published it; `Own` has the
 * data of your services' events by type. `event.type` is its type. Newer versions of the service may add types: skip unknown ones.
 */
export type WebhookEvent<Own extends object = Record<never, never>> =
  | EventOf<Omit<EventData, keyof Own>>
  | EventOf<Own>;

export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** Headers of any implementation of `fetch`, or of `node:http`. */
type HeaderSource =
  | { get: (name: string) => string | null }
  | Record<string, string | string[] | undefined>;

const TOLERANCE_SECONDS = 300;
/** Standard Webhooks requires 24 to 64 bytes. */
const SHORTEST_KEY = 24;
const HMAC = { name: 'HMAC', hash: 'SHA-256' };

function bytes(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function importKey(secret: string): Promise<CryptoKey> {
  const key = bytes(secret.replace(/^whsec_/, ''));
  // With a short key, or none, anyone could sign: a mistake of the program, not of the sender.
  if (!key || key.length < SHORTEST_KEY) throw new TypeError('the secret is not a webhook secret');
  return crypto.subtle.importKey('raw', key, HMAC, false, ['sign']);
}

function header(headers: HeaderSource, name: string): string {
  const value =
    typeof headers.get === 'function'
      ? headers.get(name)
      : Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  if (typeof value !== 'string' || value === '')
    throw new WebhookVerificationError(`the header ${name} is missing`);
  return value;
}

/** Returns the signed text of Standard Webhooks v1: the received id, time and body, with dots between them. */
function signedText(
  id: string,
  timestamp: string,
  body: string | Uint8Array,
): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const head = encoder.encode(`${id}.${timestamp}.`);
  const tail = typeof body === 'string' ? encoder.encode(body) : body;
  const text = new Uint8Array(head.length + tail.length);
  text.set(head);
  text.set(tail, head.length);
  return text;
}

/** Compares in constant time. */
function equal(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length;
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0);
  return difference === 0;
}

/**
 * Checks that a request was signed with one of the secrets, within five minutes of this machine's clock. Compares
 * signatures in constant time. `body` is the received body, before any parser.
 * @throws WebhookVerificationError if none did: answer 401, and do not read the body
 * @throws TypeError if a secret is not a webhook secret, or `body` is neither text nor bytes
 */
export async function verifyWebhook<Own extends object = Record<never, never>>(request: {
  /** `whsec_…`; several during a rotation, or if subscriptions share an address. */
  secret: string | readonly string[];
  headers: HeaderSource;
  body: string | Uint8Array;
}): Promise<WebhookEvent<Own>> {
  const { headers, body } = request;
  if (typeof body !== 'string' && !ArrayBuffer.isView(body))
    throw new TypeError('body must be the raw body, as text or bytes, before any parser');
  const secrets = typeof request.secret === 'string' ? [request.secret] : request.secret;
  if (secrets.length === 0) throw new TypeError('a secret is required');
  const keys = await Promise.all(secrets.map(importKey));

  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  const age = Date.now() / 1000 - (/^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN);
  if (!(Math.abs(age) <= TOLERANCE_SECONDS))
    throw new WebhookVerificationError('signed too long ago, or in the future');

  const text = signedText(id, timestamp, body);
  const signatures = header(headers, 'webhook-signature')
    .split(' ')
    .flatMap((part) => (part.startsWith('v1,') ? (bytes(part.slice(3)) ?? []) : []));
  // Once for each secret, however many signatures the header has.
  for (const key of keys) {
    const right = new Uint8Array(await crypto.subtle.sign(HMAC.name, key, text));
    if (signatures.some((signature) => equal(right, signature)))
      return { id, ...parsed(body) } as WebhookEvent<Own>;
  }
  throw new WebhookVerificationError('no signature is right');
}

/**
 * Returns body and headers of a request as the service would send it, for tests of your receiver.
 * @throws TypeError if the secret is not a webhook secret
 */
export async function signWebhook(event: {
  /** `whsec_…`: the secret of your receiver. */
  secret: string;
  type: string;
  data: unknown;
  /** By default a new id. */
  id?: string;
  /** By default the current time. */
  timestamp?: Date;
}): Promise<{ headers: Record<string, string>; body: string }> {
  const { secret, type, data, timestamp: at = new Date() } = event;
  const { id = `evt_${crypto.randomUUID().replaceAll('-', '')}` } = event;
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = await importKey(secret);
  const signed = await crypto.subtle.sign(HMAC.name, key, signedText(id, timestamp, body));
  return {
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${btoa(String.fromCharCode(...new Uint8Array(signed)))}`,
    },
    body,
  };
}

function parsed(body: string | Uint8Array): object {
  try {
    const { type, timestamp, data } = JSON.parse(
      typeof body === 'string' ? body : new TextDecoder().decode(body),
    ) as { type: string; timestamp: string; data: unknown };
    return { type, timestamp, data };
  } catch {
    throw new WebhookVerificationError('the body is not JSON');
  }
}
