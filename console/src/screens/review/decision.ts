import { OrikiError, type Operations } from '../../../../clients/typescript/src/index.ts';
import type { Tone } from '../../parts/badge.tsx';
import { api } from '../../data/client.ts';
import { t } from '../../texts/screens/decisions.ts';

export type Hit = Operations['listHits']['data']['items'][number];
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

/** Tells what became of a decision that the service refused; undefined for other errors. */
export function refusalText(error: unknown): string | undefined {
  if (!(error instanceof OrikiError)) return undefined;
  if (error.code === 'CONFLICT') return t('queue.conflict');
  return error.code === 'APPROVAL_REQUIRED' ? t('queue.approval') : undefined;
}

/**
 * Decides a hit as the person saw it: a revision that was overtaken is refused. Where the organization asks for a second
 * person, the decision becomes a request to them, with its reason.
 */
export async function decide(hit: Hit, decision: Verdict, reason: string): Promise<void> {
  const body = { decision, reason, expectedRevision: hit.revision };
  // A restart of the service is over before the last attempt.
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
