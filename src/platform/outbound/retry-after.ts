/**
 * Returns the milliseconds that `Retry-After` requests (RFC 9110, 10.2.3: seconds or an HTTP date); undefined if it
 * is absent, malformed or in the past.
 */
export function retryAfterMs(value: string | undefined, nowMs: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d{1,15}$/.test(text)) return Number(text) * 1000 || undefined;
  const until = /^[A-Z][a-z]{2},/.test(text) ? Date.parse(text) : Number.NaN;
  return until > nowMs ? until - nowMs : undefined;
}
