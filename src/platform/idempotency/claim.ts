import { deadlineNow, underDeadline } from '../concurrency/deadline.ts';
import type { DatabaseScope } from '../db/database.ts';
import { ApiError } from '../errors/index.ts';
import { newId } from '../ids.ts';
import { endClaim, takeClaim } from './store.ts';

/** The bytes that a caller gets; `body` is the whole JSON document. */
export type RecordedAnswer = {
  status: number;
  body: string;
  /** The answer to repeats, if they must not get the body. */
  recorded?: { status: number; body: string };
};
export type IdempotentAnswer = RecordedAnswer & { replayed: boolean; mismatch: boolean };

const IN_FLIGHT_RETRY_SECONDS = 1;

export class InFlight extends ApiError {
  constructor() {
    super(
      'IDEMPOTENCY_UNAVAILABLE',
      'a request with this idempotency key is still running; nothing was processed, retry with the same key',
      { retryAfterSeconds: IN_FLIGHT_RETRY_SECONDS },
    );
  }
}

/** Thrown when the claim expired and another request took it. */
export class ClaimLost extends InFlight {}

type ClaimOptions = { db: DatabaseScope; orgId: string; requestHash: Buffer; forMs: number };

/**
 * Claims an idempotency key while `work` runs, so that no other request does the same. A new answer ends the claim in
 * its own transaction; any other outcome releases the claim.
 * @throws InFlight while another request holds the claim; the errors of `work`
 */
export async function withClaim(
  { db, orgId, requestHash, forMs }: ClaimOptions,
  work: (holder: string) => Promise<IdempotentAnswer>,
): Promise<IdempotentAnswer> {
  const holder = newId('claim');
  const giveBack = () =>
    underDeadline(undefined, () => endClaim(db.read, orgId, requestHash, holder)).catch(() => {});
  let isTaken: boolean;
  try {
    isTaken = await takeClaim(db.read, orgId, requestHash, holder, forMs);
  } catch (error) {
    // The database may have stored the claim although no standby confirmed it.
    void giveBack();
    throw error;
  }
  if (!isTaken) throw new InFlight();
  try {
    const answer = await work(holder);
    if (answer.replayed) await giveBack();
    return answer;
  } catch (error) {
    const given = giveBack();
    if (!deadlineNow()?.hasPassed) await given;
    throw error;
  }
}
