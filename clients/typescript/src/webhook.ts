import type { EventData } from './generated/types.ts';

type EventOf<Data> = {
  [Type in keyof Data & string]: {
    /** The same in every attempt: store it, and leave out what you have already. */
    id: string;
    type: Type;
    /** When it was published, ISO 8601. */
    timestamp: string;
    data: Data[Type];
  };
}[keyof Data & string];

/**
 * The event of a webhook, once its signature has been found right: an event of the service, or one of your own services'
 * in `Own`, data by type. `event.type` says which. Newer versions of the service may add types: leave out what you do not
 * know.
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
/** Standard Webhooks asks for 24 to 64 bytes. */
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
  // A short key, or none, would let anybody sign: a mistake of the program, not of the sender.
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

/** Standard Webhooks v1: the id, the time and the body as they came, with dots between. */
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

/** Takes as long wherever they differ. */
function equal(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length;
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0);
  return difference === 0;
}

/**
 * Checks that a request comes from who has one of the secrets, and was signed within five minutes of this machine's
 * clock; signatures are compared in constant time. `body` is the body as it arrived, before any parser.
 * @throws WebhookVerificationError answer 401, and do not look into the body
 * @throws TypeError when a secret is none, or `body` not what arrived
 */
export async function verifyWebhook<Own extends object = Record<never, never>>(request: {
  /** `whsec_…`; several while one takes the place of another, or when subscriptions share an address. */
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
  // Once a secret, however many signatures somebody sends.
  for (const key of keys) {
    const right = new Uint8Array(await crypto.subtle.sign(HMAC.name, key, text));
    if (signatures.some((signature) => equal(right, signature)))
      return { id, ...parsed(body) } as WebhookEvent<Own>;
  }
  throw new WebhookVerificationError('no signature is right');
}

/**
 * A request as the service would send it, for tests of your receiver: its body and its headers.
 * @throws TypeError when the secret is none
 */
export async function signWebhook(event: {
  /** `whsec_…`, the one that your receiver checks. */
  secret: string;
  type: string;
  data: unknown;
  /** A new one unless given. */
  id?: string;
  /** Now unless given. */
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
