import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** Returns a new signing secret in the format of Standard Webhooks: `whsec_` and base64 of 32 random bytes. */
export function newSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

/** Returns the HMAC key of a secret's text. */
export function signingKey(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64');
}

/**
 * Returns the headers of one attempt by Standard Webhooks v1
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
 * @param id the event's id, the same in every attempt
 * @param timestamp of this attempt, in Unix seconds
 * @param keys one signature each, so that receivers can verify with any of them while secrets are being replaced
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

/** Returns the headers of a request, without those that depend on its address and length. */
export function attemptHeaders(
  event: { eventId: string; body: string },
  attemptedAt: Date,
  keys: readonly Buffer[],
): Record<string, string> {
  const signed = signedHeaders(event.eventId, secondsOf(attemptedAt), event.body, keys);
  return { ...SAME_HEADERS, ...signed };
}

/** Returns the headers of an earlier request, from its stored signature. */
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
