import { OrikiError } from '../../../../clients/typescript/src/index.ts';
import type { Tone } from '../../parts/badge.tsx';
import { api } from '../../data/client.ts';
import type { Hit } from '../../queries/review.ts';
import { t } from '../../texts/screens/decisions.ts';

export type Verdict = 'true_match' | 'false_positive';

export function verdictText(status: string): string {
  if (status === 'true_match') return t('status.true_match');
  if (status === 'false_positive') return t('status.false_positive');
  return status === 'closed' ? t('status.closed') : t('status.open');
}

export function toneOf(status: string): Tone {
  if (status === 'open') return 'warn';
  return status === 'true_match' ? 'bad' : 'quiet';
}

/** Returns the reason why the service rejected a decision; undefined for other errors. */
export function refusalText(error: unknown): string | undefined {
  if (!(error instanceof OrikiError)) return undefined;
  if (error.code === 'CONFLICT') return t('queue.conflict');
  return error.code === 'APPROVAL_REQUIRED' ? t('queue.approval') : undefined;
}

/**
 * Decides a hit as the person saw it: the service rejects the decision if the hit has changed. If the organization requires a
 * second person, the decision becomes a request to that person, with its reason.
 */
export async function decide(hit: Hit, decision: Verdict, reason: string): Promise<void> {
  const body = { decision, reason, expectedRevision: hit.revision };
  // A restart of the service ends before the last attempt.
  const options = { retries: 8 };
  try {
    await api.continuousScreening.decideHit({ id: hit.id, body }, options);
  } catch (error) {
    if (error instanceof OrikiError && error.code === 'APPROVAL_REQUIRED')
      await api.approvals.request({
        body: { action: 'hit.false_positive', objectId: hit.id, ...(reason && { reason }) },
      });
    throw error;
  }
}
