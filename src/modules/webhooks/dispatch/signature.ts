import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** A new signing secret: `whsec_` and base64 of 32 random bytes, as Standard Webhooks writes them. */
export function newSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

/** The HMAC key that a secret's text stands for. */
export function signingKey(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64');
}

/**
 * Headers of one attempt by Standard Webhooks v1
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
 * @param id the event's id, the same in every attempt
 * @param timestamp of this attempt, Unix seconds
 * @param keys one signature each, so that receivers verify with any of them while secrets are replaced
 */
export function signedHeaders(
  id: string,
  timestamp: number,
  body: string,
  keys: readonly Buffer[],
): Record<string, string> {
  const text = `${id}.${timestamp}.${body}`;
  const signatures = keys.map(
    (key) => `v1,${createHmac('sha256', key).update(text).digest('base64')}`,
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}

const SAME_HEADERS = { 'content-type': 'application/json', 'user-agent': 'Oriki-Webhooks' };

function secondsOf(attemptedAt: Date): number {
  return Math.floor(attemptedAt.getTime() / 1000);
}

/** The headers of a request, but for those that follow from its address and its length. */
export function attemptHeaders(
  event: { eventId: string; body: string },
  attemptedAt: Date,
  keys: readonly Buffer[],
): Record<string, string> {
  const signed = signedHeaders(event.eventId, secondsOf(attemptedAt), event.body, keys);
  return { ...SAME_HEADERS, ...signed };
}

/** The headers of a request that was made, by the signature that is kept of it. */
export function sentHeaders(
  event: { eventId: string; body: string },
  attemptedAt: Date,
  signature: string,
): Record<string, string> {
  return {
    ...SAME_HEADERS,
    'content-length': String(Buffer.byteLength(event.body)),
    'webhook-id': event.eventId,
    'webhook-timestamp': String(secondsOf(attemptedAt)),
    'webhook-signature': signature,
  };
}
