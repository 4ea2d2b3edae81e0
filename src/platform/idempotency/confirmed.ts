/**
 * Finds out whether a synchronous standby has a record. Without it, a loss of this server would lose the record, and it
 * would be written again.
 */
import type { DatabaseScope } from '../db/database.ts';
import { UnconfirmedCommit } from '../db/failures.ts';
import { confirmCommits, type Confirmation } from '../db/session/confirm.ts';
import { placeOf } from '../db/places.ts';
import { ApiError } from '../errors/index.ts';

const RETRY_SECONDS = 5;

class Unconfirmed extends ApiError {
  constructor(cause?: unknown) {
    super(
      'IDEMPOTENCY_UNAVAILABLE',
      'no standby has confirmed the first request with this idempotency key; retry with the same key',
      { retryAfterSeconds: RETRY_SECONDS, cause },
    );
  }
}

/** The confirmation of commits of the server that has the records. */
export function confirmationOf({ read }: DatabaseScope): Confirmation | undefined {
  return placeOf(read)?.database.server.confirmation;
}

/**
 * Refuses a request while no standby confirms commits.
 * @throws ApiError IDEMPOTENCY_UNAVAILABLE for a repeat; NotConfirming for a first request
 */
export function refuseUnconfirmed(confirmation: Confirmation, record: object | undefined): void {
  if (record) throw new Unconfirmed();
  confirmation.assert();
}

/** Returns once a standby has the found record. @throws ApiError IDEMPOTENCY_UNAVAILABLE */
export async function assertConfirmed(db: DatabaseScope): Promise<void> {
  if (confirmationOf(db)?.isLost) throw new Unconfirmed();
  try {
    await confirmCommits(db.read);
  } catch (error) {
    throw error instanceof UnconfirmedCommit ? new Unconfirmed(error) : error;
  }
}
