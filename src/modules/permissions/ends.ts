import { clock } from '../../platform/clock.ts';
import { badRequest, ApiError } from '../../platform/errors/index.ts';
import { parseTimestamp } from '../../platform/calendar/iso-time.ts';

/** The end of an assignment or a relationship; null for never, undefined if the request does not set it. */
export type End = Date | null | undefined;

/** @throws ApiError BAD_REQUEST for an invalid end, or one in the past */
export function parseEnd(expiresAt: string | null | undefined): End {
  if (expiresAt === null || expiresAt === undefined) return expiresAt;
  const date = parseTimestamp(expiresAt);
  if (!date || date.getTime() <= clock.nowMs())
    throw badRequest([{ path: 'expiresAt', message: 'must be in the future' }]);
  return date;
}

/**
 * The effect of a request on an existing assignment or relationship: nothing, another end, or a new beginning because
 * it has ended.
 */
export function renewal(
  known: { expires_at: Date | null },
  end: End,
): 'same' | 'another end' | 'begun again' {
  const last = known.expires_at?.getTime();
  if (last !== undefined && last <= clock.nowMs()) return 'begun again';
  return end === undefined || end?.getTime() === last ? 'same' : 'another end';
}

/** Checks that the row is the organization's own: imported rows follow their source. @throws ApiError FORBIDDEN */
export function assertOwn(row: { prefix: string | null }, what: string): void {
  if (row.prefix !== null)
    throw new ApiError(
      'FORBIDDEN',
      `the ${what} was imported from a federation; narrow it with policies that deny`,
    );
}
