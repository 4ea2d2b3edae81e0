/** The rules of an organization about the reasons of decisions. */
import type { Queryable } from '../../../platform/db/database.ts';
import { badRequest } from '../../../platform/errors/index.ts';
import { getReasons } from './settings.ts';

/** Fewer characters are not a sentence. */
const SENTENCE = 10;

/** A reason as a caller gives it. */
export type Given = { reasonCode?: string | undefined; reason?: string | undefined };

/**
 * Checks the code of a reason. Reads nothing for a true match without a code.
 * @param isDismissal true for the reason of a false positive
 * @returns the score from which the reason is too short; null if it is long enough for every score
 * @throws ApiError BAD_REQUEST
 */
export async function assertCode(
  db: Queryable,
  orgId: string,
  { reasonCode, reason = '' }: Given,
  isDismissal: boolean,
): Promise<number | null> {
  if (reasonCode === undefined && !isDismissal) return null;
  const { codes, required, textFrom } = await getReasons(db, orgId);
  const isRequired = required && isDismissal;
  const known = codes.map((one) => one.reasonCode);
  const refused = (message: string) => badRequest([{ path: 'reasonCode', message }]);
  if (reasonCode === undefined && isRequired)
    throw refused(`is required for a false positive: one of ${known.join(', ')}`);
  if (reasonCode !== undefined && !known.includes(reasonCode))
    throw refused(`is not a code of the organization: ${known.join(', ')}`);
  return isRequired && reason.trim().length < SENTENCE ? textFrom : null;
}

/** @param textFrom as `assertCode` returns it @throws ApiError BAD_REQUEST if the score needs a longer reason */
export function assertSentence(textFrom: number | null, score: number): void {
  if (textFrom === null || score < textFrom) return;
  const message = `must be a sentence of at least ${SENTENCE} characters: the score is ${textFrom} or more`;
  throw badRequest([{ path: 'reason', message }]);
}
